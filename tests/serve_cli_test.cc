// freshet serve as its users meet it.
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "http_client.h"
#include "program.h"
#include "small_server.h"
#include "testkit/nginx.h"
#include "testkit/notify_socket.h"

namespace {

using nlohmann::json;

std::string page(const std::string& text) {
  return "<!DOCTYPE html><title>A page</title><p>" + text + "<p>" + std::string(300, 'x');
}

class ServeCliTest : public ProgramTest {
 protected:
  // Starts a server, runs `talk` once it is ready, and stops it by SIGTERM.
  Ran serve(const std::function<void()>& talk, const Words& more = {}) {
    Words words = {"serve",       "--archive",   "web",
                   "--allow-net", "127.0.0.0/8", "--delay",
                   "1ms",         "--listen",    "127.0.0.1:" + std::to_string(port_),
                   "--log-level", "info"};
    words.insert(words.end(), more.begin(), more.end());
    return run_and_signal(words, SIGTERM, [&] {
      if (ask(port_, "GET", "/readyz").status != 200) return false;
      talk();
      return true;
    });
  }

  json get(const std::string& path) const {
    const Answered answered = ask(port_, "GET", "/api/v1" + path);
    EXPECT_EQ(answered.status, 200) << path << ": " << answered.body;
    return json::parse(answered.body, nullptr, false);
  }
  std::string text(const std::string& path) const {
    return ask(port_, "GET", "/api/v1" + path).body;
  }

