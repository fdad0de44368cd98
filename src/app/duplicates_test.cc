#include "app/duplicates.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/small_archive_test.h"
#include "base/random.h"

namespace freshet {
namespace {

// A page of its own words in a frame.
std::string page(std::uint64_t seed, std::string_view menu, int paragraphs = 6) {
  Random random(seed);
  std::string html = fmt::format("<html><body><nav><a href=/>{}</a></nav><article>", menu);
  for (int i = 0; i < paragraphs; ++i) {
    html += "<p>";
    for (int word = 0; word < 60; ++word) html += fmt::format("word{} ", random.below(4000));
    html += "</p>";
  }
  return html + "</article></body></html>";
}

TEST(DuplicatesTest, FindsPagesOfOtherHostsThatSayTheSameInAnotherFrame) {
  SmallArchive archive;
  archive.keep("https://a.example/one", page(1, "Home"));
  archive.keep("https://a.example/two", page(2, "Home"));
  archive.keep("https://b.example/copy", page(1, "Other menu"));
  archive.keep("https://b.example/short", "<p>Hello");
  archive.keep("https://b.example/brief", "<p>Hello");
  ArchiveSession session = archive.open();
  const auto found = find_duplicates(session, {});
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->pages, 5u);
  EXPECT_EQ(found->distinct, 4u) << "short texts are not compared";
  ASSERT_EQ(found->groups.size(), 1u);
  EXPECT_EQ(found->groups[0].copies.size(), 1u);
  EXPECT_FALSE(found->groups[0].is_error);
}

TEST(DuplicatesTest, TellsSoftErrorsFromOtherCopies) {
  const std::string error =
      "<title>Page not found</title><p>Sorry, the page that you asked for is not here any more; it "
      "may "
      "have moved or may never have been here. Please go back to the home page and search.";
  SmallArchive archive;
  for (int i = 0; i < 3; ++i) archive.keep(fmt::format("https://a.example/{}", i), error);
  ArchiveSession session = archive.open();
  const auto found = find_duplicates(session, {});
  ASSERT_TRUE(found);
  ASSERT_EQ(found->groups.size(), 1u);
  EXPECT_TRUE(found->groups[0].is_error);
  EXPECT_EQ(found->groups[0].copies.size(), 2u);
  EXPECT_NE(to_json(*found).find("\"kind\":\"error\""), std::string::npos);
}

TEST(DuplicatesTest, SelectionLeavesThemOut) {
  SmallArchive archive;
  archive.keep("https://a.example/one", page(1, "Home"));
  archive.keep("https://b.example/copy", page(1, "Other menu"));
  ArchiveSession session = archive.open();
  Selection selection;
  const auto found = find_duplicates(session, selection);
  ASSERT_TRUE(found);
  selection.left_out.insert(found->copies.begin(), found->copies.end());
  int visited = 0;
  ASSERT_TRUE(each_selected(session.archive(), selection, [&](const Found&) -> Status {
    ++visited;
    return {};
  }));
  EXPECT_EQ(visited, 1);
}

}  // namespace
}  // namespace freshet
