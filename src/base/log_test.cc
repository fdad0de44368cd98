#include "base/log.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "base/ascii.h"

namespace freshet {
namespace {

// Starts the log and returns the lines that `speak` writes to stderr.
template <class F>
std::string said(const LogOptions& options, bool in_color, F speak) {
  start_log(options, in_color);
  testing::internal::CaptureStderr();
  speak();
  return testing::internal::GetCapturedStderr();
}

template <class F>
std::string said_as_text(F speak) {
  return said({}, false, speak);
}

template <class F>
nlohmann::json said_as_json(F speak) {
  return nlohmann::json::parse(said({.format = LogFormat::json}, false, speak));
}

// Returns `text` with every digit as 0.
std::string shape_of(std::string text) {
  std::replace_if(text.begin(), text.end(), is_ascii_digit, '0');
  return text;
}

TEST(Log, WritesTimeLevelMessageAndFieldsAsText) {
  const std::string url = "https://a.example/";
  const std::string line = said_as_text([&] {
    log(LogLevel::info, "page fetched",
        {{"url", url}, {"ms", 12}, {"bytes", 7u}, {"share", 0.5}, {"new", true}});
  });
  EXPECT_EQ(shape_of(line.substr(0, 24)), "0000-00-00T00:00:00.000Z");
  EXPECT_EQ(line.substr(24),
            " info    page fetched url=https://a.example/ ms=12 bytes=7 share=0.5 new=true\n");
}

TEST(Log, WritesTheSameAsOneJsonObject) {
  const nlohmann::json line = said_as_json([] {
    log(LogLevel::warning, "slow host", {{"host", "a.example"}, {"ms", -3}, {"up", false}});
  });
  EXPECT_EQ(line["level"], "warning");
  EXPECT_EQ(line["message"], "slow host");
  EXPECT_EQ(line["host"], "a.example");
  EXPECT_EQ(line["ms"], -3);
  EXPECT_EQ(line["up"], false);
  EXPECT_EQ(shape_of(line["time"]), "0000-00-00T00:00:00.000Z");
}

TEST(Log, SaysOnlyWhatIsAtLeastAsGraveAsItsLevel) {
  const auto speak = [] {
    log(LogLevel::debug, "small");
    log(LogLevel::warning, "medium");
    log(LogLevel::error, "large");
  };
  const std::string graver = said({.level = LogLevel::warning}, false, speak);
  EXPECT_EQ(graver.find("small"), std::string::npos);
  EXPECT_NE(graver.find("warning medium"), std::string::npos);
  EXPECT_NE(graver.find("error   large"), std::string::npos);
  EXPECT_EQ(said({.level = LogLevel::off}, false, speak), "");
  EXPECT_NE(said({.level = LogLevel::trace}, false, speak).find("debug   small"),
            std::string::npos);
}

TEST(Log, ForeignBytesCannotForgeALineOrDriveTheTerminal) {
  const std::string evil = "x\n2026-01-01 error forged \x1B[2J\xFF %v {}";
  const auto speak = [&] { log(LogLevel::info, evil, {{"url", evil}}); };
  const std::string text = said_as_text(speak);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1);
  EXPECT_EQ(text.find('\x1B'), std::string::npos);
  EXPECT_NE(text.find(R"(url="x\n2026-01-01 error forged \u{1b}[2J\xff %v {}")"),
            std::string::npos);
  const std::string json = said({.format = LogFormat::json}, true, speak);
  EXPECT_EQ(std::count(json.begin(), json.end(), '\n'), 1);
  EXPECT_EQ(json.find('\x1B'), std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(json)["url"], "x\n2026-01-01 error forged \x1B[2J\uFFFD %v {}");
}

TEST(Log, QuotesValuesThatWouldRunTogether) {
  const std::string line = said_as_text([] {
    log(LogLevel::info, "odd", {{"a", ""}, {"b", "x y"}, {"c", "say \"no\""}, {"d", "k=v"}});
  });
  EXPECT_NE(line.find(R"(a="" b="x y" c="say \"no\"" d="k=v")"), std::string::npos) << line;
}

TEST(Log, ColoursTheLevelOnlyWhenAsked) {
  const auto speak = [] { log(LogLevel::error, "bad"); };
  EXPECT_NE(said({}, true, speak).find("\x1B["), std::string::npos);
  EXPECT_EQ(said({}, false, speak).find("\x1B["), std::string::npos);
}

TEST(Log, LinesOfManyThreadsDoNotMix) {
  const std::string all = said({.format = LogFormat::json}, false, [] {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([t] {
        for (int i = 0; i < 200; ++i) log(LogLevel::info, "line", {{"thread", t}, {"i", i}});
      });
  });
  std::istringstream lines(all);
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count)
    ASSERT_TRUE(nlohmann::json::accept(line)) << line;
  EXPECT_EQ(count, 800);
}

}  // namespace
}  // namespace freshet
