#include "practice/practice_server.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <sys/socket.h>
#include <unistd.h>

#include <mutex>
#include <thread>

#include "practice/dns_message.h"
#include "practice/site.h"

namespace freshet {
namespace {

// A server on free ports with a frozen clock, and a client of bare sockets.
class PracticeServerTest : public testing::Test {
 protected:
  PracticeServerTest() {
    PracticeServerOptions options{.http_port = 0, .https_port = 0, .dns_port = 0, .time_factor = 0};
    options.log = [this](const PracticeLogLine& line) {
      const std::lock_guard guard(mutex_);
      log_.push_back(line);
    };
    auto opened = PracticeServer::open({.seed = 5, .hosts = 200, .pages = 2000}, options);
    EXPECT_TRUE(opened) << opened.error().message;
    server_ = std::move(*opened);
    thread_ = std::thread([this] { EXPECT_TRUE(server_->run()); });
  }

  ~PracticeServerTest() override { stop(); }

  void stop() {
    if (!thread_.joinable()) return;
    server_->stop();
    thread_.join();
  }

  const World& world() const { return server_->world(); }

  HostFacts host_with(HostFault fault, bool is_tls = false) const {
    for (std::uint64_t n = 0; n < world().hosts().count(); ++n) {
      const HostFacts host = world().hosts().by_number(n);
      if (host.fault == fault && host.is_tls == is_tls) return host;
    }
    ADD_FAILURE() << "no host is " << name_of(fault);
    return world().hosts().by_number(0);
  }

  int connect_to(const HostFacts& host) const {
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const timeval limit{.tv_sec = 5, .tv_usec = 0};
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    sockaddr_in name{};
    name.sin_family = AF_INET;
    name.sin_port = htons(host.is_tls ? world().plan().https_port : world().plan().http_port);
    name.sin_addr.s_addr = htonl(host.addresses.front().v4());
    EXPECT_EQ(connect(socket, reinterpret_cast<sockaddr*>(&name), sizeof name), 0);
    return socket;
  }

  static std::string request_for(const HostFacts& host, const std::string& target) {
    return "GET " + target + " HTTP/1.1\r\nHost: " + host.name + "\r\nConnection: close\r\n\r\n";
  }

  // Reads until the connection ends, or `bytes_max`.
  static std::string read_all(int socket, std::size_t bytes_max) {
    std::string all;
    char bytes[16384];
    while (all.size() < bytes_max) {
      const ssize_t got = recv(socket, bytes, sizeof bytes, 0);
      if (got <= 0) break;
      all.append(bytes, static_cast<std::size_t>(got));
    }
    return all;
  }

  std::string raw(const HostFacts& host, const std::string& request,
                  std::size_t bytes_max = 1 << 26) const {
    const int socket = connect_to(host);
    EXPECT_EQ(send(socket, request.data(), request.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(request.size()));
    const std::string all = read_all(socket, bytes_max);
    close(socket);
    return all;
  }

  std::string get(const HostFacts& host, const std::string& target) const {
    return raw(host, request_for(host, target));
  }

  // Sends GET over TLS and verifies the name. Returns "" if the handshake fails.
  std::string get_by_tls(const HostFacts& host, const std::string& target) const {
    SSL_CTX* context = SSL_CTX_new(TLS_client_method());
    BIO* bio = BIO_new_mem_buf(server_->authority_pem().data(), -1);
    X509* authority = PEM_read_bio_X509(bio, nullptr, nullptr, nullptr);
    X509_STORE_add_cert(SSL_CTX_get_cert_store(context), authority);
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nullptr);
    const int socket = connect_to(host);
    SSL* session = SSL_new(context);
    SSL_set_fd(session, socket);
    SSL_set_tlsext_host_name(session, host.name.c_str());
    SSL_set1_host(session, host.name.c_str());
    std::string all;
    const std::string request = request_for(host, target);
    if (SSL_connect(session) == 1 &&
        SSL_write(session, request.data(), static_cast<int>(request.size())) > 0) {
      char bytes[16384];
      for (int got = 0; (got = SSL_read(session, bytes, sizeof bytes)) > 0;)
        all.append(bytes, static_cast<std::size_t>(got));
    }
    ERR_clear_error();
    SSL_free(session);
    close(socket);
    X509_free(authority);
    BIO_free(bio);
    SSL_CTX_free(context);
    return all;
  }

  // Returns the world's answer in its wire form.
  std::string said(const HostFacts& host, const std::string& target) const {
    const PracticeAnswer answer = world().answer({.is_tls = host.is_tls,
                                                  .host = host.name,
                                                  .target = target,
                                                  .headers = {{"Connection", "close"}},
                                                  .address = host.addresses.front()},
                                                 world().plan().began);
    return head_bytes(answer) + wire_body(answer);
  }

