#include "app/changes.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/small_archive_test.h"

namespace freshet {
namespace {

using nlohmann::json;
using std::chrono::days;

class ChangesTest : public testing::Test {
 protected:
  ChangesTest() {
    archive.keep(kNews, "<p>The river is low.");
    archive.wait(days(1));
    archive.check(kNews, "<p>The river is high.", CheckOutcome::changed);
  }

  std::vector<json> read(ArchiveSession& session, const std::optional<std::string>& since,
                         std::size_t count_max = 100) {
    std::vector<json> all;
    auto feed = ChangeFeed::open(session, since);
    EXPECT_TRUE(feed) << feed.error().message;
    EXPECT_TRUE(feed->read(true, [&](const ChangeEntry& entry) {
      all.push_back(json::parse(to_json(entry)));
      return all.size() < count_max;
    }));
    return all;
  }

  SmallArchive archive;
};

TEST_F(ChangesTest, TellsEachEventWithItsText) {
  ArchiveSession session = archive.open();
  const auto all = read(session, std::nullopt);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].at("change"), "added");
  EXPECT_EQ(all[0].at("text"), "The river is low.");
  EXPECT_EQ(all[1].at("change"), "changed");
  EXPECT_EQ(all[1].at("class"), "minor");
  EXPECT_EQ(all[1].at("text"), "The river is high.");
  EXPECT_EQ(all[1].at("delta").at("added").at(0), "The river is high.");
}

// A page of a site that repeats a menu and a note in plain elements.
std::string framed_page(const std::string& story, const std::string& note = "Call us any time.") {
  return "<div class=top><b>Menu</b> <i>Offers</i></div><h2>On " + story + "</h2><p>The story of " +
         story + ".</p><div class=end>" + note + "</div>";
}

TEST_F(ChangesTest, TellsTheContentWithoutWhatTheSiteRepeats) {
  std::vector<std::string> pages;
  for (const char* story : {"rain", "wind", "snow", "hail", "fog", "frost", "sun", "dew"})
    pages.push_back(framed_page(story));
  archive.learn_templates("a.example", pages);
  archive.wait(days(1));
  archive.check(kNews, framed_page("a flood"), CheckOutcome::changed);
  archive.wait(days(1));
  archive.check(kNews, framed_page("a drought", "Call us at noon."), CheckOutcome::changed);
  ArchiveSession session = archive.open();
  const auto all = read(session, std::nullopt);
  ASSERT_EQ(all.size(), 4u);
  EXPECT_EQ(all[2].at("text"), "On a flood\nThe story of a flood.");
  EXPECT_EQ(all[3].at("delta").at("removed"), json({"On a flood", "The story of a flood."}))
      << "the note was part of the template";
}

TEST_F(ChangesTest, TellsTheRedesignOfASiteWithoutAText) {
  auto writer = ArchiveWriter::open(system_disk(), archive.directory, archive.clock, Random(1), {});
  ASSERT_TRUE(writer);
  (*writer)->add(PageNews{.events = {{.kind = EventKind::redesigned,
                                      .url = "https://a.example/",
                                      .time = archive.clock.time}}});
  ASSERT_TRUE((*writer)->close());
  ArchiveSession session = archive.open();
  const json last = read(session, std::nullopt).back();
  EXPECT_EQ(last.at("change"), "redesigned");
  EXPECT_EQ(last.at("url"), "https://a.example/");
  EXPECT_TRUE(last.at("class").is_null());
  EXPECT_FALSE(last.contains("text"));
  EXPECT_FALSE(last.contains("delta"));
}

TEST_F(ChangesTest, ResumesBehindACursor) {
  ArchiveSession session = archive.open();
  const auto first = read(session, std::nullopt, 1);
  ASSERT_EQ(first.size(), 1u);
  const auto rest = read(session, first[0].at("cursor").get<std::string>());
  ASSERT_EQ(rest.size(), 1u);
  EXPECT_EQ(rest[0].at("change"), "changed");
  EXPECT_TRUE(read(session, "now").empty());
}

TEST_F(ChangesTest, RefusesCursorsThatAreNotOfThisArchive) {
  ArchiveSession session = archive.open();
  EXPECT_EQ(ChangeFeed::open(session, "yesterday").error().code, Errc::invalid);
  EXPECT_EQ(ChangeFeed::open(session, "0123456789abcdef-1").error().code, Errc::not_found);
  const Cursor here = ChangeFeed::open(session, "now")->cursor();
  EXPECT_EQ(ChangeFeed::open(session, cursor_text({here.incarnation, 99})).error().code,
            Errc::not_found);
}

TEST_F(ChangesTest, FollowsWhatIsYetToCome) {
  ArchiveSession session = archive.open();
  auto feed = ChangeFeed::open(session, "now");
  ASSERT_TRUE(feed);
  std::vector<std::string> urls;
  int pauses = 0;
  const Status followed = follow_changes(
      *feed, false,
      [&](const ChangeEntry& entry) {
        urls.push_back(entry.event.url);
        return true;
      },
      [&] {
        if (++pauses == 1) archive.keep("https://a.example/new", "<p>new");
        return pauses < 3;
      });
  EXPECT_TRUE(followed);
  EXPECT_EQ(urls, std::vector<std::string>{"https://a.example/new"});
}

TEST(Cursor, IsReadAsItIsWritten) {
  const Cursor cursor{.incarnation = "3f2a9c0d11e87b64", .number = 42};
  EXPECT_EQ(cursor_text(cursor), "3f2a9c0d11e87b64-42");
  EXPECT_EQ(parse_cursor(cursor_text(cursor)), cursor);
  for (const char* bad : {"", "now", "-4", "3f-", "3f-x", "3g-1", "3f--1", "3f-1 "})
    EXPECT_FALSE(parse_cursor(bad)) << bad;
}

}  // namespace
}  // namespace freshet
