// Completion and the manual page, tried with the programs that read them.
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "program.h"
#include "testkit/test_data.h"

namespace {

class CompletionCliTest : public ProgramTest {
 protected:
  static bool has_program(const std::string& name) {
    return std::system(("command -v " + name + " >/dev/null").c_str()) == 0;
  }

  // What a shell command in the test's folder prints, stderr included.
  std::string shell(const std::string& command) const {
    const auto printed = folder() / "printed";
    const std::string line =
        "cd '" + folder().string() + "' && ( " + command + " ) >printed 2>&1 </dev/null";
    EXPECT_EQ(std::system(line.c_str()), 0) << command;
    std::ostringstream text;
    text << std::ifstream(printed).rdbuf();
    return text.str();
  }

  // What bash offers for the last of `words` (of a command line that begins with freshet).
  std::string bash_offers(const std::vector<std::string>& words) const {
    file("freshet.bash", run({"completion", "bash"}).out);
    std::string array = "freshet";
    for (const std::string& word : words) array += " '" + word + "'";
    file("try.bash", "source ./freshet.bash\nCOMP_WORDS=(" + array +
                         ")\nCOMP_CWORD=" + std::to_string(words.size()) +
                         "\n_freshet 2>&1\nprintf '%s ' \"${COMPREPLY[@]}\"\n");
    return shell("bash try.bash");
  }
};

TEST_F(CompletionCliTest, BashCompletesCommandsFlagsAndValues) {
  EXPECT_EQ(bash_offers({"cra"}), "crawl ");
  EXPECT_EQ(bash_offers({"re"}), "refresh report reindex remove repack ");
  EXPECT_EQ(bash_offers({"crawl", "--max-"}), "--max-pages --max-bytes --max-time ");
  EXPECT_EQ(bash_offers({"export", "--format", "w"}), "wacz warc wet ");
  EXPECT_EQ(bash_offers({"list", "--color", ""}), "auto always never ");
  EXPECT_EQ(bash_offers({"--log-level", "debug", "stat"}), "status ");
  EXPECT_EQ(bash_offers({"help", "expl"}), "explain ");
  EXPECT_EQ(bash_offers({"completion", ""}), "bash zsh fish ");
  EXPECT_EQ(bash_offers({"practice", "s"}), "serve score ");
}

TEST_F(CompletionCliTest, BashCompletesValuesBehindAnEqualsSign) {
  EXPECT_EQ(bash_offers({"list", "--color", "=", "al"}), "always ");
  EXPECT_EQ(bash_offers({"list", "--color", "="}), "auto always never ");
}

TEST_F(CompletionCliTest, BashCompletesPathsWhereAFlagTakesOne) {
  std::filesystem::create_directory(folder() / "web-archive");
  file("web.toml", "");
  EXPECT_EQ(bash_offers({"list", "--archive", "web"}), "web-archive ");
  EXPECT_EQ(bash_offers({"list", "--config", "web.t"}), "web.toml ");
  EXPECT_EQ(bash_offers({"inspect", "web.t"}), "web.toml ");
  EXPECT_EQ(bash_offers({"show", "web"}), " ");
}

TEST_F(CompletionCliTest, FishCompletesCommandsFlagsAndValues) {
  if (!has_program("fish")) return freshet::testkit::leave_untested("fish is not installed");
  file("freshet.fish", run({"completion", "fish"}).out);
  const auto offers = [&](const std::string& line) {
    return shell("HOME=. fish --no-config -c \"source freshet.fish; complete -C '" + line + "'\"");
  };
  EXPECT_TRUE(has(offers("freshet cra"), "crawl\tCrawl sites"));
  EXPECT_TRUE(has(offers("freshet crawl --max-p"), "--max-pages\t"));
  EXPECT_EQ(offers("freshet completion "), "bash\nfish\nzsh\n");
  const std::string colors = offers("freshet list --color a");
  EXPECT_TRUE(has(colors, "always\t") && has(colors, "auto\t")) << colors;
}

TEST_F(CompletionCliTest, ZshReadsItsScript) {
  if (!has_program("zsh")) return freshet::testkit::leave_untested("zsh is not installed");
  file("_freshet", run({"completion", "zsh"}).out);
  EXPECT_EQ(shell("zsh -n _freshet"), "");
}

TEST_F(CompletionCliTest, UnknownShellIsWrongUsage) {
  const Ran ran = run({"completion", "tcsh"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_EQ(ran.err,
            "freshet: SHELL must be bash, zsh or fish, not \"tcsh\"\n"
            "Try: freshet completion --help\n");
}

TEST_F(CompletionCliTest, ManPageIsReadWithoutWarnings) {
  const Ran ran = run({"man"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_TRUE(has(ran.out, ".TH FRESHET 1"));
  if (!has_program("groff")) return freshet::testkit::leave_untested("groff is not installed");
  file("freshet.1", ran.out);
  EXPECT_EQ(shell("groff -man -ww -Tutf8 -rLL=80n freshet.1 2>&1 >/dev/null"), "");
  const std::string shown = shell("groff -man -Tascii -rLL=80n -P-cbou freshet.1");
  EXPECT_TRUE(has(shown, "--max-pages MAX_PAGES")) << shown.substr(0, 2000);
}

}  // namespace
