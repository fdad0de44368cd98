#include "cli/config.h"

#include <gtest/gtest.h>

#include "cli/config_file.h"

namespace freshet {
namespace {

// A settings file called my.toml, an environment and flags; then questions about what comes out.
class ConfigTest : public testing::Test {
 protected:
  void file(std::string text) { text_ = std::move(text); }
  void variable(const std::string& name, const std::string& value) {
    inputs_.environment[name] = value;
  }
  void flag(std::string_view key, std::string text) {
    inputs_.flags.push_back({&known_settings()[place_of(key)], std::move(text)});
  }

  Result<Config> resolve() const { return resolve_config_text(inputs_, text_, "my.toml"); }

  // "debug from my.toml:2"
  std::string effective(std::string_view key) const {
    const Result<Config> config = resolve();
    if (!config) return config.error().message;
    const std::size_t place = place_of(key);
    const std::string& where = config->sources[place].where;
    return shown(known_settings()[place].read(config->settings)) + " from " +
           (where.empty() ? "default" : where);
  }

  std::string error() const {
    const Result<Config> config = resolve();
    return config ? "no error" : config.error().message;
  }

 private:
  static std::size_t place_of(std::string_view key) {
    for (std::size_t i = 0; i < known_settings().size(); ++i)
      if (known_settings()[i].key == key) return i;
    ADD_FAILURE() << "no setting " << key;
    return 0;
  }

