#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>

#include "http/host_field.h"
#include "http/http_head.h"
#include "http/listen_address.h"
#include "http/listen_socket.h"
#include "http/message.h"

namespace freshet {
namespace {

std::string listen_text(std::string_view text) {
  const auto address = ListenAddress::parse(text);
  return address ? address->text() : "none";
}

TEST(ListenAddress, ReadsAddressesAndPaths) {
  EXPECT_EQ(listen_text("127.0.0.1:8787"), "127.0.0.1:8787");
  EXPECT_EQ(listen_text("localhost:0"), "127.0.0.1:0");
  EXPECT_EQ(listen_text("[::1]:8787"), "[::1]:8787");
  EXPECT_EQ(listen_text("unix:/run/freshet.sock"), "unix:/run/freshet.sock");
  for (const char* wrong : {"", "8787", "127.0.0.1", "::1:80", "a.example:80", "127.0.0.1:65536",
                            "127.0.0.1:80x", "127.0.0.1:", "unix:", "[::1:80"})
    EXPECT_EQ(listen_text(wrong), "none") << wrong;
}

TEST(ListenAddress, KnowsWhatOnlyThisMachineReaches) {
  EXPECT_TRUE(ListenAddress::parse("127.0.0.1:1")->is_local());
  EXPECT_TRUE(ListenAddress::parse("[::1]:1")->is_local());
  EXPECT_TRUE(ListenAddress::parse("unix:a")->is_local());
  EXPECT_FALSE(ListenAddress::parse("0.0.0.0:1")->is_local());
}

TEST(ListenSocket, KnowsAClientByOneAddress) {
  const auto peer = [](const char* text) {
    sockaddr_in6 address{};
    address.sin6_family = AF_INET6;
    EXPECT_EQ(inet_pton(AF_INET6, text, &address.sin6_addr), 1);
    return peer_of(reinterpret_cast<const sockaddr*>(&address));
  };
  EXPECT_EQ(peer("2001:db8::7"), "2001:db8::7");
  EXPECT_EQ(peer("::ffff:192.0.2.7"), "192.0.2.7");
}

TEST(HostField, IsReadWithoutPort) {
  EXPECT_EQ(host_of_field("A.Example:8787"), "a.example");
  EXPECT_EQ(host_of_field("[::1]:80"), "::1");
  EXPECT_EQ(host_of_field("127.0.0.1"), "127.0.0.1");
  for (const char* wrong : {"", "a b", "a.example:port", "[::1", "[]", "a/b", "a@b", "[::1]x"})
    EXPECT_EQ(host_of_field(wrong), "") << wrong;
}

TEST(HostField, AnswersUnderItsOwnNamesOnly) {
  EXPECT_TRUE(is_our_name("localhost", {}));
  EXPECT_TRUE(is_our_name("192.0.2.7", {}));
  EXPECT_TRUE(is_our_name("::1", {}));
  EXPECT_TRUE(is_our_name("freshet.example", {"freshet.example"}));
  EXPECT_FALSE(is_our_name("evil.example", {"freshet.example"}));
  EXPECT_FALSE(is_our_name("127.0.0.1.evil.example", {}));
  EXPECT_FALSE(is_our_name("", {}));
}

TEST(HttpHead, CannotBeSplitByValues) {
  const HttpResponse response{.status = 200,
                              .fields = {{"Location", "/a\r\nSet-Cookie: b=c"}, {"bad name", "x"}}};
  const auto head = head_of(response, {.length = 3}, Time{});
  EXPECT_EQ(head,
            "HTTP/1.1 200 OK\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\n"
            "Location: /a  Set-Cookie: b=c\r\nContent-Length: 3\r\n\r\n");
}

TEST(HttpMessage, ProblemsAreJson) {
  EXPECT_EQ(problem(404, "there is no page \"a\"").body,
            "{\"type\":\"about:blank\",\"title\":\"Not Found\",\"status\":404,"
            "\"detail\":\"there is no page \\\"a\\\"\"}\n");
}

TEST(HttpMessage, TellsPathFromQuery) {
  const HttpRequest request{.target = "/a/b?c=d?e"};
  EXPECT_EQ(request.path(), "/a/b");
  EXPECT_EQ(request.query(), "c=d?e");
  EXPECT_EQ(HttpRequest{.target = "/a"}.query(), "");
}

}  // namespace
}  // namespace freshet
