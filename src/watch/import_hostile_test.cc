// Files of other monitors that somebody made to harm the one who imports them.
#include <gtest/gtest.h>

#include <string>

#include "watch/import_changedetection.h"

namespace freshet {
namespace {

TEST(ImportOfHostileFiles, AListInPlaceOfWatchesHoldsNone) {
  EXPECT_EQ(import_changedetection(
                {{"url-watches.json", R"({"watching": [{"url": "https://a.example/"}]})"}})
                .error()
                .message,
            "no watches of changedetection.io are in these files");
}

TEST(ImportOfHostileFiles, AnEndlessIntervalIsTheLongestOne) {
  const auto imported = import_changedetection(
      {{"changedetection.json",
        R"({"settings": {"requests": {"time_between_check": {"weeks": 900000000}}}})"},
       {"a/watch.json", R"({"url": "https://a.example/", "time_between_check_use_default": true,
                            "time_between_check": {"weeks": 1}})"},
       {"b/watch.json", R"({"url": "https://b.example/", "time_between_check":
                            {"weeks": 9000000000000000000}})"}});
  ASSERT_TRUE(imported) << imported.error().message;
  EXPECT_EQ(imported->watches.at(0).notes.at(2).reason,
            "the interval of the settings (36525d) becomes a learned one");
  EXPECT_EQ(imported->watches.at(1).watch->times.every, std::chrono::hours(24 * 366));
}

TEST(ImportOfHostileFiles, NamesReachNoTerminal) {
  const auto imported = import_changedetection(
      {{"changedetection.json", R"({"settings": {"\u001b[2J": 1, "requests": {"\u001b": 1}}})"},
       {"t/tag.json", R"({"title": "Law", "\u001b[2J": 1})"},
       {"\x1b[2J/watch.json", R"({"url": "https://a.example/"})"},
       {"\x1b/watch.json", "{"}});
  ASSERT_TRUE(imported) << imported.error().message;
  for (const ImportNote& note : imported->notes)
    EXPECT_EQ(note.field.find('\x1b'), std::string::npos) << note.field;
  for (const ImportedWatch& watch : imported->watches) {
    EXPECT_EQ(watch.source.find('\x1b'), std::string::npos);
    EXPECT_EQ(watch.title.find('\x1b'), std::string::npos);
  }
}

// Each would cost the square of its size.
TEST(ImportOfHostileFiles, TooManyFieldsAndPatternsRefuseAWatch) {
  std::string fields, patterns = "\"x\"";
  for (int i = 0; i < 200'000; ++i) fields += ",\"f" + std::to_string(i) + "\":1";
  for (int i = 0; i < 100'000; ++i) patterns += ",\"x\"";
  std::vector<SourceFile> files = {
      {"changedetection.json",
       R"({"settings": {"application": {"global_ignore_text": [)" + patterns + "]}}}"},
      {"a/watch.json", R"({"url": "https://a.example/")" + fields + "}"}};
  for (int i = 0; i < 1000; ++i)
    files.push_back({std::to_string(i) + "/watch.json", R"({"url": "https://b.example/"})"});
  const auto imported = import_changedetection(files);
  ASSERT_TRUE(imported) << imported.error().message;
  EXPECT_EQ(imported->watches.at(0).refusal, "more than 1000 fields");
  EXPECT_EQ(imported->watches.at(1).refusal,
            "ignore_text: more than 500 with those of the settings");
}

TEST(ImportOfHostileFiles, SmallFilesTogetherAreNotTooLarge) {
  std::string list = "[0";
  for (int i = 0; i < 500'000; ++i) list += ",0";
  const std::string watch = R"({"url": "https://a.example/", "x": )" + list + "]}";
  const auto imported = import_changedetection(
      {{"a/watch.json", watch}, {"b/watch.json", watch}, {"c/watch.json", watch}, {"d", watch}});
  ASSERT_FALSE(imported);
  EXPECT_EQ(imported.error().message, "the files have more than 2000000 values");
}

}  // namespace
}  // namespace freshet
