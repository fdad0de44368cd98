// freshet refresh as its users meet it, against nginx.
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "program.h"
#include "testkit/nginx.h"

namespace {

using nlohmann::json;

class RefreshCliTest : public ProgramTest {
 protected:
  RefreshCliTest() {
    std::filesystem::create_directory(folder() / "www");
    page("index.html", "<a href=a.html>a</a> <a href=b.html>b</a>");
    page("a.html", "<p>The first page says this and that.</p>");
    page("b.html", "<p>The second page says something else.</p>");
    write("style.css", "p { color: red }");
    const std::string directory = (folder() / "nginx").string();
    std::filesystem::create_directory(directory);
    nginx_ = std::make_unique<freshet::testkit::Nginx>(
        directory,
        "gzip on; gzip_types text/css; gzip_min_length 1; gzip_http_version 1.0;\n"
        "types { text/html html; text/css css; }\n"
        "log_format asked '$request_method $uri $status';\n"
        "server { listen 127.0.0.1:" +
            std::to_string(port_) + "; root " + (folder() / "www").string() + "; access_log " +
            log_name() + " asked; }",
        port_);
  }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder() / "www" / name) << text;
  }
  void page(const std::string& name, const std::string& text) const {
    write(name, "<!DOCTYPE html><link rel=stylesheet href=style.css><title>" + name + "</title>" +
                    text + "<p>" + std::string(300, 'x') + "</p>");
  }
  std::string log_name() const { return (folder() / "nginx" / "asked.log").string(); }
  std::string url(const std::string& path = "/") const {
    return "http://127.0.0.1:" + std::to_string(port_) + path;
  }

  Ran with_archive(const std::string& command, const Words& more = {}) const {
    Words words = {command, "--archive", "web"};
    words.insert(words.end(), more.begin(), more.end());
    return run(words);
  }
  Ran fetch(const std::string& command, const Words& more = {}) const {
    Words words = {"--allow-net", "127.0.0.0/8", "--delay", "1ms"};
    words.insert(words.end(), more.begin(), more.end());
    return with_archive(command, words);
  }

  // Requests for `path` since the last call: "GET 304".
  std::vector<std::string> asked(const std::string& path) {
    std::ifstream log(log_name());
    std::vector<std::string> found;
    std::size_t number = 0;
    for (std::string method, uri, status; log >> method >> uri >> status; ++number)
      if (number >= seen_[path] && uri == path) found.push_back(method + " " + status);
    seen_[path] = number;
    return found;
  }

 private:
  std::uint16_t port_ = freshet::testkit::free_port();
  std::unique_ptr<freshet::testkit::Nginx> nginx_;
  std::map<std::string, std::size_t> seen_;
};

// With gzip nginx marks the ETag of a 200 as weak and that of a 304 not.
TEST_F(RefreshCliTest, APackedPageThatIsAsItWasCostsOneRequestWithoutABody) {
  ASSERT_EQ(fetch("crawl", {url()}).exit_code, 0);
  EXPECT_EQ(asked("/a.html"), Words{"GET 200"});
  EXPECT_EQ(asked("/style.css"), Words{"GET 200"});
  for (int i = 0; i < 4; ++i) {
    const Ran ran = fetch("refresh", {"--all"});
    ASSERT_EQ(ran.exit_code, 0) << ran.err;
    EXPECT_TRUE(has(ran.out, "3 checks: 0 changed, 3 unchanged")) << ran.out;
    const Words requests = asked("/a.html");
    ASSERT_EQ(requests.size(), 1U) << "refresh " << i;
    EXPECT_TRUE(requests[0] == "GET 304" || requests[0] == "HEAD 200") << requests[0];
    EXPECT_EQ(asked("/style.css").size(), 1U);
  }
}

TEST_F(RefreshCliTest, AllIncludesPagesThatAreGone) {
  ASSERT_EQ(fetch("crawl", {url()}).exit_code, 0);
  std::filesystem::rename(folder() / "www" / "b.html", folder() / "www" / "away");
  for (int i = 0; i < 3; ++i) fetch("refresh", {"--all"});
  std::filesystem::rename(folder() / "www" / "away", folder() / "www" / "b.html");
  asked("/b.html");
  const Ran ran = fetch("refresh", {"--all"});
  EXPECT_EQ(asked("/b.html").size(), 1U) << ran.out;
}