  std::string query(const std::string& name, DnsType type, bool expects_silence = false) const {
    std::string message("\x12\x34\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00", 12);
    for (std::size_t at = 0; at <= name.size();) {
      const std::size_t dot = std::min(name.find('.', at), name.size());
      message += static_cast<char>(dot - at);
      message += name.substr(at, dot - at);
      at = dot + 1;
    }
    message += std::string("\0\0", 2) + static_cast<char>(type) + std::string("\0\1", 2);
    const int socket = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    const timeval limit{.tv_sec = expects_silence ? 0 : 5, .tv_usec = 100'000};
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(server_->dns_port());
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    sendto(socket, message.data(), message.size(), 0, reinterpret_cast<sockaddr*>(&to), sizeof to);
    char bytes[1024];
    const ssize_t got = recv(socket, bytes, sizeof bytes, 0);
    close(socket);
    return got > 0 ? std::string(bytes, static_cast<std::size_t>(got)) : "";
  }

  std::unique_ptr<PracticeServer> server_;
  std::thread thread_;
  std::mutex mutex_;  // guards log_
  std::vector<PracticeLogLine> log_;
};

TEST_F(PracticeServerTest, SaysByteForByteWhatTheWorldSays) {
  int compared = 0;
  for (std::uint64_t rank = 0; rank < 30; ++rank) {
    const HostFacts host = world().hosts().by_rank(rank);
    const Site site(world().plan(), host);
    std::vector<std::string> targets = {"/robots.txt", "/sitemap.xml", "/", "/no", "/img/1.png"};
    for (std::uint64_t k = 0; k < site.count(); k += 1 + site.count() / 4)
      targets.push_back(site.page(k).path);
    for (const std::string& target : targets) {
      EXPECT_EQ(host.is_tls ? get_by_tls(host, target) : get(host, target), said(host, target))
          << host.base << target;
      ++compared;
    }
  }
  EXPECT_GT(compared, 200);
}

TEST_F(PracticeServerTest, KeepsConnectionsAndAnswersInOrder) {
  const HostFacts host = host_with(HostFault::none);
  const std::string first = "GET /robots.txt HTTP/1.1\r\nHost: " + host.name + "\r\n\r\n";
  EXPECT_EQ(raw(host, first + request_for(host, "/style/main.css")),
            said(host, "/robots.txt") + said(host, "/style/main.css"));
}

TEST_F(PracticeServerTest, WritesDownEveryRequest) {
  const HostFacts host = host_with(HostFault::none);
  get(host, "/robots.txt");
  stop();
  ASSERT_EQ(log_.size(), 1u);
  EXPECT_EQ(log_[0].url, host.base + "/robots.txt");
  EXPECT_EQ(log_[0].host, host.base.substr(7));
  EXPECT_EQ(log_[0].address, host.addresses.front().text());
  EXPECT_GT(log_[0].status, 199);
  EXPECT_GT(log_[0].start, Tick{});
  EXPECT_GE(log_[0].end, log_[0].start);
}

TEST_F(PracticeServerTest, MisbehavesOnTheWire) {
  const auto page = [&](HostFault fault) {
    const HostFacts host = host_with(fault);
    return std::pair(host, Site(world().plan(), host).page(1).path);
  };
  const auto [none, none_path] = page(HostFault::reset_before_head);
  EXPECT_EQ(get(none, none_path), "");
  const auto [half, half_path] = page(HostFault::reset_in_body);
  EXPECT_TRUE(said(half, half_path).starts_with(get(half, half_path)));
  const auto [more, more_path] = page(HostFault::says_more);
  EXPECT_EQ(get(more, more_path), said(more, more_path));
  const auto [chunks, chunks_path] = page(HostFault::bad_chunks);
  EXPECT_NE(get(chunks, chunks_path).find("this is no chunk"), std::string::npos);
  const auto [ssh, ssh_path] = page(HostFault::no_http);
  EXPECT_EQ(get(ssh, ssh_path), "SSH-2.0-practice\r\n");
  const auto [endless, endless_path] = page(HostFault::endless);
  EXPECT_GE(raw(endless, request_for(endless, endless_path), 8 << 20).size(), 8u << 20);
  const auto [drip, drip_path] = page(HostFault::drip);
  const std::string drops = raw(drip, request_for(drip, drip_path), 10);
  EXPECT_TRUE(drops.starts_with("HTTP/1.1 200 OK")) << drops;
}

TEST_F(PracticeServerTest, ShowsACertificateForTheNameUnlessItShallNot) {
  const HostFacts good = host_with(HostFault::none, true);
  EXPECT_TRUE(get_by_tls(good, "/robots.txt").starts_with("HTTP/1.1 "));
  EXPECT_EQ(get_by_tls(host_with(HostFault::wrong_certificate, true), "/"), "");
}

TEST_F(PracticeServerTest, RefusesWhatIsNoRequest) {
  const HostFacts host = host_with(HostFault::none);
  EXPECT_TRUE(raw(host, "nonsense\r\n\r\n").starts_with("HTTP/1.1 400 "));
  EXPECT_TRUE(raw(host, "POST / HTTP/1.1\r\nHost: a\r\n\r\n").starts_with("HTTP/1.1 405 "));
  EXPECT_TRUE(raw(host, "GET / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 400 "));
  EXPECT_TRUE(raw(host, "GET / HTTP/1.1\r\nHost: nobody.test\r\nConnection: close\r\n\r\n")
                  .starts_with("HTTP/1.1 421 "));
  // The start of a TLS ClientHello: no HTTP head follows, so the server does not wait for one.
  EXPECT_TRUE(raw(host, "\x16\x03\x01\x02").starts_with("HTTP/1.1 400 "));
}

TEST_F(PracticeServerTest, SpeaksToThisMachineOnly) {
  ifaddrs* all = nullptr;
  ASSERT_EQ(getifaddrs(&all), 0);
  HostFacts host = host_with(HostFault::none);
  bool is_tested = false;
  for (const ifaddrs* one = all; one != nullptr; one = one->ifa_next) {
    if (one->ifa_addr == nullptr || one->ifa_addr->sa_family != AF_INET) continue;
    const auto address =
        ntohl(reinterpret_cast<const sockaddr_in*>(one->ifa_addr)->sin_addr.s_addr);
    if (address >> 24 == 127) continue;
    host.addresses = {IpAddress::v4(address)};
    EXPECT_EQ(get(host, "/"), "") << host.addresses.front().text();
    is_tested = true;
  }
  freeifaddrs(all);
  if (!is_tested) GTEST_SKIP() << "NOT TESTED: this machine has no address but its own";
}

TEST_F(PracticeServerTest, SaysThatAPortIsTaken) {
  const PracticeServerOptions options{.http_port = world().plan().http_port, .https_port = 0};
  const auto second = PracticeServer::open({}, options);
  ASSERT_FALSE(second);
  EXPECT_TRUE(second.error().message.starts_with("cannot listen at TCP port "))
      << second.error().message;
}

TEST_F(PracticeServerTest, AnswersForNames) {
  const HostFacts host = host_with(HostFault::none);
  const std::string found = query(host.name, DnsType::a);
  ASSERT_GE(found.size(), 12u);
  EXPECT_EQ(found.substr(0, 4), std::string("\x12\x34\x85\x80", 4));
  const auto bytes = host.addresses.front().bytes();
  EXPECT_EQ(found.substr(found.size() - 4), std::string(bytes.begin(), bytes.begin() + 4));
  EXPECT_EQ(query(host.name, DnsType::aaaa)[7], 0);  // no answers, no error
  EXPECT_EQ(query(host.name, DnsType::aaaa)[3] & 15, 0);
  EXPECT_EQ(query("practice.test", DnsType::ns)[7], 2);
  EXPECT_EQ(query("www.example.com", DnsType::a)[3] & 15, 3);
  EXPECT_EQ(query(host_with(HostFault::name_missing).name, DnsType::a)[3] & 15, 3);
  EXPECT_EQ(query(host_with(HostFault::name_fails).name, DnsType::a)[3] & 15, 2);
  EXPECT_EQ(query(host_with(HostFault::name_silent).name, DnsType::a, true), "");
  const std::string hidden = query(host_with(HostFault::name_private).name, DnsType::a);
  EXPECT_EQ(hidden.substr(hidden.size() - 4), std::string("\x0a\0\0\1", 4));
}

TEST(DnsMessage, RefusesEveryTruncationOfAQuery) {
  const std::string query(
      "\x12\x34\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00\x01"
      "A\x04test\x00\x00\x01\x00\x01",
      24);
  const auto question = read_dns_query(query);
  ASSERT_TRUE(question);
  EXPECT_EQ(question->name, "a.test");
  for (std::size_t size = 0; size < query.size(); ++size)
    EXPECT_FALSE(read_dns_query(query.substr(0, size))) << size;
}

}  // namespace
}  // namespace freshet
