#include "app/archive_session.h"

#include <gtest/gtest.h>

#include <string>

#include "app/small_archive_test.h"

namespace freshet {
namespace {

using std::chrono::days;
using std::chrono::hours;

TEST(ArchiveSession, SaysWhyAnArchiveCannotBeOpened) {
  HandClock clock;
  const Scratch scratch;
  const auto session = ArchiveSession::open(system_disk(), clock, scratch / "none");
  ASSERT_FALSE(session);
  EXPECT_EQ(session.error().code, Errc::not_found);
}

// Each has its own model, planner and clock.
TEST(ArchiveSession, TwoArchivesAreOpenInOneProcess) {
  SmallArchive first, second;
  first.keep(kNews, "<p>one");
  second.keep(kShop, "<p>two");
  second.wait(days(3));
  ArchiveSession a = first.open();
  ArchiveSession b = second.open();
  ASSERT_TRUE(a.planner());
  ASSERT_TRUE(b.planner());
  EXPECT_NE(*a.planner(), *b.planner());
  EXPECT_NE(*a.first_sight(), nullptr);
  EXPECT_TRUE((*a.planner())->outlook(kNews, first.clock.time));
  EXPECT_FALSE((*a.planner())->outlook(kShop, first.clock.time));
  EXPECT_TRUE((*b.planner())->outlook(kShop, second.clock.time));
  EXPECT_FALSE((*b.planner())->outlook(kNews, second.clock.time));
  EXPECT_EQ(b.reference_time().value() - a.reference_time().value(), days(3));
}

TEST(ArchiveSession, TheModelIsThatOfItsOwnArchive) {
  SmallArchive first, second;
  first.keep(kNews, "<p>one");
  second.keep(kShop, "<p>two");
  const std::string path = second.directory + "/first-sight.model";
  ASSERT_TRUE(replace_file(system_disk(), path, "this is not a model"));
  EXPECT_TRUE(first.open().planner());
  EXPECT_FALSE(second.open().planner());
}

TEST(ArchiveSession, LooksFromTheLastCheckIfTheClockIsBehind) {
  SmallArchive archive;
  archive.keep(kNews, "<p>one");
  archive.wait(days(30));
  archive.check(kNews, "<p>one", CheckOutcome::same);
  const Time checked = archive.clock.time;
  archive.clock.time -= days(10);
  EXPECT_EQ(archive.open().reference_time().value(), checked);
  archive.clock.time = checked + hours(1);
  EXPECT_EQ(archive.open().reference_time().value(), checked + hours(1));
}

TEST(ArchiveSession, KeepsThePlannerUntilItIsDropped) {
  SmallArchive archive;
  archive.keep(kNews, "<p>one");
  ArchiveSession session = archive.open();
  const Planner* const before = session.planner().value();
  archive.keep(kShop, "<p>two");
  EXPECT_EQ(session.planner().value(), before);
  EXPECT_FALSE(before->outlook(kShop, archive.clock.time));
  session.drop_planner();
  EXPECT_TRUE(session.planner().value()->outlook(kShop, archive.clock.time));
}

TEST(ArchiveSession, TellsWhatIsBelievedOfAPage) {
  SmallArchive archive;
  archive.keep(kNews, "<p>one");
  archive.keep("https://a.example/data", "1,2", "text/csv");
  ArchiveSession session = archive.open();
  const auto belief = session.belief(page_key_of(kNews)).value();
  ASSERT_TRUE(belief);
  EXPECT_GT(belief->rate, 0);
  EXPECT_TRUE(belief->next_check);
  EXPECT_FALSE(session.belief(page_key_of("https://a.example/none")).value());
}

TEST(ArchiveSession, KnowsIfTheArchiveIsBeingWritten) {
  SmallArchive archive;
  archive.keep(kNews, "<p>one");
  ArchiveSession session = archive.open();
  EXPECT_FALSE(session.is_being_written());
  const auto writer =
      ArchiveWriter::open(system_disk(), archive.directory, archive.clock, Random(1), {});
  ASSERT_TRUE(writer);
  EXPECT_TRUE(session.is_being_written());
}

}  // namespace
}  // namespace freshet
