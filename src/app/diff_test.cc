#include "app/diff.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "app/small_archive_test.h"

namespace freshet {
namespace {

using std::chrono::days;

std::string two_paragraphs(const std::string& paragraph) {
  return "<title>News</title><p>The first paragraph stays as it is.</p><p>" + paragraph + "</p>";
}

class DiffTest : public testing::Test {
 protected:
  DiffTest() {
    for (const char* words :
         {"Water rises slowly.", "Water rises quickly.", "Water rises again."}) {
      archive.keep(kNews, two_paragraphs(words));
      archive.wait(days(1));
    }
  }

  // The first line that was added, or the error.
  std::string added(const DiffRequest& request) {
    ArchiveSession session = archive.open();
    const auto diff = diff_page(session, request);
    if (!diff) return diff.error().message;
    std::string text;
    for (const DiffLine& line : diff->diff.lines)
      for (const DiffPiece& piece : line.pieces)
        if (piece.kind == DiffKind::added) text += (text.empty() ? "" : " ") + piece.text;
    return text;
  }

  SmallArchive archive;
  const Time began = archive.clock.time;
};

TEST_F(DiffTest, ComparesTheLastTwoContentsOrThoseOfTwoTimes) {
  EXPECT_EQ(added({.url = kNews}), "again.");
  EXPECT_EQ(added({.url = "a.example/news", .to = began + days(1)}), "quickly.");
  EXPECT_EQ(added({.url = kNews, .from = began}), "again.");
}

TEST_F(DiffTest, SaysThatNothingChanged) {
  EXPECT_TRUE(added({.url = kNews, .from = began, .to = began}).contains("did not change between"));
  archive.keep("https://a.example/still", two_paragraphs("Nothing happens."));
  EXPECT_TRUE(added({.url = "https://a.example/still"}).contains("has not changed since"));
}

TEST_F(DiffTest, JudgesAChangeOfWhatTheSiteRepeatsAsCosmetic) {
  const std::string open = "Open until eight, or call us at the door.";
  const std::string closed = "Closed on Mondays, and open on all other days.";
  const auto page = [](const std::string& story, const std::string& note) {
    return "<h2>On " + story + "</h2><p>The story of " + story + ".</p><div>" + note + "</div>";
  };
  const std::string url = "https://a.example/notes";
  archive.keep(url, page("a flood", open));
  archive.wait(days(1));
  archive.keep(url, page("a flood", closed));
  const auto judge = [&] {
    ArchiveSession session = archive.open();
    return diff_page(session, {.url = url})->diff.change;
  };
  EXPECT_TRUE(judge().meaningful);
  std::vector<std::string> pages;
  for (const std::string story : {"rain", "wind", "snow", "hail", "fog", "frost", "sun", "dew"}) {
    pages.push_back(page(story, open));
    pages.push_back(page("more " + story, closed));
  }
  archive.learn_templates("a.example", pages);
  EXPECT_FALSE(judge().meaningful);
  EXPECT_EQ(judge().kind, ChangeClass::cosmetic);
}

TEST_F(DiffTest, JsonHasTheJudgementAndTheLines) {
  ArchiveSession session = archive.open();
  const auto diff = diff_page(session, {.url = kNews});
  ASSERT_TRUE(diff);
  const auto object = nlohmann::json::parse(to_json(diff->diff));
  EXPECT_EQ(object.at("class"), change_class_text(diff->diff.change.kind));
  EXPECT_EQ(object.at("changes").size(), 1u) << "lines that stayed are left out";
  EXPECT_EQ(object.at("changes").at(0).at("kind"), "changed");
  EXPECT_TRUE(object.at("stages").contains("bytes"));
}

}  // namespace
}  // namespace freshet
