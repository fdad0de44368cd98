// capture and captures as a user meets them.
#include <signal.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "program.h"
#include "small_server.h"

namespace {

using nlohmann::json;

constexpr int kCapturedPages = 25;

std::map<std::string, std::string> captured_site() {
  std::map<std::string, std::string> pages;
  std::string home = "<title>Home</title><p>A home page with a list of all the pages.";
  for (int i = 0; i < kCapturedPages; ++i) {
    const std::string path = "/page/" + std::to_string(i);
    home += "<a href=" + path + ">" + path + "</a> ";
    std::string text = "<title>" + path + "</title><p>";
    for (int word = 0; word < 40; ++word)
      text += " word" + std::to_string(i * 1000 + word * (i + 3));
    pages[path] = text;
  }
  pages["/"] = home;
  return pages;
}

class CaptureCliTest : public ProgramTest {
 protected:
  Words capture(const Words& more, const std::string& delay = "1ms") const {
    Words words = {"capture", "--archive", "web", "--allow-net", "127.0.0.0/8", "--delay", delay};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  json captures() const {
    const Ran ran = run({"captures", "--archive", "web", "--json"});
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    return json::parse(ran.out.substr(0, ran.out.find('\n')));
  }

  SmallServer server_{captured_site()};
};

TEST_F(CaptureCliTest, ProvesASiteForOneInstantAndListsIt) {
  const Ran ran = run(capture({server_.url(), "--name", "first"}));
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_TRUE(has(ran.out, "Proven for 2")) << ran.out << ran.err;
  EXPECT_TRUE(has(ran.out, "UTC: 26 of 26 pages (100.0 %).")) << ran.out << ran.err;
  EXPECT_TRUE(has(ran.out, "0 pages changed between visit and revisit.")) << ran.out;
  EXPECT_TRUE(has(ran.out, "The capture \"first\" has ended: all pages were revisited")) << ran.out;
  const json row = captures();
  EXPECT_EQ(row.at("name"), "first");
  EXPECT_EQ(row.at("coherent"), 26);
  EXPECT_EQ(row.at("state"), "ended");
  EXPECT_TRUE(has(run({"captures", "--archive", "web"}).out, "26 of 26 pages proven for 2"));
  const Ran again = run(capture({server_.url(), "--name", "first"}));
  EXPECT_EQ(again.exit_code, 2);
  EXPECT_TRUE(has(again.err, "the capture \"first\" has already ended; choose another name"))
      << again.err;
}

TEST_F(CaptureCliTest, PlansASiteThatTheArchiveKnowsWithoutARequest) {
  const Words plan = {"capture", "--archive", "web", "--plan", server_.url()};
  EXPECT_EQ(run(plan).exit_code, 1) << "there is no archive";
  ASSERT_EQ(run(capture({server_.url()})).exit_code, 0);
  const std::size_t asked = server_.asked().size();
  const Ran ran = run(plan);
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_TRUE(has(ran.out, "51 requests in 765s, one every 15s, by the policy freshet."))
      << ran.out;
  EXPECT_TRUE(has(ran.out, "breadth-first ")) << ran.out;
  EXPECT_TRUE(has(ran.out, "No request was sent.")) << ran.out;
  EXPECT_EQ(server_.asked().size(), asked);
}

TEST_F(CaptureCliTest, GoesOnAfterEachKill) {
  int kills = 0;
  for (const std::size_t requests : {6u, 20u, 35u, 45u}) {
    const Ran ran = run_and_signal(capture({server_.url()}, "40ms"), SIGKILL,
                                   [&] { return server_.asked().size() >= requests; });
    if (ran.exit_code == 128 + SIGKILL) ++kills;
  }
  EXPECT_EQ(kills, 4);
  const Ran ran = run(capture({}));
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_TRUE(has(ran.err, "after a pause of")) << ran.err;
  EXPECT_TRUE(has(ran.out, "UTC: 26 of 26 pages (100.0 %).")) << ran.out;
  EXPECT_TRUE(has(ran.out, "The capture was interrupted 4 times")) << ran.out;
  EXPECT_EQ(captures().at("pauses"), 4);
}

TEST_F(CaptureCliTest, RefusesOptionsThatMakeNoSense) {
  const auto refusal = [&](const Words& more) {
    const Ran ran = run(capture(more));
    EXPECT_EQ(ran.exit_code, 2) << ran.out;
    return ran.err;
  };
  EXPECT_TRUE(has(refusal({server_.url(), "--until-coherent", "120%"}), "a share such as 99%"));
  EXPECT_TRUE(has(refusal({server_.url(), "--within", "soon"}), "a time such as 2h"));
  EXPECT_TRUE(has(refusal({server_.url(), "--eta", "2"}), "--eta"));
  EXPECT_TRUE(has(refusal({server_.url(), "--policy", "best"}), "best"));
  EXPECT_TRUE(has(refusal({}), "give a URL to start one"));
  EXPECT_TRUE(server_.asked().empty());
}

}  // namespace
