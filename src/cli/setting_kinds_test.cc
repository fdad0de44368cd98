#include "cli/setting_kinds.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

std::string time(std::string_view text) {
  const auto read = parse_duration(text);
  return read ? duration_words(*read) : "refused";
}

std::int64_t bytes(std::string_view text) { return parse_bytes(text).value_or(-1); }

TEST(SettingKinds, ReadTimesInEveryUnit) {
  EXPECT_EQ(time("15"), "15s");
  EXPECT_EQ(time("15s"), "15s");
  EXPECT_EQ(time("60s"), "1m");
  EXPECT_EQ(time("1.5h"), "90m");
  EXPECT_EQ(time("0.25"), "250ms");
  EXPECT_EQ(time("7 d"), "7d");
  EXPECT_EQ(time("0"), "0s");
  for (const char* bad : {"", "s", "-1s", "+1", "1y", "1e3", "1.2.3", "soon", "99999999999d", "."})
    EXPECT_EQ(time(bad), "refused") << bad;
}

TEST(SettingKinds, ReadBytesInPowersOf1000And1024) {
  EXPECT_EQ(bytes("4096"), 4096);
  EXPECT_EQ(bytes("64k"), 64'000);
  EXPECT_EQ(bytes("1.5M"), 1'500'000);
  EXPECT_EQ(bytes("2GB"), 2'000'000'000);
  EXPECT_EQ(bytes("256Mi"), 256 << 20);
  EXPECT_EQ(bytes("256MiB"), 256 << 20);
  for (const char* bad : {"", "k", "-1", "1K ", "1m", "1e3", "9999999T", "many"})
    EXPECT_EQ(bytes(bad), -1) << bad;
}

}  // namespace
}  // namespace freshet
