#include "store/maintenance/derived_history.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "store/archive_writer.h"
#include "store/change_note.h"
#include "store/reindex.h"
#include "store/snapshot_facts.h"
#include "testkit/hand_clock.h"
#include "testkit/scratch.h"

namespace freshet {
namespace {

constexpr std::array<std::string_view, 6> kOutcomes = {"",     "same", "changed",
                                                       "gone", "back", "failed"};
constexpr std::array<std::string_view, 4> kKinds = {"", "added", "changed", "removed"};

std::string seconds(Time time) { return fmt::format("{}", time.time_since_epoch().count()); }

// A page whose snapshots come one a microsecond.
class DerivedHistory : public testing::Test {
 protected:
  void answer(std::string_view payload, std::uint16_t status = 200,
              SnapshotKind kind = SnapshotKind::response) {
    SnapshotRow row;
    row.time = Time(Duration(++now));
    row.kind = kind;
    row.status = status;
    row.mime = "text/html";
    row.payload = sha1(payload);
    row.payload_bytes = payload.size();
    snapshots.push_back(row);
  }
  void judge(CheckOutcome outcome, std::uint8_t change) {
    known.push_back({.page = page,
                     .time = Time(Duration(now)),
                     .outcome = outcome,
                     .change = change,
                     .score = 0.5});
  }
  // "changed 3 of 2": an event, its time, and that of the version before.
  std::string events() {
    std::string text;
    for (const PageEvent& event : derive_history(page, snapshots, known).events) {
      text +=
          fmt::format("{} {}", kKinds[static_cast<std::size_t>(event.kind)], seconds(event.time));
      if (event.before) text += " of " + seconds(*event.before);
      text += "; ";
    }
    return text;
  }
  std::string checks() {
    std::string text;
    for (const PageCheck& check : derive_history(page, snapshots, known).checks)
      text += fmt::format("{} {}; ", kOutcomes[static_cast<std::size_t>(check.outcome)],
                          seconds(check.time));
    return text;
  }
  PageBelief belief() {
    const PageNews news = derive_history(page, snapshots, known);
    return news.beliefs.empty() ? PageBelief{} : news.beliefs.front();
  }

