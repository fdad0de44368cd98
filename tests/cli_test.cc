// freshet as a user meets it: exit codes, stdout, stderr.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "program.h"

namespace {

using nlohmann::json;

class CliTest : public ProgramTest {
 protected:
  // One setting as `freshet config --json WORDS` tells it.
  json setting(const std::string& key, Words words = {}) const {
    words.insert(words.begin(), {"config", "--json"});
    const Ran ran = run(words);
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    const json all = json::parse(ran.out, nullptr, false);
    return all.is_discarded() ? json() : all["settings"][key];
  }
};

std::size_t count_of_lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

TEST_F(CliTest, TellsItsVersion) {
  const Ran ran = run({"--version"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.out, "freshet " FRESHET_VERSION "\n");
  EXPECT_EQ(ran.err, "");
}

TEST_F(CliTest, HelpIsDataWhenAskedForAndWordsWhenNot) {
  const Ran asked = run({"--help"});
  EXPECT_EQ(asked.exit_code, 0);
  EXPECT_TRUE(has(asked.out, "Usage: freshet COMMAND"));
  EXPECT_TRUE(has(asked.out, "Exit codes:"));
  EXPECT_EQ(asked.err, "");
  const Ran bare = run({});
  EXPECT_EQ(bare.exit_code, 2);
  EXPECT_EQ(bare.out, "");
  EXPECT_EQ(bare.err, asked.out);
}

TEST_F(CliTest, HelpsWithEachCommand) {
  const Ran ran = run({"config", "--help"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_TRUE(has(ran.out, "Usage: freshet config"));
  EXPECT_TRUE(has(ran.out, "--json"));
  EXPECT_TRUE(has(ran.out, "Examples:"));
  EXPECT_EQ(run({"help", "config"}).out, ran.out);
}

// Help and version must work for someone whose settings file is what is broken.
TEST_F(CliTest, HelpNeedsNoSettings) {
  file("freshet.toml", "nonsense");
  EXPECT_EQ(run({"--help"}).exit_code, 0);
  EXPECT_EQ(run({"config", "--help"}).exit_code, 0);
  EXPECT_EQ(run({"--version"}).exit_code, 0);
}

TEST_F(CliTest, WrongUsageIsTwoAndSuggestsWhatWasMeant) {
  const Ran command = run({"confgi"});
  EXPECT_EQ(command.exit_code, 2);
  EXPECT_EQ(command.out, "");
  EXPECT_EQ(command.err,
            "freshet: unknown command confgi; did you mean config?\nTry: freshet --help\n");
  const Ran flag = run({"config", "--jsno"});
  EXPECT_EQ(flag.exit_code, 2);
  EXPECT_EQ(flag.err,
            "freshet: unknown option --jsno; did you mean --json?\nTry: freshet config --help\n");
  EXPECT_EQ(run({"config", "extra"}).exit_code, 2);
  EXPECT_EQ(run({"--log-level"}).exit_code, 2);
  EXPECT_EQ(run({"config", "--log-level", "loud"}).exit_code, 2);
}

TEST_F(CliTest, ShowsSettingsAsATableWithTheirSource) {
  file("freshet.toml", "[robots]\ncompat = \"google\"\n");
  variable("FRESHET_LIMITS_PAGE_BYTES", "1000");
  variable("FRESHET_URL_TRACKING_PARAMETERS", "a_*,b");
  variable("FRESHET_ARCHIVE_DIRECTORY", "web");
  variable("FRESHET_ARCHIVE_WARC_BYTES", "2000000");
  const Ran ran = run({"config", "--log-format", "json"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.err, "");
  const std::string expected =
      "KEY                      VALUE                   SOURCE\n"
      "log.level                info                    default\n"
      "log.format               json                    --log-format\n"
      "color                    auto                    default\n"
      "html.scripting           off                     default\n"
      "limits.page_bytes        1000                    FRESHET_LIMITS_PAGE_BYTES\n"
      "robots.compat            google                  freshet.toml:2\n"
      "url.tracking_parameters  a_*, b                  FRESHET_URL_TRACKING_PARAMETERS\n"
      "archive.directory        web                     FRESHET_ARCHIVE_DIRECTORY\n"
      "archive.layout           log                     default\n"
      "archive.sync             full                    default\n"
      "archive.packing          gzip                    default\n"
      "archive.warc_bytes       2000000                 FRESHET_ARCHIVE_WARC_BYTES\n"
      "archive.keep_versions    0                       default\n"
      "archive.keep_days        0                       default\n"
      "crawl.contact            (none)                  default\n";
  EXPECT_EQ(ran.out.substr(0, expected.size()), expected);
  EXPECT_NE(ran.out.find("\ncrawl.delay              15s                     default\n"),
            std::string::npos);
}

TEST_F(CliTest, AFlagWinsOverEnvironmentOverFileOverDefault) {
  const json built_in = setting("log.level");
  EXPECT_EQ(built_in,
            json::parse(R"({"value":"info","source":"default","where":null,"default":"info"})"));
  file("freshet.toml", "# mine\nlog.level = \"debug\"\n");
  const json from_file = setting("log.level");
  EXPECT_EQ(from_file["value"], "debug");
  EXPECT_EQ(from_file["source"], "file");
  EXPECT_EQ(from_file["where"], "freshet.toml:2");
  variable("FRESHET_LOG_LEVEL", "error");
  const json from_environment = setting("log.level");
  EXPECT_EQ(from_environment["value"], "error");
  EXPECT_EQ(from_environment["where"], "FRESHET_LOG_LEVEL");
  const json from_flag = setting("log.level", {"--log-level", "trace"});
  EXPECT_EQ(from_flag["value"], "trace");
  EXPECT_EQ(from_flag["where"], "--log-level");
  EXPECT_EQ(from_flag["default"], "info");
}

// Each file in turn loses to the one that is looked for before it.
TEST_F(CliTest, LooksForTheFileWhereItShouldBe) {
  const auto place = [&](Words words = {}) { return setting("color", std::move(words))["where"]; };
  const std::string here = folder().string();
  file(".config/freshet/freshet.toml", "color = \"never\"");
  EXPECT_EQ(place(), here + "/.config/freshet/freshet.toml:1");
  variable("XDG_CONFIG_HOME", here + "/xdg");
  EXPECT_EQ(place(), nullptr);
  file("xdg/freshet/freshet.toml", "color = \"never\"");
  EXPECT_EQ(place(), here + "/xdg/freshet/freshet.toml:1");
  file("freshet.toml", "color = \"never\"");
  EXPECT_EQ(place(), "freshet.toml:1");
  file("by-variable.toml", "color = \"never\"");
  variable("FRESHET_CONFIG", "by-variable.toml");
  EXPECT_EQ(place(), "by-variable.toml:1");
  file("by-flag.toml", "color = \"never\"");
  EXPECT_EQ(place({"--config", "by-flag.toml"}), "by-flag.toml:1");
}

TEST_F(CliTest, ANamedFileMustExist) {
  const Ran flag = run({"config", "--config", "none.toml"});
  EXPECT_EQ(flag.exit_code, 1);
  EXPECT_EQ(flag.err, "freshet: cannot read \"none.toml\": No such file or directory\n");
  variable("FRESHET_CONFIG", folder().string());
  EXPECT_EQ(run({"config"}).err,
            "freshet: cannot read \"" + folder().string() + "\": Is a directory\n");
  EXPECT_EQ(run({"config", "--config", "/dev/null"}).exit_code, 0);
  EXPECT_TRUE(has(run({"config", "--config", "/dev/zero"}).err, "more than 1048576 bytes"));
}

TEST_F(CliTest, ABadFileIsOneSentenceThatNamesTheLine) {
  file("freshet.toml", "[log]\nlevel = \"debug\n");
  const Ran broken = run({"config"});
  EXPECT_EQ(broken.exit_code, 1);
  EXPECT_EQ(broken.out, "");
  EXPECT_TRUE(broken.err.starts_with("freshet: freshet.toml:2: not TOML: ")) << broken.err;
  EXPECT_EQ(count_of_lines(broken.err), 1u);
  file("freshet.toml", "[log]\nlevl = \"debug\"\n");
  const Ran unknown = run({"config"});
  EXPECT_EQ(unknown.exit_code, 1);
  EXPECT_EQ(unknown.err,
            "freshet: freshet.toml:2: unknown key log.levl; did you mean log.level?\n");
  file("freshet.toml", "limits.page_bytes = -1\n");
  EXPECT_EQ(run({"config"}).err,
            "freshet: freshet.toml:1: limits.page_bytes must be a whole number from 1 to "
            "1073741824, not the number -1\n");
}

TEST_F(CliTest, WarnsOfAVariableThatMeansNothingAndGoesOn) {
  variable("FRESHET_LOG_LEVLE", "debug");
  const Ran text = run({"config"});
  EXPECT_EQ(text.exit_code, 0);
  EXPECT_TRUE(has(text.err,
                  " warning the environment variable FRESHET_LOG_LEVLE is not known to freshet; "
                  "did you mean FRESHET_LOG_LEVEL?\n"))
      << text.err;
  const Ran lines = run({"config", "--log-format", "json"});
  const json line = json::parse(lines.err);
  EXPECT_EQ(line["level"], "warning");
  EXPECT_TRUE(has(line["message"], "FRESHET_LOG_LEVLE"));
  EXPECT_EQ(run({"config", "--log-level", "error"}).err, "");
}

TEST_F(CliTest, ABadVariableIsNamed) {
  variable("FRESHET_COLOR", "blue\x1B[0m\n");
  const Ran ran = run({"config"});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_EQ(ran.err,
            "freshet: FRESHET_COLOR: color must be one of auto, always, never, not "
            "\"blue\\u{1b}[0m\\n\"\n");
}

TEST_F(CliTest, LogsAtTheLevelAndInTheFormatAskedFor) {
  file("freshet.toml", "");
  EXPECT_EQ(run({"config"}).err, "");
  const Ran text = run({"config", "--log-level", "debug"});
  EXPECT_TRUE(has(text.err, "Z debug   settings file read file=freshet.toml\n")) << text.err;
  const json line = json::parse(run({"config", "--log-level=debug", "--log-format=json"}).err);
  EXPECT_EQ(line["message"], "settings file read");
  EXPECT_EQ(line["file"], "freshet.toml");
  EXPECT_EQ(run({"config", "--log-level", "off"}).err, "");
}

TEST_F(CliTest, UsesColorOnATerminalOnly) {
  const std::string escape = "\x1B[";
  EXPECT_FALSE(has(run({"config"}).out, escape));
  EXPECT_TRUE(has(run_on_terminal({"config"}), escape));
  EXPECT_FALSE(has(run_on_terminal({"config", "--color", "never"}), escape));
  const Ran always = run({"config", "--color", "always", "--log-level", "debug"});
  EXPECT_TRUE(has(always.out, escape));
  EXPECT_TRUE(has(always.err, escape));
}

TEST_F(CliTest, RespectsNoColor) {
  variable("NO_COLOR", "");
  EXPECT_TRUE(has(run_on_terminal({"config"}), "\x1B["));
  variable("NO_COLOR", "1");
  EXPECT_FALSE(has(run_on_terminal({"config", "--log-level", "debug"}), "\x1B["));
  EXPECT_TRUE(has(run({"config", "--color", "always"}).out, "\x1B["));
}

TEST_F(CliTest, ADumbTerminalGetsNoColor) {
  variable("TERM", "dumb");
  EXPECT_FALSE(has(run_on_terminal({"config"}), "\x1B["));
}

TEST_F(CliTest, SaysThatItCouldNotWrite) {
  const std::vector<Words> lines = {{"config"}, {"config", "--json"}, {"--help"}, {"--version"}};
  for (const Words& words : lines) {
    const Ran full = run_into(open("/dev/full", O_WRONLY | O_CLOEXEC), words);
    EXPECT_EQ(full.exit_code, 1);
    EXPECT_EQ(full.err, "freshet: cannot write to standard output: No space left on device\n");
    const Ran closed = run_into(-1, words);
    EXPECT_EQ(closed.exit_code, 1);
    EXPECT_EQ(closed.err, "freshet: cannot write to standard output: Bad file descriptor\n");
    int ends[2];
    ASSERT_EQ(pipe2(ends, O_CLOEXEC), 0);
    close(ends[0]);
    const Ran gone = run_into(ends[1], words);
    EXPECT_EQ(gone.exit_code, 128 + SIGPIPE);
    EXPECT_EQ(gone.err, "") << "head has seen enough";
  }
}

// Whoever reads stderr by machine can read the last words too.
TEST_F(CliTest, FailuresAreLogLinesWhereLogLinesAreJson) {
  const Ran ran =
      run_into(open("/dev/full", O_WRONLY | O_CLOEXEC), {"config", "--log-format", "json"});
  EXPECT_EQ(ran.exit_code, 1);
  const json line = json::parse(ran.err);
  EXPECT_EQ(line["level"], "error");
  EXPECT_EQ(line["message"], "cannot write to standard output: No space left on device");
  const Ran silent = run_into(open("/dev/full", O_WRONLY | O_CLOEXEC),
                              {"config", "--log-format", "json", "--log-level", "off"});
  EXPECT_EQ(silent.err, "freshet: cannot write to standard output: No space left on device\n");
}

// Debian has C.UTF-8 always; de_DE writes a comma in numbers and tr_TR has another lower case of I.
TEST_F(CliTest, SpeaksTheSameInEveryLocale) {
  file("freshet.toml", "limits.page_bytes = 1234567\n");
  const std::string table = run({"config"}).out, data = run({"config", "--json"}).out;
  ASSERT_TRUE(has(table, " 1234567 "));
  for (const char* name : {"C", "C.UTF-8", "de_DE.UTF-8", "tr_TR.UTF-8", "nonsense"}) {
    variable("LC_ALL", name);
    EXPECT_EQ(run({"config"}).out, table) << name;
    EXPECT_EQ(run({"config", "--json"}).out, data) << name;
    EXPECT_EQ(run({"--log-leve1"}).exit_code, 2) << name;
  }
}

}  // namespace
