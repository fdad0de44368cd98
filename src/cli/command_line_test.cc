#include "cli/command_line.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

CommandResult do_nothing(const Session&) { return {}; }

// Two commands: one with everything that a command can declare, one with nothing.
class CommandLineTest : public testing::Test {
 protected:
  std::expected<CommandLine, Failure> parse(const std::vector<std::string>& words) const {
    return parse_command_line(words, commands_);
  }

  // Returns the value of one option or operand in `words`, "nothing" if it has none; the complaint
  // if they are wrong.
  std::string given(std::string_view name, const std::vector<std::string>& words) const {
    const auto line = parse(words);
    if (!line) return line.error().sentence;
    return line->arguments.value(name).value_or("nothing");
  }

  // Returns the complaint about `words`, or the action that they ask for: "run crawl", "help of
  // crawl".
  std::string answer(const std::vector<std::string>& words) const {
    const auto line = parse(words);
    if (!line) {
      EXPECT_EQ(line.error().code, ExitCode::wrong_usage);
      return line.error().sentence;
    }
    const std::string name = line->command ? std::string(line->command->name) : "freshet";
    if (line->wish == CommandLine::Wish::help) return "help of " + name;
    if (line->wish == CommandLine::Wish::version) return "version";
    return "run " + name;
  }

 private:
  std::vector<Command> commands_ = {
      {.name = "inspect",
       .summary = "Look at a page",
       .details = "",
       .operands = {{"FILE", "the page"}, {"OTHER", "another", false}},
       .options = {{"--json", "", "as JSON"}, {"--url", "URL", "its address"}},
       .sections = {},
       .examples = {},
       .run = do_nothing},
      {.name = "import",
       .summary = "Take files in",
       .details = "",
       .operands = {{"FILE", "the files", true, true}},
       .options = {{"--host", "HOST", "of these", true},
                   {"--skip", "FILE...", "not these", true},
                   {"--json", "", "as JSON"}},
       .sections = {},
       .examples = {},
       .run = do_nothing},
      {.name = "config",
       .summary = "Show settings",
       .details = "",
       .operands = {},
       .options = {},
       .sections = {},
       .examples = {},
       .run = do_nothing}};
};

TEST_F(CommandLineTest, FindsCommandOperandsAndOptionsInAnyOrder) {
  const auto line = parse({"inspect", "--url", "https://a.example/", "page.html", "--json"});
  ASSERT_TRUE(line) << line.error().sentence;
  EXPECT_EQ(line->command->name, "inspect");
  EXPECT_EQ(line->arguments.value("FILE"), "page.html");
  EXPECT_EQ(line->arguments.value("--url"), "https://a.example/");
  EXPECT_TRUE(line->arguments.has("--json"));
  EXPECT_FALSE(line->arguments.has("OTHER"));
}

TEST_F(CommandLineTest, ADashIsAnOperandAndTwoDashesEndTheOptions) {
  EXPECT_EQ(given("FILE", {"inspect", "-"}), "-");
  EXPECT_EQ(given("FILE", {"inspect", "--json", "--", "--url"}), "--url");
}

TEST_F(CommandLineTest, TakesValuesAsTheyAre) {
  for (const char* value :
       {"[::1]", "[a,b]", "a b", "\"q\"", "'q'", "\\n", "a=b", "{}", "%%", "-1"})
    EXPECT_EQ(given("--url", {"inspect", "-", std::string("--url=") + value}), value);
  for (const char* value : {"[::1]", "[a,b]", "a,b", "\"q\"", "a=b", "0x10", "5"})
    EXPECT_EQ(given("FILE", {"inspect", value}), value);
}

TEST_F(CommandLineTest, WhatRepeatsIsKeptWholeAndInOrder) {
  using Words = std::vector<std::string>;
  const auto line =
      parse({"import", "--host", "x", "a", "[b,c]", "--host=[y,z]", "--json", "-", "d"});
  ASSERT_TRUE(line) << line.error().sentence;
  EXPECT_EQ(line->arguments.values("FILE"), (Words{"a", "[b,c]", "-", "d"}));
  EXPECT_EQ(line->arguments.values("--host"), (Words{"x", "[y,z]"}));
  EXPECT_TRUE(line->arguments.has("--json"));
  const auto none = parse({"import", "--", "--host"});
  ASSERT_TRUE(none) << none.error().sentence;
  EXPECT_EQ(none->arguments.values("FILE"), Words{"--host"});
  EXPECT_EQ(none->arguments.values("--host"), Words{});
  EXPECT_EQ(answer({"import", "--json"}), "import needs FILE");
}

TEST_F(CommandLineTest, AFlagOfSeveralCommandsIsKnownToEachOfThem) {
  const auto line = parse({"import", "a", "--archive", "web"});
  ASSERT_TRUE(line) << line.error().sentence;
  ASSERT_EQ(line->flags.size(), 1u);
  EXPECT_EQ(line->flags[0].setting->key, "archive.directory");
  EXPECT_EQ(line->flags[0].text, "web");
  EXPECT_EQ(answer({"config", "--archive", "web"}), "unknown option --archive");
  EXPECT_EQ(answer({"import", "a", "--archiv", "web"}),
            "unknown option --archiv; did you mean --archive?");
}

