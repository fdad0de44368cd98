// Accounts, watches and channels of a running server, by its API and by commands beside it.
#include <gtest/gtest.h>
#include <signal.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "http_client.h"
#include "program.h"
#include "small_server.h"
#include "testkit/nginx.h"

namespace {

using nlohmann::json;

class PeopleCliTest : public ProgramTest {
 protected:
  // Starts a server, runs `talk` once it is ready, and stops it.
  void serve(const std::string& listen, const std::function<void()>& talk) {
    const Ran ran = run_and_signal({"serve", "--archive", "web", "--allow-net", "127.0.0.0/8",
                                    "--listen", listen + ":" + std::to_string(port_)},
                                   SIGTERM, [&] {
                                     if (ask(port_, "GET", "/readyz").status != 200) return false;
                                     talk();
                                     return true;
                                   });
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
  }

  Answered api(const std::string& method, const std::string& path, const json& body = nullptr,
               const std::string& more = "") const {
    return ask(port_, method, "/api/v1" + path, body.is_null() ? "" : body.dump(), more);
  }
  static json parsed(const Answered& answered) {
    return json::parse(answered.body, nullptr, false);
  }

  // Returns the header line that sends the cookie of an answer back.
  static std::string cookie_of(const Answered& answered) {
    const std::size_t begin = answered.head.find("freshet_session=");
    if (begin == std::string::npos) return "";
    return "Cookie: " + answered.head.substr(begin, answered.head.find(';', begin) - begin) +
           "\r\n";
  }
  // Returns the path of the link that the server printed.
  std::string printed_link() const {
    const std::string text = said();
    const std::size_t begin = text.find("/invitation/fri_");
    if (begin == std::string::npos) return "";
    return text.substr(begin, text.find_first_of(" \n\"", begin) - begin);
  }

  void first_account_by_link();
  void tokens_and_watches();
  void viewers_only_read();
  void feeds_and_metrics();