  // Orders a job and waits for its end.
  json carry_out(const json& order) const {
    const Answered answered = ask(port_, "POST", "/api/v1/jobs", order.dump());
    EXPECT_EQ(answered.status, 202) << answered.body;
    const json job = json::parse(answered.body, nullptr, false);
    return wait_for_end(job.value("id", 0));
  }
  json wait_for_end(int id) const {
    for (int i = 0; i < 600; ++i) {
      json job = get("/jobs/" + std::to_string(id));
      if (job["state"] != "waiting" && job["state"] != "running") return job;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    ADD_FAILURE() << "job " << id << " does not end";
    return {};
  }

  std::uint16_t port_ = freshet::testkit::free_port();
};

TEST_F(ServeCliTest, CrawlsChecksAndCapturesWhatItIsAskedFor) {
  SmallServer site({{"/", page("Home. <a href=/a>a</a>")}, {"/a", page("The first text.")}});
  const std::string url = site.url("/");
  const Ran ran = serve([&] {
    const json crawl = carry_out({{"kind", "crawl"}, {"urls", {url}}});
    EXPECT_EQ(crawl["state"], "done");
    EXPECT_EQ(crawl["outcome"], "2 pages fetched");
    site.set("/a", page("Now it says something else entirely."));
    const json check = carry_out({{"kind", "refresh"}, {"urls", {site.url("/a")}}});
    EXPECT_EQ(check["outcome"], "1 page checked");
    const json changes = get("/changes")["items"];
    ASSERT_EQ(changes.size(), 3U) << changes;
    EXPECT_EQ(changes[2]["change"], "changed");
    EXPECT_EQ(changes[2]["url"], site.url("/a"));
    const json capture = carry_out({{"kind", "capture"}, {"urls", {url}}, {"name", "first"}});
    EXPECT_EQ(capture["state"], "done") << capture;
    EXPECT_EQ(get("/captures/first")["coherent"], 2);
    EXPECT_EQ(carry_out({{"kind", "crawl"}, {"urls", {url}}})["state"], "done")
        << "also if it has nothing to fetch";
    EXPECT_EQ(carry_out({{"kind", "refresh"}, {"everything", true}})["outcome"], "2 pages checked")
        << "it refreshes again after a capture";
  });
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(run({"verify", "--archive", "web"}).exit_code, 0);
}

// As systemd sees it, and what a browser may load of the archive.
TEST_F(ServeCliTest, TellsItsSupervisorAndShowsArchivedPagesOnAnotherOrigin) {
  SmallServer site({{"/", "<!DOCTYPE html><title>A</title><script>alert(1)</script><p>" +
                              std::string(300, 'x')}});
  const freshet::testkit::NotifySocket supervisor((folder() / "notify").string());
  variable("NOTIFY_SOCKET", (folder() / "notify").string());
  variable("WATCHDOG_USEC", "400000");
  const std::uint16_t replay_port = freshet::testkit::free_port();
  const Ran ran = serve(
      [&] {
        carry_out({{"kind", "crawl"}, {"urls", {site.url("/")}}});
        EXPECT_EQ(get("/server")["replay"], "http://127.0.0.1:" + std::to_string(replay_port));
        const Answered old = ask(replay_port, "GET", "/replay/20991231/" + site.url("/"));
        EXPECT_EQ(old.status, 200) << old.body;
        EXPECT_TRUE(has(old.head,
                        "Content-Security-Policy: sandbox allow-same-origin; default-src 'none'"));
        EXPECT_TRUE(has(old.head, "Memento-Datetime: "));
        EXPECT_TRUE(has(old.body, "<title>A</title>"));
        EXPECT_FALSE(has(old.body, "script"));
        EXPECT_EQ(ask(replay_port, "GET", "/replay/2099/" + site.url("/none")).status, 404);
        EXPECT_EQ(ask(replay_port, "GET", "/api/v1/server").status, 404);
        EXPECT_EQ(ask(port_, "GET", "/replay/2099/" + site.url("/")).status, 404);
      },
      {"--replay", "127.0.0.1:" + std::to_string(replay_port)});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  std::string told;
  for (std::string message; !(message = supervisor.heard()).empty();) told += message + "|";
  EXPECT_TRUE(told.starts_with("READY=1\nSTATUS=listening on 127.0.0.1:")) << told;
  EXPECT_TRUE(has(told, "|WATCHDOG=1|")) << told;
  EXPECT_TRUE(told.ends_with("|STOPPING=1|") || has(told, "|STOPPING=1|WATCHDOG=1|")) << told;
}

// One use case, two ways to it.
TEST_F(ServeCliTest, AnswersWhatTheCommandsPrint) {
  SmallServer site({{"/", page("Home. <a href=/a>a</a>")}, {"/a", page("The first text.")}});
  std::map<std::string, std::string> answers;
  const std::string a = site.url("/a");
  const Ran ran = serve([&] {
    carry_out({{"kind", "crawl"}, {"urls", {site.url("/")}}});
    site.set("/a", page("The second text is another one."));
    carry_out({{"kind", "refresh"}, {"everything", true}});
    for (const char* const path : {"/status", "/page/explanation?url=", "/page/difference?url=",
                                   "/page/history?url=", "/settings"})
      answers[path] = text(path + std::string(std::string(path).ends_with('=') ? a : ""));
    for (const char* const path : {"/changes", "/pages"}) answers[path] = text(path);
  });
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const auto printed_by = [&](Words words) {
    words.insert(words.end(), {"--archive", "web", "--json"});
    const Ran command = run(words);
    EXPECT_EQ(command.exit_code, 0) << command.err;
    return command.out.substr(0, command.out.size() - 1);
  };
  std::string& status = answers["/status"];
  const std::size_t place = status.find("\"running\":true");
  ASSERT_NE(place, std::string::npos);
  status.replace(place, 14, "\"running\":false");
  // The words of later findings tell how long ago and how likely, as of now.
  const auto findings = [](const std::string& text) {
    return json::parse(text)["findings"][0].dump() + json::parse(text)["findings"][1].dump();
  };
  EXPECT_EQ(findings(printed_by({"explain", a})), findings(answers["/page/explanation?url="]));
  EXPECT_EQ(json::parse(printed_by({"history", a}))["checks"],
            json::parse(answers["/page/history?url="])["checks"]);
  EXPECT_TRUE(has(answers["/page/difference?url="], printed_by({"diff", a})));
  // One JSON object a line is the array of a list.
  const auto as_list = [](std::string lines) {
    for (std::size_t at = 0; (at = lines.find('\n', at)) != std::string::npos;) lines[at] = ',';
    return "{\"items\":[" + lines + "]";
  };
  EXPECT_TRUE(answers["/pages"].starts_with(as_list(printed_by({"list"}))));
  EXPECT_TRUE(answers["/changes"].starts_with(as_list(printed_by({"changes", "--no-text"}))));
  const auto without_times = [](json value) {
    value.erase("crawl");  // it ended meanwhile
    return value;
  };
  EXPECT_EQ(without_times(json::parse(printed_by({"status"}))), without_times(json::parse(status)));
}

TEST_F(ServeCliTest, GoesOnWithItsJobsAfterAKill) {
  SmallServer site({{"/", page("Home. <a href=/slow>slow</a>")}, {"/slow", SmallServer::kSilence}});
  Words words = {"serve",       "--archive",   "web",
                 "--allow-net", "127.0.0.0/8", "--delay",
                 "1ms",         "--listen",    "127.0.0.1:" + std::to_string(port_)};
  run_and_signal(words, SIGKILL, [&] {
    if (ask(port_, "GET", "/readyz").status != 200) return false;
    const std::string order = json{{"kind", "crawl"}, {"urls", {site.url("/")}}}.dump();
    EXPECT_EQ(ask(port_, "POST", "/api/v1/jobs", order).status, 202);
    while (get("/jobs/1")["state"] == "waiting") {
    }
    return true;
  });
  site.set("/slow", page("An answer after all."));
  const Ran ran = serve([&] { EXPECT_EQ(wait_for_end(1)["state"], "done"); });
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_TRUE(has(run({"list", "--archive", "web"}).out, site.url("/slow")));
}

TEST_F(ServeCliTest, RefusesWhatItIsNotFor) {
  const Ran ran = serve([&] {
    EXPECT_EQ(ask(port_, "POST", "/api/v1/jobs", R"({"kind":"fly"})").status, 400);
    EXPECT_EQ(ask(port_, "DELETE", "/api/v1/jobs/7").status, 404);
    EXPECT_EQ(ask(port_, "PUT", "/api/v1/jobs").status, 405);
    EXPECT_EQ(ask(port_, "GET", "/api/v1/nothing").status, 404);
    EXPECT_EQ(ask(port_, "POST", "/api/v1/jobs", R"({"kind":"refresh","everything":true})",
                  "Origin: http://evil.example\r\n")
                  .status,
              403);
    EXPECT_TRUE(has(send_raw(port_, "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"), " 421 "));
    EXPECT_EQ(ask(port_, "GET", "/healthz").body, "ok\n");
    EXPECT_TRUE(has(ask(port_, "GET", "/metrics").body, "\nfreshet_ready 1\n"));
  });
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
}

TEST_F(ServeCliTest, StreamsChangesThatCanBeResumed) {
  SmallServer site({{"/", page("Home.")}});
  std::string stream;
  std::thread reader;
  const Ran ran = serve([&] {
    carry_out({{"kind", "crawl"}, {"urls", {site.url("/")}}});
    const json first = get("/changes")["items"][0];
    reader = std::thread([&] {
      stream = send_raw(port_,
                        "GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n"
                        "Last-Event-ID: " +
                            first["cursor"].get<std::string>() + "\r\n\r\n");
    });
    site.set("/", page("Something new that was not there before."));
    carry_out({{"kind", "refresh"}, {"everything", true}});
    std::this_thread::sleep_for(std::chrono::milliseconds(600));
  });
  reader.join();  // the stream ends with the server
  EXPECT_TRUE(has(stream, "event: change\nid: ")) << stream;
  EXPECT_TRUE(has(stream, "\"change\":\"changed\"")) << stream;
  EXPECT_FALSE(has(stream, "\"change\":\"added\"")) << stream;
  EXPECT_TRUE(has(stream, "event: job\n")) << stream;
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
}

}  // namespace
