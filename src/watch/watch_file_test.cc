#include "watch/watch_file.h"

#include <gtest/gtest.h>

#include <string>

namespace freshet {
namespace {

using namespace std::chrono_literals;

std::string file_error(std::string_view toml) {
  const auto file = read_watch_file(toml, "watches.toml");
  return file ? "none" : file.error().message;
}

constexpr std::string_view kSample = R"([[watch]]
url = "https://www.example.org/water"
tags = ["town"]
parts = [
  { kind = "css", expression = "#level" },
  { kind = "regex", expression = "(\\d+) \\w" },
]
triggers = [
  { kind = "above", bound = 20.0 },
  { kind = "appears", pattern = { text = "flood" } },
]

[watch.request]
user = "me"
password = "env:WATER_PASSWORD"

[watch.times]
every = "1d12h"
active = [
  { day = "monday", from = "08:30", minutes = 570 },
]
zone = "Europe/Berlin"

[[watch]]
url = "https://www.example.org/plain"

[tag.town]
channels = ["mail to me"]

[channel."mail to me"]
kind = "email"
port = 587
to = ["me@example.org"]

[channel."mail to me".secrets]
password = "file:/etc/freshet/mail"
)";

TEST(WatchFile, WhatIsWrittenIsWhatWasRead) {
  const auto file = read_watch_file(kSample, "watches.toml");
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(write_watch_file(*file), kSample);
}

TEST(WatchFile, HoldsWatchesTagsAndChannels) {
  const auto file = read_watch_file(kSample, "watches.toml");
  ASSERT_TRUE(file) << file.error().message;
  ASSERT_EQ(file->watches.size(), 2u);
  EXPECT_EQ(file->watches[0].times.every, Duration(36h));
  EXPECT_EQ(file->watches[0].triggers[1].pattern.text, "flood");
  EXPECT_EQ(file->tags[0].channels, std::vector<std::string>{"mail to me"});
  EXPECT_EQ(file->channels[0].kind, "email");
  EXPECT_EQ(file->channels[0].secrets[0].value, "file:/etc/freshet/mail");
}

TEST(WatchFile, AnEmptyFileHasNoWatches) {
  const auto file = read_watch_file("# nothing yet\n", "watches.toml");
  ASSERT_TRUE(file);
  EXPECT_EQ(*file, WatchFile{});
  EXPECT_EQ(write_watch_file(*file), "");
}

TEST(WatchFile, TimesMayBeWrittenAsTomlDoes) {
  const auto file = read_watch_file(
      "[[watch]]\nurl = \"https://a.example/\"\nsnoozed_until = 2026-12-24T12:00:00+01:00\n", "f");
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(file->watches[0].snoozed_until, parse_time("2026-12-24T11:00:00Z"));
}

TEST(WatchFile, ErrorsNameTheLine) {
  EXPECT_EQ(file_error("[[watch]]\nurl = \"https://a.example/\"\nchanels = []\n"),
            "watches.toml:3: watch[0].chanels: this member is not known; did you mean channels?");
  EXPECT_EQ(file_error("[[watch]]\nurl = \"https://a.example/\"\nparts = [\n"
                       "  { kind = \"css\", expression = \"p\" },\n"
                       "  { kind = \"regex\", expression = \"(\" },\n]\n"),
            "watches.toml:5: watch[0].parts[1].expression: the regular expression cannot be read: "
            "missing )");
  EXPECT_EQ(file_error("[watch]\nurl = \"x\"\n"),
            "watches.toml:1: watch: write [[watch]], with two brackets");
  EXPECT_EQ(file_error("[watches]\n"),
            "watches.toml:1: watches: this table is not known; did you mean watch?");
  EXPECT_EQ(file_error("[tag.a]\nmuted = 1\n"),
            "watches.toml:2: tag.\"a\".muted: expected true or false, found the number 1");
  EXPECT_EQ(
      file_error("[channel.a]\nurl = \"x\"\n"),
      "watches.toml:1: channel.\"a\".kind: expected the kind of the channel, such as \"email\"");
}

// The library destroys tables by recursion, so a key of a million dots would end the program.
TEST(WatchFile, DeepKeysAreRefusedBehindAnyQuotes) {
  std::string deep = "a";
  for (int i = 0; i < 100'000; ++i) deep += ".a";
  const std::string problem = "a key with more than 16 dots";
  EXPECT_EQ(file_error(deep + " = 1\n"), "watches.toml:1: " + problem);
  EXPECT_EQ(file_error("\na = [\"\"\"x\"y\"\"\", {" + deep + " = 1}]\n"),
            "watches.toml:2: " + problem);
  EXPECT_EQ(file_error("a = ['''x'y''', {" + deep + " = 1}]\n"), "watches.toml:1: " + problem);
  EXPECT_EQ(file_error("a = [\"\"\"\n\\\"\"\"\"\"\", {" + deep + " = 1}]\n"),
            "watches.toml:2: " + problem);
}

TEST(WatchFile, DotsInTextsAreNoKeys) {
  EXPECT_EQ(file_error("[[watch]]\nurl = \"https://a.example/\"\n"
                       "note = \"\"\"\nand so on ....................\n\"\"\"\n"),
            "none");
}

TEST(WatchFile, TooManyValuesAreRefused) {
  std::string list = "a = [0";
  for (int i = 0; i < 1'000'000; ++i) list += ",0";
  EXPECT_EQ(file_error(list + "]\n"), "watches.toml:1: more than 1000000 values");
}

TEST(WatchFile, PlainSecretsAreRefused) {
  EXPECT_EQ(file_error("[channel.a]\nkind = \"slack\"\n[channel.a.secrets]\nurl = \"https://x\"\n"),
            "watches.toml:4: channel.\"a\".secrets.url: write a secret as \"env:NAME\" or "
            "\"file:/path\"");
  EXPECT_EQ(file_error("[[watch]]\nurl = \"https://a.example/\"\n[watch.request]\nuser = \"u\"\n"
                       "password = \"p\"\n"),
            "watches.toml:5: watch[0].request.password: write a secret as \"env:NAME\" or "
            "\"file:/path\"");
  EXPECT_EQ(file_error("[channel.a]\nkind = \"slack\"\n[channel.a.secrets]\nurl = 123456\n"),
            "watches.toml:4: channel.\"a\".secrets.url: expected a text");
}

TEST(WatchFile, PlainSecretsOfStoredWatchesAreNotWritten) {
  WatchFile file;
  file.watches.emplace_back();
  file.watches[0].url = "https://a.example/";
  file.watches[0].request.user = "me";
  file.watches[0].request.password = "a secret";
  file.watches[0].request.secret_headers = {{"Cookie", "b secret"}, {"X-Token", "env:TOKEN"}};
  EXPECT_EQ(write_watch_file(file), R"([[watch]]
url = "https://a.example/"

[watch.request]
secret_headers = [
  { name = "Cookie" },
  { name = "X-Token", value = "env:TOKEN" },
]
user = "me"
)");
}

TEST(WatchFile, AnyTextSurvives) {
  WatchFile file;
  file.watches.emplace_back();
  file.watches[0].url = "https://a.example/";
  file.watches[0].note = "quote \" backslash \\ tab \t line\nend \u00e9 \u2028 \U0001F514 \u0080";
  file.tags = {{.name = "a.b \"c\""}};
  const std::string text = write_watch_file(file);
  const auto again = read_watch_file(text, "f");
  ASSERT_TRUE(again) << again.error().message << text;
  EXPECT_EQ(*again, file);
}

TEST(WatchFile, SecretReferencesNameAVariableOrAnAbsolutePath) {
  EXPECT_EQ(secret_reference("env:A_1")->name, "A_1");
  EXPECT_EQ(secret_reference("file:/run/x")->name, "/run/x");
  for (const char* const text : {"", "env:", "env:1A", "env:A B", "file:x", "ENV:A", "plain"})
    EXPECT_FALSE(secret_reference(text)) << text;
}

}  // namespace
}  // namespace freshet