  std::string text_;
  ConfigInputs inputs_;
};

TEST_F(ConfigTest, PutsFlagOverEnvironmentOverFileOverDefault) {
  EXPECT_EQ(effective("log.level"), "info from default");
  file("[log]\nlevel = \"debug\"\n");
  EXPECT_EQ(effective("log.level"), "debug from my.toml:2");
  variable("FRESHET_LOG_LEVEL", "error");
  EXPECT_EQ(effective("log.level"), "error from FRESHET_LOG_LEVEL");
  flag("log.level", "trace");
  EXPECT_EQ(effective("log.level"), "trace from --log-level");
  EXPECT_EQ(effective("log.format"), "text from default");
}

TEST_F(ConfigTest, ReadsEveryKindOfValueFromTheFile) {
  file(
      "color = \"never\"\n"
      "html.scripting = true\n"
      "robots = { compat = \"google\" }\n"
      "[limits]\n"
      "page_bytes = 1_000\n"
      "[url]\n"
      "tracking_parameters = [\n  \"a_*\",\n  \"b\",\n]\n");
  EXPECT_EQ(effective("color"), "never from my.toml:1");
  EXPECT_EQ(effective("html.scripting"), "on from my.toml:2");
  EXPECT_EQ(effective("robots.compat"), "google from my.toml:3");
  EXPECT_EQ(effective("limits.page_bytes"), "1000 from my.toml:5");
  EXPECT_EQ(effective("url.tracking_parameters"), "a_*, b from my.toml:7");
}

TEST_F(ConfigTest, AnEmptyListIsAListAndAnEmptyVariableIsNone) {
  file("url.tracking_parameters = []\nhtml.scripting = \"on\"\n");
  variable("FRESHET_HTML_SCRIPTING", "");
  EXPECT_EQ(effective("url.tracking_parameters"), "(none) from my.toml:1");
  EXPECT_EQ(effective("html.scripting"), "on from my.toml:2");
}

TEST_F(ConfigTest, EachFlagOfAListAddsToIt) {
  file("[crawl]\ninclude = [\"x\"]\n");
  flag("crawl.include", "/a{1,2}");
  flag("crawl.include", "/b");
  flag("crawl.allow_net", "10.0.0.0/8,127.0.0.0/8");
  flag("crawl.allow_net", "::1");
  EXPECT_EQ(effective("crawl.include"), "/a{1,2}, /b from --include");
  EXPECT_EQ(effective("crawl.allow_net"), "10.0.0.0/8, 127.0.0.0/8, ::1 from --allow-net");
}

TEST_F(ConfigTest, TakesWhatDiffersForAHost) {
  file(
      "[host.\"Example.com:8080\"]\ndelay = \"250ms\"\npages = 7\n[host.localhost]\nburst = 0\n"
      "depth = 2\n[host.\"empty.example\"]\n");
  const auto config = resolve();
  ASSERT_TRUE(config) << config.error().message;
  const auto& hosts = config->settings.crawl.plan.hosts;
  ASSERT_EQ(hosts.size(), 2u);
  EXPECT_EQ(hosts.at("example.com:8080").delay, std::chrono::milliseconds(250));
  EXPECT_EQ(hosts.at("example.com:8080").pages, 7u);
  EXPECT_EQ(hosts.at("localhost").burst, 0);
  EXPECT_EQ(hosts.at("localhost").depth, 2u);
}

TEST_F(ConfigTest, SaysWhatIsWrongWithAHost) {
  file("[host.\"a.example\"]\npages = 0\n");
  EXPECT_EQ(error(),
            "my.toml:2: host.\"a.example\".pages must be a whole number from 1 to 1000000000, not "
            "the number 0");
  file("[host.\"a.example\"]\ndelai = 1\n");
  EXPECT_EQ(error(), "my.toml:2: unknown key delai of a host; did you mean delay?");
  file("[host.\"*\"]\ndelay = 1\n");
  EXPECT_EQ(error(),
            "my.toml:2: host.\"*\".delay does not name a host; settings for all hosts belong under "
            "[crawl], such as delay = \"5s\"");
  file("[host.\"*.a.example\"]\n");
  EXPECT_TRUE(error().find("does not name a host") != std::string::npos) << error();
  file("[host.\"a b\"]\ndelay = 1\n");
  EXPECT_TRUE(error().find("is no setting of a host") != std::string::npos) << error();
  file("[host.\"a/b\"]\ndelay = 1\n");
  EXPECT_TRUE(error().starts_with("my.toml:2: host.\"a/b\".delay is no setting of a host"))
      << error();
  file("host = 3\n");
  EXPECT_NE(error(), "no error");
}

TEST_F(ConfigTest, NamesTheNearestKeyToAnUnknownOne) {
  file("\n[log]\nlevle = \"debug\"\n");
  EXPECT_EQ(error(), "my.toml:3: unknown key log.levle; did you mean log.level?");
  file("tracking_parameters = []");
  EXPECT_EQ(error(),
            "my.toml:1: unknown key tracking_parameters; did you mean url.tracking_parameters?");
  file("[zebra]\nx = 1");
  EXPECT_EQ(error(),
            "my.toml:2: unknown key zebra.x; `freshet config --help` lists the known keys");
  file("\"log.level\" = \"info\"");
  EXPECT_EQ(error(), "my.toml:1: unknown key \"log.level\"; did you mean log.level?");
}

TEST_F(ConfigTest, TheFirstWrongLineIsNamed) {
  file("zzz = 1\naaa = 2\n");
  EXPECT_EQ(error().substr(0, 27), "my.toml:1: unknown key zzz;");
}

TEST_F(ConfigTest, AnEmptyTableMustBeAKnownOne) {
  file("[log]\n[url]\n");
  EXPECT_EQ(error(), "no error");
  file("[log]\n[lug]\n");
  EXPECT_EQ(error().substr(0, 27), "my.toml:2: unknown key lug;");
}

TEST_F(ConfigTest, SaysWhatAValueShouldHaveBeen) {
  const std::string level = "my.toml:1: log.level must be one of trace, debug, info, warning, ";
  file("log.level = 3");
  EXPECT_EQ(error(), level + "error, off, not the number 3");
  file("log.level = \"loud\\u001b\"");
  EXPECT_EQ(error(), level + "error, off, not the text \"loud\\u{1b}\"");
  file("[log.level]");
  EXPECT_EQ(error(), level + "error, off, not a table");
  file("log.level = 2026-11-15");
  EXPECT_EQ(error(), level + "error, off, not a date or time");
  const std::string bytes = "my.toml:1: limits.page_bytes must be a whole number from 1 to ";
  file("limits.page_bytes = 0");
  EXPECT_EQ(error(), bytes + "1073741824, not the number 0");
  file("limits.page_bytes = 1.5");
  EXPECT_EQ(error(), bytes + "1073741824, not the number 1.5");
  const std::string list =
      "my.toml:1: url.tracking_parameters must be a list of parameter names, with * only at an "
      "end, not ";
  file("url.tracking_parameters = [\"a*b\"]");
  EXPECT_EQ(error(), list + "the list [a*b]");
  file("url.tracking_parameters = [\"a\", 1]");
  EXPECT_EQ(error(), list + "a list of other things than texts");
}

TEST_F(ConfigTest, SaysWhatAVariableShouldHaveBeen) {
  variable("FRESHET_HTML_SCRIPTING", "yes");
  EXPECT_EQ(error(), "FRESHET_HTML_SCRIPTING: html.scripting must be on or off, not \"yes\"");
}

TEST_F(ConfigTest, WarnsOfVariablesThatMeanNothing) {
  variable("FRESHET_LOGLEVEL", "debug");
  variable("FRESHET_ZEBRA", "1");
  variable("FRESHET_TEST_DATA", "/data");
  variable("FRESHET_CONFIG", "my.toml");
  variable("OTHER_LOG_LEVEL", "debug");
  EXPECT_EQ(resolve()->warnings,
            (std::vector<std::string>{
                "the environment variable FRESHET_LOGLEVEL is not known to freshet; did you mean "
                "FRESHET_LOG_LEVEL?",
                "the environment variable FRESHET_ZEBRA is not known to freshet"}));
}

TEST_F(ConfigTest, NamesTheLineThatIsNotToml) {
  file("[log]\nlevel = \n");
  EXPECT_EQ(error().substr(0, 20), "my.toml:2: not TOML:");
  file("a = \"\xFF\"");
  EXPECT_EQ(error().substr(0, 20), "my.toml:1: not TOML:");
  for (const char* header : {"[=", "[.a]", "[[.a]]", "[]", "[", "[[", "[ ", "[#", "\u00E9 = 1",
                             "a = 1\u00E9", "\uFEEF", "a\u3001 = 1"}) {
    file(header);
    EXPECT_EQ(error().substr(0, 20), "my.toml:1: not TOML:") << header;
  }
  file("[log]\nlevel = \"info\"\nlevel = \"debug\"\n");
  EXPECT_EQ(error().substr(0, 20), "my.toml:3: not TOML:");
}

TEST(ConfigFile, RefusesWhatIsTooLongOrTooDeep) {
  std::string deep = "x = 1\na";
  for (int i = 0; i < 200'000; ++i) deep += ".a";
  EXPECT_EQ(read_config(deep + " = 1", "f").error().message, "f:2: a key with more than 16 dots");
  const std::string brackets = "a = " + std::string(200'000, '[');
  EXPECT_EQ(read_config(brackets, "f").error().message.substr(0, 13), "f:1: not TOML");
  const std::string tables(kConfigBytesMax, '{');
  EXPECT_FALSE(read_config(tables, "f"));
  const std::string comment(kConfigBytesMax + 1, '#');
  EXPECT_EQ(read_config(comment, "f").error().code, Errc::limit);
}

// A file can be cut off anywhere by an editor that died: always a list or an error, never a crash.
TEST(ConfigFile, SurvivesEveryTruncation) {
  const std::string whole =
      "[log]\nlevel = \"debug\" # why\n[url]\ntracking_parameters = ['a', \"b\"]\n";
  for (std::size_t end = 0; end <= whole.size(); ++end) {
    const auto entries = read_config(whole.substr(0, end), "f");
    EXPECT_TRUE(entries || entries.error().message.starts_with("f:")) << end;
  }
}

}  // namespace
}  // namespace freshet
