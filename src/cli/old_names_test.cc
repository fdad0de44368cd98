#include "cli/old_names.h"

#include <gtest/gtest.h>

#include <array>
#include <set>

#include "cli/commands/commands.h"
#include "cli/config.h"

namespace freshet {
namespace {

using enum OldName::Fate;

constexpr std::array kTable = {
    OldName{"--speed", "--delay", renamed},       OldName{"--colour", "--color", retired},
    OldName{"--fast", "--delay", retired, false}, OldName{"log.loudness", "log.level", renamed},
    OldName{"log.shape", "log.format", retired},
};

// The words that are left, then the warnings.
std::string replaced(std::vector<std::string> words) {
  const auto warnings = replace_old_flags(words, kTable);
  std::string text;
  for (const std::string& word : words) text += word + " ";
  for (const std::string& warning : warnings) text += "| " + warning;
  return text;
}

TEST(OldNames, ARenamedFlagKeepsItsValue) {
  EXPECT_EQ(replaced({"crawl", "--speed", "3s", "a"}),
            "crawl --delay 3s a | --speed is now called --delay");
  EXPECT_EQ(replaced({"crawl", "--speed=3s"}), "crawl --delay=3s | --speed is now called --delay");
}

TEST(OldNames, ARetiredFlagIsDroppedWithItsValue) {
  const std::string warning = "| --colour has no effect any more; use --color instead";
  EXPECT_EQ(replaced({"--colour", "red", "list"}), "list " + warning);
  EXPECT_EQ(replaced({"--colour=red", "list"}), "list " + warning);
  EXPECT_EQ(replaced({"--fast", "list"}),
            "list | --fast has no effect any more; use --delay instead");
}

TEST(OldNames, WordsBehindTwoDashesAndOtherFlagsStay) {
  EXPECT_EQ(replaced({"list", "--", "--speed"}), "list -- --speed ");
  EXPECT_EQ(replaced({"list", "--speedy", "speed"}), "list --speedy speed ");
}

// "debug, error" of log.level and the warnings.
std::string resolved(const std::string& text, const Environment& environment = {}) {
  const auto config = resolve_config_text(
      {.file = {}, .flags = {}, .environment = environment, .old_names = kTable}, text, "my.toml");
  if (!config) return config.error().message;
  std::string result = config->settings.log.level == LogLevel::debug ? "debug" : "other";
  for (const std::string& warning : config->warnings) result += " | " + warning;
  return result;
}

TEST(OldNames, ARenamedKeyFillsTheNewOne) {
  EXPECT_EQ(resolved("[log]\nloudness = \"debug\"\n"),
            "debug | my.toml:2: log.loudness is now called log.level");
  EXPECT_EQ(resolved("[log]\nloudness = 3\n"),
            "my.toml:2: log.level must be one of trace, debug, info, warning, error, off, not the "
            "number 3");
  EXPECT_EQ(resolved("", {{"FRESHET_LOG_LOUDNESS", "debug"}}),
            "debug | FRESHET_LOG_LOUDNESS: log.loudness is now called log.level");
  EXPECT_EQ(resolved("", {{"FRESHET_LOG_LOUDNESS", "error"}, {"FRESHET_LOG_LEVEL", "debug"}}),
            "debug | FRESHET_LOG_LOUDNESS: log.loudness is now called log.level");
}

TEST(OldNames, ARetiredKeyMayHaveAnyValue) {
  EXPECT_EQ(resolved("[log]\nshape = [1, 2]\n"),
            "other | my.toml:2: log.shape has no effect any more; use log.format instead");
  EXPECT_EQ(resolved("", {{"FRESHET_LOG_SHAPE", "x"}}),
            "other | FRESHET_LOG_SHAPE: log.shape has no effect any more; use log.format instead");
}

TEST(OldNames, CountsOfTrapsAreAccepted) {
  const auto config = resolve_config_text({},
                                          "[traps]\nquery_variants = 100\ncalendar_pages = 50\n"
                                          "similar_pages = 5\n",
                                          "my.toml");
  ASSERT_TRUE(config) << config.error().message;
  ASSERT_EQ(config->warnings.size(), 3u);
  EXPECT_EQ(config->warnings[0],
            "my.toml:2: traps.query_variants has no effect any more; use traps.grant instead");
}

TEST(OldNames, TheWaitForAHostThatIsDownIsSetByItsOldName) {
  const auto config = resolve_config_text({}, "[crawl]\nretry_after = \"2m\"\n", "my.toml");
  ASSERT_TRUE(config) << config.error().message;
  EXPECT_EQ(config->settings.crawl.plan.limits.down_wait, std::chrono::minutes(2));
  EXPECT_EQ(config->warnings.size(), 1u);
}

// A row whose replacement does not exist, or whose name is in use, would mislead.
TEST(OldNames, EachRowNamesSomethingThatExists) {
  std::set<std::string_view> known;
  for (const Setting& setting : known_settings()) known.insert({setting.key, setting.flag});
  for (const Command& command : all_commands())
    for (const Option& option : command.options) known.insert(option.name);
  for (const OldName& name : old_names()) {
    EXPECT_TRUE(known.contains(name.new_name)) << name.new_name;
    EXPECT_FALSE(known.contains(name.old_name)) << name.old_name;
  }
}

}  // namespace
}  // namespace freshet