  std::uint16_t port_ = freshet::testkit::free_port();
  std::string cookie_;  // of the administrator
  std::string token_;   // of hers: reads and writes
};

void PeopleCliTest::first_account_by_link() {
  const std::string link = printed_link();
  ASSERT_FALSE(link.empty()) << said();
  EXPECT_EQ(api("GET", "/watches").status, 401);
  const Answered page = ask(port_, "GET", link);
  EXPECT_EQ(page.status, 200);
  EXPECT_TRUE(has(page.head, "Content-Security-Policy: default-src 'none'")) << page.head;
  EXPECT_EQ(ask(port_, "POST", link, "name=ann&password=short").status, 400);
  EXPECT_EQ(
      ask(port_, "POST", link, "name=ann&password=correct+horse", "Origin: http://evil\r\n").status,
      403);
  EXPECT_EQ(ask(port_, "POST", link, "name=ann&password=correct+horse").status, 200);
  EXPECT_EQ(ask(port_, "GET", link).status, 404) << "it works once";
  EXPECT_EQ(api("POST", "/session", {{"name", "ann"}, {"password", "wrong horse"}}).status, 401);
  const Answered login = api("POST", "/session", {{"name", "ann"}, {"password", "correct horse"}});
  EXPECT_EQ(login.status, 201) << login.body;
  EXPECT_TRUE(has(login.head, "HttpOnly; SameSite=Strict")) << login.head;
  cookie_ = cookie_of(login);
  EXPECT_EQ(parsed(api("GET", "/session", nullptr, cookie_))["role"], "admin");
}

void PeopleCliTest::tokens_and_watches() {
  const json wish = {{"name", "script"}, {"scopes", {"read", "write"}}};
  EXPECT_EQ(api("POST", "/tokens", wish, cookie_ + "Origin: http://evil.example\r\n").status, 403);
  const json made = parsed(api("POST", "/tokens", wish, cookie_));
  token_ = "Authorization: Bearer " + made.value("token", "") + "\r\n";
  EXPECT_EQ(api("POST", "/tokens", wish, token_).status, 403) << "a token makes no tokens";
  const Answered wrong =
      api("POST", "/watches",
          {{"url", "https://a.example"}, {"parts", {{{"kind", "css"}, {"expression", "p >"}}}}},
          token_);
  EXPECT_EQ(wrong.status, 400);
  EXPECT_EQ(parsed(wrong)["errors"][0]["pointer"], "#/parts/0/expression") << wrong.body;
  const Answered added = api("POST", "/watches",
                             {{"url", "https://a.example"},
                              {"name", "Water"},
                              {"paused", true},
                              {"request", {{"user", "u"}, {"password", "pw-secret"}}}},
                             token_);
  EXPECT_EQ(added.status, 201) << added.body;
  EXPECT_FALSE(has(added.body, "pw-secret"));
  EXPECT_EQ(run({"watch", "add", "b.example/news", "--css", "h1", "--set", R"({"paused":true})",
                 "--archive", "web"})
                .exit_code,
            0);
  const Ran listed = run({"watch", "list", "--json", "--archive", "web"});
  EXPECT_EQ(listed.out, api("GET", "/watches", nullptr, cookie_).body + "\n");
  EXPECT_EQ(json::parse(listed.out)["items"].size(), 2U);
  EXPECT_EQ(run({"watch", "edit", "2", "--css", "p >", "--archive", "web"}).exit_code, 2);
}

void PeopleCliTest::viewers_only_read() {
  const json link = parsed(api("POST", "/invitations", {{"role", "viewer"}}, cookie_));
  const std::string secret = link.value("path", "").substr(std::string("/invitation/").size());
  const Answered joined =
      api("POST", "/invitations/accept",
          {{"invitation", secret}, {"name", "bob"}, {"password", "battery staple"}});
  EXPECT_EQ(joined.status, 201) << joined.body;
  const std::string bob = cookie_of(joined);
  EXPECT_EQ(parsed(api("GET", "/watches", nullptr, bob))["items"].size(), 0U);
  EXPECT_EQ(api("GET", "/watches/1", nullptr, bob).status, 404);
  EXPECT_EQ(api("PATCH", "/watches/1", {{"paused", true}}, bob).status, 403);
  EXPECT_EQ(api("GET", "/people", nullptr, bob).status, 403);
  EXPECT_EQ(run({"person", "disable", "bob", "--archive", "web"}).exit_code, 0);
  EXPECT_EQ(api("GET", "/watches", nullptr, bob).status, 401) << "at once";
}

void PeopleCliTest::feeds_and_metrics() {
  const json feed = parsed(api("POST", "/feeds", json::object(), cookie_));
  const Answered atom = ask(port_, "GET", feed.value("atom", ""));
  EXPECT_EQ(atom.status, 200);
  EXPECT_TRUE(has(atom.body, "<feed xmlns=\"http://www.w3.org/2005/Atom\"")) << atom.body;
  const std::size_t tag = atom.head.find("ETag: ") + 6;
  const std::string known = atom.head.substr(tag, atom.head.find('\r', tag) - tag);
  EXPECT_EQ(
      ask(port_, "GET", feed.value("atom", ""), "", "If-None-Match: " + known + "\r\n").status,
      304);
  EXPECT_EQ(ask(port_, "GET", "/feed/frf_guess.atom").status, 404);
  EXPECT_EQ(ask(port_, "GET", "/silence/s-1-1-1-guess").status, 404);
  EXPECT_EQ(ask(port_, "GET", "/metrics").status, 401);
  EXPECT_TRUE(has(ask(port_, "GET", "/metrics", "", token_).body,
                  "freshet_watches{condition=\"waiting\"} 2\n"));
  int last = 0;
  for (int i = 0; i < 100 && last != 429; ++i) last = ask(port_, "GET", "/feed/x.atom").status;
  EXPECT_EQ(last, 429);
}

TEST_F(PeopleCliTest, AServerIsSharedByPeople) {
  serve("0.0.0.0", [&] {
    first_account_by_link();
    tokens_and_watches();
    viewers_only_read();
    feeds_and_metrics();
  });
}

TEST_F(PeopleCliTest, CommandsManageTheRegistryWithoutAServer) {
  file("urls.yaml",
       "url: https://a.example/\nname: A\n---\nurl: https://b.example/\nfilter: [jq: .a]\n");
  const Ran imported = run({"watch", "import", "urls.yaml", "--archive", "web"});
  EXPECT_EQ(imported.exit_code, 0) << imported.err;
  EXPECT_TRUE(has(imported.out, "1 watch taken over, 1 refused, 0 channels\n")) << imported.out;
  file("key.txt", "tk_secret\n");
  const Ran channel = run({"channel", "add", "--name", "phone", "--kind", "ntfy", "--field",
                           "topic=water", "--field", "token=@key.txt", "--archive", "web"});
  EXPECT_EQ(channel.exit_code, 0) << channel.err;
  EXPECT_TRUE(has(channel.out, "phone  water at ntfy.sh"));
  EXPECT_EQ(run({"watch", "edit", "1", "--channel", "phone", "--archive", "web"}).exit_code, 0);
  const Ran exported = run({"watch", "export", "--archive", "web"});
  EXPECT_TRUE(has(exported.out, "[channel.")) << exported.out;
  EXPECT_FALSE(has(exported.out, "tk_secret"));
  file("watches.toml", exported.out);
  const Ran applied = run({"watch", "apply", "watches.toml", "--prune", "--archive", "web"});
  EXPECT_EQ(applied.out, "0 added, 0 changed, 1 as they were, 0 removed; 0 tags, 1 channel\n")
      << applied.err;
  EXPECT_EQ(run({"deliveries", "--archive", "web"}).out, "");
  EXPECT_TRUE(has(run({"person", "add", "ann", "--role", "admin", "--archive", "web"}).out,
                  "/invitation/fri_"));
  EXPECT_TRUE(run({"token", "make", "script", "--archive", "web"}).out.starts_with("frt_"));
}

TEST_F(PeopleCliTest, ATestShowsWhatAWatchWouldCompareAndTell) {
  const auto shop = [](const std::string& price) {
    return "<!DOCTYPE html><title>Shop</title><b id=price>" + price + "</b><p>Nothing.";
  };
  SmallServer site({{"/", shop("12 EUR")}});
  const Words words = {"watch",       "test",        site.url("/"), "--css", "#price",
                       "--allow-net", "127.0.0.0/8", "--archive",   "web"};
  const Ran alone = run(words);
  EXPECT_EQ(alone.out, "  12 EUR\n1 line of " + site.url("/") +
                           " is compared (HTML, status 200)\n"
                           "the archive has no version to compare with\n")
      << alone.err;
  EXPECT_EQ(run({"crawl", site.url("/"), "--allow-net", "127.0.0.0/8", "--delay", "1ms",
                 "--archive", "web"})
                .exit_code,
            0);
  site.set("/", shop("13 EUR"));
  const Ran against = run(words);
  EXPECT_TRUE(has(against.out, ": changed\n  [-12-] {+13+} EUR\n")) << against.out << against.err;
  const Ran refused =
      run({"watch", "test", site.url("/"), "--allow-net", "10.0.0.0/8", "--archive", "web"});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_TRUE(has(refused.err, "127.0.0.1 is refused")) << refused.err;
}

}  // namespace
