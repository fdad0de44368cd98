#include "cli/settings.h"

#include <gtest/gtest.h>

#include <set>

namespace freshet {
namespace {

const Setting& setting(std::string_view key) {
  for (const Setting& known : known_settings())
    if (known.key == key) return known;
  ADD_FAILURE() << "no setting " << key;
  return known_settings().front();
}

// Returns the value of a setting after `text` was read as from the environment; "refused" if it is
// not a valid value.
std::string written(std::string_view key, std::string_view text) {
  Settings settings;
  const auto value = setting(key).from_text(text);
  if (!value || !setting(key).write(settings, *value)) return "refused";
  return shown(setting(key).read(settings));
}

TEST(Settings, EachHasItsOwnNames) {
  std::set<std::string> variables;
  std::set<std::string_view> keys, flags;
  for (const Setting& known : known_settings()) {
    EXPECT_TRUE(keys.insert(known.key).second) << known.key;
    EXPECT_TRUE(variables.insert(known.environment_name()).second) << known.key;
    EXPECT_TRUE(known.flag.empty() || flags.insert(known.flag).second) << known.flag;
    EXPECT_FALSE(known.meaning.empty() || known.expected.empty()) << known.key;
  }
  EXPECT_EQ(setting("log.level").environment_name(), "FRESHET_LOG_LEVEL");
  EXPECT_EQ(setting("log.level").value_name(), "LEVEL");
  EXPECT_EQ(setting("color").environment_name(), "FRESHET_COLOR");
}

TEST(Settings, WhatOneReadsItCanWriteBack) {
  for (const Setting& known : known_settings()) {
    Settings settings;
    const Value before = known.read(settings);
    EXPECT_TRUE(known.write(settings, before)) << known.key;
    EXPECT_EQ(known.read(settings), before) << known.key;
  }
}

TEST(Settings, TakesTheNamesOfAChoiceAndNothingElse) {
  EXPECT_EQ(written("log.level", "trace"), "trace");
  EXPECT_EQ(written("log.level", "off"), "off");
  EXPECT_EQ(written("color", "auto"), "auto");
  EXPECT_EQ(written("robots.compat", "google"), "google");
  EXPECT_EQ(written("log.level", "TRACE"), "refused");
  EXPECT_EQ(written("log.level", ""), "refused");
}

TEST(Settings, TakesOnAndOffForAToggle) {
  EXPECT_EQ(written("html.scripting", "on"), "on");
  EXPECT_EQ(written("html.scripting", "off"), "off");
  EXPECT_EQ(written("html.scripting", "yes"), "refused");
  Settings settings;
  EXPECT_TRUE(setting("html.scripting").write(settings, true));
  EXPECT_TRUE(settings.html.scripting);
  EXPECT_FALSE(setting("html.scripting").write(settings, std::int64_t{1}));
}

TEST(Settings, KeepsNumbersInTheirRange) {
  EXPECT_EQ(written("limits.page_bytes", "1"), "1");
  EXPECT_EQ(written("limits.page_bytes", "1073741824"), "1073741824");
  for (const char* bad :
       {"0", "-1", "1073741825", "99999999999999999999", "1.5", "1e3", "1 ", "x", ""})
    EXPECT_EQ(written("limits.page_bytes", bad), "refused") << bad;
}

TEST(Settings, ReadsListsSeparatedByCommas) {
  EXPECT_EQ(written("url.tracking_parameters", "utm_*,gclid , x"), "utm_*, gclid, x");
  for (const char* bad : {"a*b", "**", "a,,b", ",", "a=b", "a&b", "a b", "a\x1B"})
    EXPECT_EQ(written("url.tracking_parameters", bad), "refused") << bad;
}

TEST(Settings, TakesAnyPathForTheArchive) {
  EXPECT_EQ(written("archive.directory", "/srv/my web"), "/srv/my web");
  EXPECT_EQ(written("archive.directory", ""), "(none)");
  EXPECT_EQ(written("archive.directory", std::string_view("a\0b", 3)), "refused");
}

TEST(Settings, KnowsWhichCommandsHaveAFlag) {
  EXPECT_TRUE(setting("log.level").has_flag_of(""));
  EXPECT_FALSE(setting("log.level").has_flag_of("list"));
  EXPECT_TRUE(setting("archive.directory").has_flag_of("list"));
  EXPECT_FALSE(setting("archive.directory").has_flag_of("config"));
  EXPECT_FALSE(setting("archive.directory").has_flag_of(""));
  EXPECT_FALSE(setting("archive.sync").has_flag_of(""));
}

TEST(Settings, ShowsValuesWithoutControlCharacters) {
  EXPECT_EQ(shown(Value(std::vector<std::string>{"a\n", "b"})), "a\\n, b");
  EXPECT_EQ(shown(Value(std::string("\x1B"))), "\\u{1b}");
}

}  // namespace
}  // namespace freshet