TEST_F(CommandLineTest, TakesTheFlagsOfSettingsBeforeAndAfterTheCommand) {
  const auto line = parse({"--log-level=debug", "--config", "my.toml", "inspect", "-",
                           "--scripting", "on", "--log-format", "json"});
  ASSERT_TRUE(line) << line.error().sentence;
  std::map<std::string_view, std::string> given;
  for (const FlagValue& flag : line->flags) given[flag.setting->key] = flag.text;
  EXPECT_EQ(given, (std::map<std::string_view, std::string>{
                       {"log.level", "debug"}, {"log.format", "json"}, {"html.scripting", "on"}}));
  EXPECT_EQ(line->config_file, "my.toml");
}

TEST_F(CommandLineTest, AFlagOfSeveralValuesTakesAllWordsUpToTheNextFlag) {
  const auto line =
      parse({"import", "x", "--skip", "a", "b", "--host", "h", "y", "--skip=c", "--json"});
  ASSERT_TRUE(line) << line.error().sentence;
  EXPECT_EQ(line->arguments.values("--skip"), (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(line->arguments.values("--host"), (std::vector<std::string>{"h"}));
  EXPECT_EQ(line->arguments.values("FILE"), (std::vector<std::string>{"x", "y"}));
}

// Programs that build a command line may have nothing to put behind such a flag.
TEST_F(CommandLineTest, AFlagOfSeveralValuesMayHaveNoneWhereverItStands) {
  using Words = std::vector<std::string>;
  for (const Words& words :
       {Words{"import", "x", "--json", "--skip"}, Words{"import", "x", "--skip", "--json"},
        Words{"import", "--skip", "--json", "x"}, Words{"import", "--json", "--skip", "--", "x"},
        Words{"import", "x", "--json", "--skip", "--skip"},
        Words{"import", "x", "--skip", "--skip", "--json"}}) {
    const auto line = parse(words);
    ASSERT_TRUE(line) << line.error().sentence;
    EXPECT_EQ(line->arguments.values("--skip"), Words{});
    EXPECT_EQ(line->arguments.values("FILE"), Words{"x"});
    EXPECT_TRUE(line->arguments.has("--json"));
  }
  const auto line = parse({"import", "x", "--skip", "--host", "h", "--skip", "-", "--skip"});
  ASSERT_TRUE(line) << line.error().sentence;
  EXPECT_EQ(line->arguments.values("--skip"), Words{"-"});
  EXPECT_EQ(line->arguments.values("--host"), Words{"h"});
  EXPECT_EQ(given("FILE", {"import", "--", "--skip"}), "--skip");
  EXPECT_EQ(answer({"import", "x", "--host"}), "--host needs a value");
}

TEST_F(CommandLineTest, TheLastOfRepeatedFlagsCounts) {
  EXPECT_EQ(given("--url", {"inspect", "-", "--url", "a", "--url", "b"}), "b");
  const auto line = parse({"--log-level", "debug", "config", "--log-level", "off"});
  ASSERT_TRUE(line) << line.error().sentence;
  ASSERT_EQ(line->flags.size(), 1u);
  EXPECT_EQ(line->flags[0].text, "off");
}

TEST_F(CommandLineTest, HelpAndVersionWinOverMistakes) {
  EXPECT_EQ(answer({"--help"}), "help of freshet");
  EXPECT_EQ(answer({"-h"}), "help of freshet");
  EXPECT_EQ(answer({"inspect", "--bogus", "-h"}), "help of inspect");
  EXPECT_EQ(answer({"help"}), "help of freshet");
  EXPECT_EQ(answer({"help", "inspect"}), "help of inspect");
  EXPECT_EQ(answer({"inspect", "--version"}), "version");
}

TEST_F(CommandLineTest, SuggestsTheNearestCommandAndFlag) {
  EXPECT_EQ(answer({"inspekt"}), "unknown command inspekt; did you mean inspect?");
  EXPECT_EQ(answer({"zebra"}), "unknown command zebra");
  EXPECT_EQ(answer({"inspect", "-", "--jsn"}), "unknown option --jsn; did you mean --json?");
  EXPECT_EQ(answer({"config", "--jsn"}), "unknown option --jsn");
  EXPECT_EQ(answer({"--log-levl=x"}), "unknown option --log-levl; did you mean --log-level?");
  EXPECT_EQ(answer({"config", "--scripting", "on"}), "unknown option --scripting");
}

TEST_F(CommandLineTest, SaysWhatIsMissingOrTooMuch) {
  EXPECT_EQ(answer({"--log-level", "debug"}), "no command given");
  EXPECT_EQ(answer({"inspect"}), "inspect needs FILE");
  EXPECT_EQ(answer({"inspect", "a", "b", "c"}), "inspect does not take \"c\"");
  EXPECT_EQ(answer({"config", "config"}), "config does not take \"config\"");
  EXPECT_EQ(answer({"inspect", "-", "--url"}), "--url needs a value");
  EXPECT_EQ(answer({"inspect", "-", "--url="}), "--url= has no value");
  EXPECT_EQ(answer({"inspect", "-", "--json=no"}), "--json takes no value");
  EXPECT_EQ(answer({"config", "--color", "blue"}),
            "--color must be one of auto, always, never, not \"blue\"");
}

TEST_F(CommandLineTest, ShowsForeignBytesInsteadOfObeyingThem) {
  EXPECT_EQ(answer({"\x1B[2J"}), "unknown command \\u{1b}[2J");
  EXPECT_EQ(answer({"--\x1B\n"}), "unknown option --\\u{1b}\\n");
  EXPECT_EQ(answer({""}), "unknown command ");
}

}  // namespace
}  // namespace freshet