  PageKey page = page_key_of("https://a.example/");
  std::int64_t now = 0;
  std::vector<SnapshotRow> snapshots;
  std::vector<PageCheck> known;
};

TEST_F(DerivedHistory, ComparesPayloads) {
  answer("one");
  answer("", 304, SnapshotKind::not_modified);
  answer("one", 200, SnapshotKind::revisit);
  answer("two");
  answer("one", 200, SnapshotKind::revisit);
  EXPECT_EQ(events(), "added 1; changed 4 of 1; changed 5 of 4; ");
  EXPECT_EQ(checks(), "same 2; same 3; changed 4; changed 5; ");
  EXPECT_EQ(belief().checks, 4);
  EXPECT_EQ(belief().changes, 2);
  EXPECT_EQ(belief().changed, Time(Duration(5)));
  EXPECT_EQ(belief().checked, Time(Duration(5)));
  answer("", 304, SnapshotKind::not_modified);
  answer("", 304, SnapshotKind::not_modified);
  EXPECT_EQ(belief().unmodified, 2);
}

TEST_F(DerivedHistory, SeesAPageGoAndComeBack) {
  answer("not there", 404);
  answer("one");
  answer("busy", 503);
  answer("not there", 404);
  answer("moved", 301);
  EXPECT_EQ(events(), "added 2; removed 4 of 2; ");
  EXPECT_EQ(checks(), "failed 3; gone 4; gone 5; ");
  EXPECT_EQ(belief().state, PageState::gone);
  EXPECT_EQ(belief().misses, 2);
  answer("one");
  answer("one");
  EXPECT_EQ(events(), "added 2; removed 4 of 2; added 6; ");
  EXPECT_EQ(checks(), "failed 3; gone 4; gone 5; back 6; same 7; ");
  EXPECT_EQ(belief().state, PageState::scheduled);
  EXPECT_EQ(belief().misses, 0);
  EXPECT_EQ(belief().checks, 4);
}

TEST_F(DerivedHistory, PlansTheRecheckOfAMissingPageAndGivesUpAsARefreshDoes) {
  answer("one");
  answer("not there", 404);
  EXPECT_EQ(belief().next_check, Time(Duration(2)) + std::chrono::days(1));
  for (int i = 0; i < 8; ++i) answer("not there", 404);
  EXPECT_EQ(belief().state, PageState::faded);
  EXPECT_FALSE(belief().next_check);
  answer("one");
  EXPECT_EQ(belief().state, PageState::scheduled);
}

TEST_F(DerivedHistory, BelievesWhatWasJudgedBefore) {
  answer("one");
  answer("two");
  judge(CheckOutcome::same, 1);  // the payload is another, but it means nothing: it is told
  answer("three");
  judge(CheckOutcome::changed, 3);
  answer("four");
  EXPECT_EQ(events(), "added 1; changed 2 of 1; changed 3 of 2; changed 4 of 3; ");
  EXPECT_EQ(checks(), "same 2; changed 3; changed 4; ");
  const PageNews news = derive_history(page, snapshots, known);
  EXPECT_EQ(news.events[1].change, 1);
  EXPECT_EQ(news.events[2].change, 3);
  EXPECT_EQ(news.events[3].change, 2) << "not judged";
  EXPECT_EQ(news.checks[1].score, 0.5);
}

TEST_F(DerivedHistory, HasNothingOfWhatIsNoPage) {
  answer("not there", 404);
  EXPECT_TRUE(derive_history(page, snapshots, known).is_empty());
  answer("one");
  EXPECT_FALSE(derive_history(page, snapshots, known).is_empty());
  snapshots.back().mime = "image/png";
  EXPECT_EQ(events(), "added 2; ");
  EXPECT_EQ(derive_history(page, snapshots, known).beliefs.size(), 0u);
  page = page_key_of("dns:a.example");
  EXPECT_TRUE(derive_history(page, snapshots, known).is_empty());
}

TEST(Reindex, MakesTheHistoryAgainAsFarAsSnapshotsTellIt) {
  const Scratch scratch;
  HandClock clock;
  const std::string directory = scratch / "archive";
  const PageKey page = page_key_of("https://a.example/");
  std::string incarnation;
  {
    auto writer = ArchiveWriter::open(system_disk(), directory, clock, Random(1), {});
    ASSERT_TRUE(writer) << writer.error().message;
    incarnation = *(*writer)->archive().catalog().incarnation();
    for (const auto& [body, note] : std::vector<std::pair<std::string, std::string>>{
             {"<p>one", ""}, {"<p>two", "changed major 0.875"}, {"<p>two!", "same none 0.125"}}) {
      clock.time += std::chrono::hours(1);
      warc::Exchange exchange;
      exchange.url = page.url;
      exchange.time = clock.time;
      exchange.status = 200;
      exchange.headers = {{"Content-Type", "text/html"}};
      exchange.body = body;
      if (!note.empty()) exchange.metadata = {{"via", "x"}, {std::string(kChangeNoteField), note}};
      ASSERT_TRUE((*writer)->append(exchange));
    }
    (*writer)->add(PageNews{.checks = {}, .beliefs = {}, .events = {{.url = page.url}}});
    ASSERT_TRUE((*writer)->close());
  }
  ASSERT_TRUE(rebuild_catalog(system_disk(), directory, Layout::log, {}));
  auto archive = Archive::open(system_disk(), directory);
  ASSERT_TRUE(archive) << archive.error().message;
  Catalog& catalog = archive->catalog();
  EXPECT_TRUE(catalog.check());
  EXPECT_NE(catalog.incarnation().value(), incarnation);
  const auto checks = catalog.checks(page, 9);
  ASSERT_TRUE(checks && checks->size() == 2);
  EXPECT_EQ(checks->front(), (PageCheck{.page = page,
                                        .time = clock.time - std::chrono::hours(1),
                                        .outcome = CheckOutcome::changed,
                                        .change = 3,
                                        .is_meaningful = true,
                                        .status = 200,
                                        .score = 0.875,
                                        .bytes = 6}));
  EXPECT_EQ(checks->back().outcome, CheckOutcome::same);
  const auto events = catalog.events(0, 9);
  ASSERT_TRUE(events && events->size() == 2);
  EXPECT_EQ(events->front().kind, EventKind::added);
  EXPECT_EQ(events->back(), (PageEvent{.number = 2,
                                       .kind = EventKind::changed,
                                       .url = page.url,
                                       .time = clock.time - std::chrono::hours(1),
                                       .change = 3,
                                       .digest = sha1("<p>two"),
                                       .before = clock.time - std::chrono::hours(2),
                                       .digest_before = sha1("<p>one")}));
  EXPECT_EQ((**catalog.find_belief(page)).checks, 2);
  EXPECT_EQ((**catalog.find_belief(page)).changes, 1);
}

}  // namespace
}  // namespace freshet
