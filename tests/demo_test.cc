// freshet demo as a newcomer meets it.
#include <signal.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

#include "program.h"

namespace {

class DemoTest : public ProgramTest {
 protected:
  // The commands that it told to copy.
  static std::vector<std::string> commands_in(const std::string& out) {
    std::vector<std::string> commands;
    std::istringstream lines(out);
    for (std::string line; std::getline(lines, line);)
      if (line.starts_with("  " FRESHET_PROGRAM " ")) commands.push_back(line.substr(2));
    return commands;
  }

  // As typed into a shell; what it wrote, and "failed" if it said so.
  std::string type(const std::string& command) const {
    const std::string here = folder().string();
    const int status = std::system(
        ("cd '" + here + "' && " + command + " > typed.out 2> typed.err < /dev/null").c_str());
    std::ifstream out(folder() / "typed.out"), err(folder() / "typed.err");
    std::string text(std::istreambuf_iterator<char>(out), {});
    if (status != 0) text += "failed: " + std::string(std::istreambuf_iterator<char>(err), {});
    return text;
  }
};

TEST_F(DemoTest, CrawlsAMadeUpWebAndTellsCommandsThatWork) {
  const Ran demo = run({"demo", "--seed", "8", "--hosts", "6", "--pages", "120"});
  ASSERT_EQ(demo.exit_code, 0) << demo.out << demo.err;
  EXPECT_NE(demo.out.find("6 sites with 120 pages"), std::string::npos) << demo.out;
  EXPECT_NE(demo.out.find("nothing is left to do"), std::string::npos) << demo.out;
  EXPECT_NE(demo.out.find("was for what robots.txt forbids"), std::string::npos) << demo.out;

  const std::vector<std::string> commands = commands_in(demo.out);
  ASSERT_EQ(commands.size(), 6u) << demo.out;
  const std::vector<std::pair<std::string, std::string>> expected = {
      {" status ", "the limit of time is reached"},
      {" list ", "/robots.txt"},
      {" explain ", "forbids it in line "},
      {" show ", "All rights kept"},
      {" export ", ""},
  };
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NE(commands[i].find(expected[i].first), std::string::npos) << commands[i];
    const std::string out = type(commands[i]);
    EXPECT_EQ(out.find("failed: "), std::string::npos) << commands[i] << "\n" << out;
    EXPECT_NE(out.find(expected[i].second), std::string::npos) << commands[i] << "\n" << out;
  }
  EXPECT_TRUE(std::filesystem::exists(folder() / "freshet-demo.wacz"));
  EXPECT_NE(demo.out.find("\n  Proven for "), std::string::npos) << demo.out;
  std::ifstream report(folder() / "freshet-demo" / "capture" / "coherence.html");
  const std::string strip(std::istreambuf_iterator<char>(report), {});
  EXPECT_NE(strip.find("Coherence strip"), std::string::npos);
  const std::string verdicts = type(commands.front().substr(0, commands.front().find(" status ")) +
                                    " coherence --archive freshet-demo/capture --capture demo");
  EXPECT_NE(verdicts.find("pages proven at"), std::string::npos) << verdicts;
  // The last would leave this machine.
  EXPECT_TRUE(
      commands.back().ends_with(" crawl --archive web --contact you@example.com example.com"));
}

TEST_F(DemoTest, TouchesNothingThatIsThere) {
  file("my demo/notes.txt", "mine");
  const Ran demo = run({"demo", "--archive", "my demo/"});
  EXPECT_EQ(demo.exit_code, 1);
  EXPECT_EQ(demo.out, "");
  EXPECT_EQ(demo.err,
            "freshet: \"my demo\" exists already; remove it (rm -r 'my demo') or choose "
            "another with --archive\n");
}

TEST_F(DemoTest, EndsCleanlyWhenItIsTold) {
  const Ran demo = run_and_signal({"demo"}, SIGINT, [this] {
    return std::filesystem::exists(folder() / "freshet-demo" / "catalog.sqlite-wal");
  });
  EXPECT_EQ(demo.exit_code, 0) << demo.err;
  EXPECT_NE(demo.out.find("it was told to stop"), std::string::npos) << demo.out;
  EXPECT_NE(demo.out.find("rm -r freshet-demo"), std::string::npos) << demo.out;
}

}  // namespace