TEST_F(RefreshCliTest, NamesWhatIsNewChangedAndGone) {
  ASSERT_EQ(fetch("crawl", {url()}).exit_code, 0);
  page("index.html", "<a href=a.html>a</a> <a href=c.html>c</a> <p>There is a third page.</p>");
  page("a.html", "<p>The first page says that and this, and more than before.</p>");
  page("c.html", "<p>The third page is new.</p>");
  std::filesystem::remove(folder() / "www" / "b.html");
  const Ran ran = fetch("refresh", {"--all", "--json"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  std::map<std::string, std::string> told;
  json finished;
  std::istringstream lines(ran.out);
  for (std::string line; std::getline(lines, line);) {
    const json event = json::parse(line);
    if (event["event"] == "page") told[event["url"]] = event["change"];
    if (event["event"] == "finished") finished = event;
  }
  EXPECT_EQ(told, (std::map<std::string, std::string>{{url(), "changed"},
                                                      {url("/a.html"), "changed"},
                                                      {url("/b.html"), "removed"},
                                                      {url("/c.html"), "added"}}));
  EXPECT_EQ(finished["changed"], 2);
  EXPECT_TRUE(finished["next_check"].is_string());

  const std::string report = with_archive("report").out;
  EXPECT_TRUE(has(report, "new recently (UTC)\n")) << report;
  EXPECT_TRUE(has(report, "gone recently (UTC)\n")) << report;
  const json parts = json::parse(with_archive("report", {"--json"}).out);
  EXPECT_EQ(parts["new_pages"][0]["url"], url("/c.html"));
  EXPECT_EQ(parts["gone_pages"][0]["url"], url("/b.html"));

  const std::string changes = with_archive("changes", {"--plain"}).out;
  EXPECT_TRUE(has(changes, "changed  ")) << changes;
  EXPECT_TRUE(has(changes, "\n    - The first page says this and that.\n")) << changes;
  EXPECT_TRUE(has(changes, "\n    + The first page says that and this, and more")) << changes;
  EXPECT_TRUE(json::accept(with_archive("changes", {"--limit", "1"}).out)) << "in a pipe";
  const std::string shown = run_on_terminal({"changes", "--archive", "web"});
  EXPECT_TRUE(has(shown, "removed             " + url("/b.html"))) << shown;

  const std::string more = fetch("refresh", {url("/a.html")}).out;
  EXPECT_TRUE(has(more, "1 check: 0 changed, 1 unchanged")) << more;
}

TEST_F(RefreshCliTest, APageThatIsNamedIsCheckedNowAndNothingElse) {
  ASSERT_EQ(fetch("crawl", {url()}).exit_code, 0);
  for (const char* path : {"/", "/a.html", "/b.html", "/style.css"}) asked(path);
  page("a.html", "<p>The first page says that and this, and more than before.</p>");
  const Ran ran = fetch("refresh", {url("/a.html")});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_TRUE(has(ran.out, "changed  ")) << ran.out;
  EXPECT_TRUE(has(ran.out, url("/a.html"))) << ran.out;
  EXPECT_TRUE(has(ran.out, "1 check: 1 changed")) << ran.out;
  EXPECT_EQ(asked("/a.html"), Words{"GET 200"});
  EXPECT_EQ(asked("/b.html"), Words{});
  EXPECT_EQ(asked("/style.css"), Words{});

  EXPECT_EQ(fetch("refresh", {url("/style.css")}).exit_code, 0);
  EXPECT_EQ(asked("/style.css"), Words{"GET 304"});
  const Ran unknown = fetch("refresh", {url("/nowhere.html")});
  EXPECT_EQ(unknown.exit_code, 1);
  EXPECT_TRUE(has(unknown.err, "/nowhere.html")) << unknown.err;
}

TEST_F(RefreshCliTest, SaysWhyNothingWasCheckedAndWhenSomethingWillBe) {
  ASSERT_EQ(fetch("crawl", {url()}).exit_code, 0);
  const Ran ran = fetch("refresh", {"--once"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_TRUE(has(ran.out, "0 checks")) << ran.out;
  EXPECT_TRUE(has(ran.out, "nothing is due yet. The next check is in ")) << ran.out;
  EXPECT_TRUE(has(ran.out, "freshet refresh --all checks every page now.")) << ran.out;
}

TEST_F(RefreshCliTest, AnAddressOfThisMachineNeedsNoContact) {
  for (const char* command : {"crawl", "refresh"}) {
    const Ran ran = with_archive(command, std::string(command) == "crawl" ? Words{url()} : Words{});
    EXPECT_EQ(ran.exit_code, 2);
    EXPECT_TRUE(has(ran.err, "--allow-net 127.0.0.1 allows it")) << ran.err;
    EXPECT_FALSE(has(ran.err, "public")) << ran.err;
    ASSERT_EQ(fetch("crawl", {url()}).exit_code, 0);
  }
}

TEST_F(RefreshCliTest, ReadsItsSettingsAgain) {
  ASSERT_EQ(fetch("crawl", {url()}).exit_code, 0);
  const Ran ran = run_and_signal({"refresh", "--archive", "web", "--allow-net", "127.0.0.0/8",
                                  "--delay", "1ms", "--every", "1h", "--json"},
                                 {{SIGHUP, [&] { return has(printed(), "\"started\""); }},
                                  {SIGTERM, [&] { return has(said(), "reloaded: log.level"); }}});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_TRUE(has(ran.err, "reloaded: log.level")) << ran.err;
}

// The back-off between the tries that follow is that of any host.
TEST_F(RefreshCliTest, ASeedThatDoesNotAnswerIsToldAtOnce) {
  const std::string port = std::to_string(freshet::testkit::free_port());
  const auto began = std::chrono::steady_clock::now();
  const Ran ran = run_and_signal(
      {"crawl", "--archive", "web", "--allow-net", "127.0.0.0/8", "http://127.0.0.1:" + port + "/"},
      SIGINT, [&] { return has(said(), "does not answer"); });
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(20));
  EXPECT_TRUE(has(ran.err, "127.0.0.1:" + port + " does not answer: ")) << ran.err;
  EXPECT_TRUE(has(ran.err, "; it is tried again")) << ran.err;
}

TEST_F(RefreshCliTest, ASeedThatIsGivenUpForNowIsToldWithItsWait) {
  const std::string port = std::to_string(freshet::testkit::free_port());
  const Ran ran = run_and_signal({"crawl", "--archive", "web", "--allow-net", "127.0.0.0/8",
                                  "--delay", "1ms", "http://127.0.0.1:" + port + "/"},
                                 SIGINT, [&] { return has(said(), "again in"); });
  EXPECT_TRUE(has(ran.err, "127.0.0.1:" + port + " does not answer: ")) << ran.err;
  EXPECT_TRUE(has(ran.err, "it is tried again in 5 min")) << ran.err;
}

}  // namespace
