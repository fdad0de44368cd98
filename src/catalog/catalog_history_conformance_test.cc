// The history in a catalog: checks, beliefs and events.
#include <limits>

#include "catalog/catalog_conformance.h"

namespace freshet {
namespace {

PageCheck check_row(const std::string& url, std::int64_t time) {
  return {.page = page_key(url),
          .time = at(time),
          .outcome = CheckOutcome::changed,
          .change = 2,
          .is_meaningful = true,
          .status = 200,
          .score = 0.731,
          .bytes = 4711,
          .stages = R"({"text":0.5})",
          .changed_at = at(time - 3),
          .hints = 0x21};
}

PageBelief belief_row(const std::string& url, double rate = 0.5) {
  return {.page = page_key(url),
          .state = PageState::gone,
          .depth = 3,
          .first_group = 1,
          .first_rate = 2.5,
          .group = 2,
          .rate = rate,
          .rate_low = 0.1,
          .rate_high = 1e9,
          .first_changed = at(-77),
          .weight = 0.25,
          .checks = 7,
          .changes = 3,
          .misses = 2,
          .unmodified = 1,
          .checked = at(-5),
          .changed = at(6),
          .next_check = at(7),
          .why = "it changed at every third check"};
}

PageEvent event_row(const std::string& url, std::int64_t time) {
  return {.url = url, .time = at(time), .digest = sha1(url)};
}

// Returns a commit that adds pages. Each has one snapshot, whose offset is its index in the list.
Commit pages(const std::vector<std::string>& urls) {
  Commit change{.files = {file_row(1)}};
  for (std::size_t i = 0; i < urls.size(); ++i)
    change.snapshots.push_back(new_snapshot(urls[i], snapshot_row(1, 1, i)));
  return change;
}

std::vector<std::string> believed(Catalog& catalog, const std::optional<Host>& of = {}) {
  std::vector<std::string> urls;
  EXPECT_TRUE(catalog.each_belief(of, [&](const PageBelief& belief) {
    urls.push_back(belief.page.url);
    return true;
  }));
  return urls;
}

// Returns "url time" of all checks.
std::vector<std::string> checked(Catalog& catalog) {
  std::vector<std::string> all;
  EXPECT_TRUE(catalog.each_check([&](const PageCheck& check) {
    EXPECT_EQ(check.stages, "");
    all.push_back(check.page.url + " " + std::to_string(check.time.time_since_epoch().count()));
    return true;
  }));
  return all;
}

const std::string kA = "https://a.example/";
const std::string kB = "https://b.example/";

TEST_P(CatalogConformance, KeepsWhatIsBelievedOfAPageMadeInTheSameChange) {
  Commit change = pages({kA, kB});
  change.unfenced_history().beliefs = {
      belief_row(kA), {.page = page_key(kB)}, belief_row("https://c.example/")};
  commit(change);
  EXPECT_EQ(catalog->find_belief(page_key(kA)).value(), belief_row(kA));
  EXPECT_EQ(catalog->find_belief(page_key(kB)).value(), (PageBelief{.page = page_key(kB)}));
  EXPECT_EQ(catalog->find_belief(page_key("https://c.example/")).value(), std::nullopt);
  commit({.history = {{.beliefs = {belief_row(kA, 3), belief_row(kA, 4)}}}});
  EXPECT_EQ(catalog->find_belief(page_key(kA)).value(), belief_row(kA, 4));
}

TEST_P(CatalogConformance, AMarkChangesOneThingAndABeliefLeavesIt) {
  using enum PageMark::Kind;
  Commit change = pages({kA, kB});
  change.unfenced_history().beliefs = {{.page = page_key(kA)}};
  change.unfenced_history().marks = {
      {page_key(kA), unlinked, at(5)},       {page_key(kA), unlinked, at(6)},
      {page_key(kA), first_changed, at(-3)}, {page_key(kA), first_changed, at(-2)},
      {page_key(kB), unlinked, at(5)},       {page_key("https://c.example/"), unlinked, at(5)}};
  commit(change);
  commit({.history = {{.beliefs = {{.page = page_key(kA), .checks = 4}}}}});
  PageBelief expected{.page = page_key(kA), .checks = 4};
  expected.first_changed = at(-3);
  expected.unlinked = at(5);
  EXPECT_EQ(catalog->find_belief(page_key(kA)).value(), expected);
  EXPECT_EQ(catalog->find_belief(page_key(kB)).value(), std::nullopt);
  commit({.history = {{.marks = {{page_key(kA), linked}}}}});
  expected.unlinked.reset();
  EXPECT_EQ(catalog->find_belief(page_key(kA)).value(), expected);
}

TEST_P(CatalogConformance, LeavesOutWhatIsSaidOfAPageOfAnotherHost) {
  commit(pages({kA}));
  commit({.history = {{.checks = {{.page = {host("b.example"), kA}, .time = at(1)}},
                       .beliefs = {{.page = {host("b.example"), kA}}}}}});
  EXPECT_TRUE(believed(*catalog).empty());
  EXPECT_TRUE(checked(*catalog).empty());
}

TEST_P(CatalogConformance, VisitsBeliefsInTheOrderOfPages) {
  std::vector<std::string> urls;
  for (int i = 0; i < 2300; ++i)
    urls.push_back("https://" + std::to_string(i % 3) + ".example/" + std::to_string(i));
  Commit change = pages(urls);
  for (const std::string& url : urls)
    if (!url.ends_with("7")) change.unfenced_history().beliefs.push_back(belief_row(url));
  commit(change);
  std::vector<std::string> all, of_one;
  ASSERT_TRUE(catalog->each_page(std::nullopt, [&](const PageRow& page) {
    if (page.key.url.ends_with("7")) return true;
    all.push_back(page.key.url);
    if (page.key.host == host("1.example")) of_one.push_back(page.key.url);
    return true;
  }));
  EXPECT_EQ(believed(*catalog), all);
  EXPECT_EQ(believed(*catalog, host("1.example")), of_one);
  EXPECT_GT(all.size(), 2000u);
  EXPECT_TRUE(believed(*catalog, host("9.example")).empty());
  int visits = 0;
  ASSERT_TRUE(catalog->each_belief(std::nullopt, [&](const PageBelief&) { return ++visits < 3; }));
  EXPECT_EQ(visits, 3);
}

TEST_P(CatalogConformance, KnowsWhenAnyPageWasLastChecked) {
  EXPECT_EQ(catalog->latest_check().value(), std::nullopt);
  Commit change = pages({kB, kA});
  change.unfenced_history().beliefs = {{.page = page_key(kA), .checked = at(30)},
                                       {.page = page_key(kB)}};
  commit(change);
  EXPECT_EQ(catalog->latest_check().value(), at(30));
  commit({.history = {{.beliefs = {{.page = page_key(kB), .checked = at(40)}}}}});
  EXPECT_EQ(catalog->latest_check().value(), at(40));
}

TEST_P(CatalogConformance, KeepsTheChecksOfAPageByTime) {
  Commit change = pages({kB, kA});
  change.unfenced_history().checks = {check_row(kA, 30), check_row(kA, -10), check_row(kB, 20)};
  commit(change);
  PageCheck again = check_row(kA, 30);
  again.outcome = CheckOutcome::failed;
  again.stages.clear();
  commit({.history = {{.checks = {check_row(kA, 20), again, check_row("https://c.example/", 1)}}}});
  const std::vector<PageCheck> all = {check_row(kA, -10), check_row(kA, 20), again};
  EXPECT_EQ(catalog->checks(page_key(kA), 100).value(), all);
  EXPECT_EQ(catalog->checks(page_key(kA), 2).value(), (std::vector{all[1], all[2]}));
  EXPECT_EQ(catalog->checks(page_key(kA), std::numeric_limits<std::size_t>::max()).value(), all);
  EXPECT_TRUE(catalog->checks(page_key("https://c.example/"), 9)->empty());
  EXPECT_EQ(checked(*catalog),
            (std::vector<std::string>{kB + " 20", kA + " -10", kA + " 20", kA + " 30"}))
      << "in the order in which the pages were made";
}

TEST_P(CatalogConformance, VisitsManyChecks) {
  Commit change = pages({kA, kB});
  std::vector<std::string> expected;
  for (const std::string& url : {kA, kB})
    for (int time = -700; time < 700; ++time) {
      change.unfenced_history().checks.push_back(check_row(url, time));
      expected.push_back(url + " " + std::to_string(time));
    }
  commit(change);
  EXPECT_EQ(checked(*catalog), expected);
  int visits = 0;
  ASSERT_TRUE(catalog->each_check([&](const PageCheck&) { return ++visits < 3; }));
  EXPECT_EQ(visits, 3);
}

TEST_P(CatalogConformance, VisitsPagesWithTheirBeliefs) {
  Commit change = pages({kA, kB});
  change.unfenced_history().beliefs = {belief_row(kB)};
  commit(change);
  std::vector<PageWithBelief> all;
  ASSERT_TRUE(catalog->each_page_with_belief([&](const PageWithBelief& found) {
    all.push_back(found);
    return true;
  }));
  ASSERT_EQ(all.size(), 2U);
  for (const PageWithBelief& found : all) {
    EXPECT_EQ(found.page, catalog->find_page(found.page.key).value());
    EXPECT_EQ(found.belief, catalog->find_belief(found.page.key).value());
    EXPECT_EQ(found.newest_status, found.page.key.url == kA ? 200 : 0);
  }
  int visits = 0;
  ASSERT_TRUE(catalog->each_page_with_belief([&](const PageWithBelief&) {
    ++visits;
    return false;
  }));
  EXPECT_EQ(visits, 1);
}

TEST_P(CatalogConformance, VisitsTheChecksOfSomePages) {
  Commit change = pages({kA, kB});
  change.unfenced_history().checks = {check_row(kA, 2), check_row(kA, 1), check_row(kB, 3)};
  commit(change);
  const PageId a = catalog->find_page(page_key(kA)).value()->id;
  std::vector<PageCheck> found;
  const std::vector<PageId> asked = {a, 4711, a};
  ASSERT_TRUE(catalog->each_check_of(asked, [&](const PageCheck& check) {
    found.push_back(check);
    return true;
  }));
  EXPECT_EQ(found, (std::vector{check_row(kA, 1), check_row(kA, 2)}));
}

TEST_P(CatalogConformance, ForgetsTheHistoryOfAPageThatGoesButNotItsEvents) {
  Commit change = pages({kA, kB});
  change.unfenced_history().beliefs = {belief_row(kA), belief_row(kB)};
  change.unfenced_history().checks = {check_row(kA, 1), check_row(kB, 2)};
  change.unfenced_history().events = {event_row(kA, 1), event_row(kB, 1)};
  commit(change);
  // A page that loses its only snapshot and gets another is the same page.
  commit({.snapshots = {new_snapshot(kB, snapshot_row(5, 1, 50))},
          .removed = {{page_key(kA), 1, 0}, {page_key(kB), 1, 1}},
          .history = {{.checks = {check_row(kA, 9)}, .beliefs = {belief_row(kA)}}}});
  EXPECT_EQ(believed(*catalog), std::vector{kB});
  EXPECT_EQ(checked(*catalog), std::vector{kB + " 2"});
  EXPECT_EQ(catalog->last_event(), 2);
  commit(pages({kA}));
  EXPECT_EQ(catalog->find_belief(page_key(kA)).value(), std::nullopt) << "it is another page now";
  EXPECT_TRUE(catalog->checks(page_key(kA), 9)->empty());
}

TEST_P(CatalogConformance, NumbersEventsInTheOrderOfCommits) {
  EXPECT_EQ(catalog->last_event(), 0);
  EXPECT_TRUE(catalog->events(0, 10)->empty());
  commit({.history = {{.events = {event_row(kA, 5), event_row(kB, 4)}}}});
  PageEvent changed{.number = 77,
                    .kind = EventKind::changed,
                    .url = "urn:\"\\\n\xc3\xa4",
                    .time = at(-6),
                    .change = 3,
                    .digest = sha1("now"),
                    .before = at(-7),
                    .digest_before = sha1("before")};
  commit(
      {.history = {{.events = {changed, {.kind = EventKind::removed, .url = kA, .time = at(8)}}}}});
  const std::vector<PageEvent> all = *catalog->events(0, 100);
  ASSERT_EQ(all.size(), 4u);
  EXPECT_EQ(catalog->last_event(), 4);
  changed.number = 3;
  EXPECT_EQ(all[2], changed);
  EXPECT_EQ(all[3], (PageEvent{.number = 4, .kind = EventKind::removed, .url = kA, .time = at(8)}));
  EXPECT_EQ(catalog->events(-3, 2).value(), (std::vector{all[0], all[1]}));
  EXPECT_EQ(catalog->events(1, 2).value(), (std::vector{all[1], all[2]}));
  EXPECT_TRUE(catalog->events(1, 0)->empty());
  EXPECT_TRUE(catalog->events(4, 10)->empty());
  EXPECT_TRUE(catalog->events(std::numeric_limits<std::int64_t>::max(), 10)->empty());
}

TEST_P(CatalogConformance, FindsEventsInTheMiddleOfALargeCommit) {
  for (const int size : {1, 255, 1000, 256, 3}) {
    Commit change;
    for (int i = 0; i < size; ++i) change.unfenced_history().events.push_back(event_row(kA, i));
    commit(change);
  }
  ASSERT_EQ(catalog->last_event(), 1515);
  std::int64_t after = 0;
  while (after < 1515) {
    const std::vector<PageEvent> some = *catalog->events(after, 7);
    ASSERT_EQ(some.size(), std::min<std::size_t>(7, static_cast<std::size_t>(1515 - after)));
    for (const PageEvent& event : some) ASSERT_EQ(event.number, ++after);
  }
}

TEST_P(CatalogConformance, GivesNoNumberToEventsOfAChangeThatFailed) {
  commit({.history = {{.events = {event_row(kA, 1)}}}});
  EXPECT_FALSE(catalog->commit({.dropped_files = {},
                                .snapshots = {new_snapshot(kA, snapshot_row(1, 9, 1))},
                                .history = {{.events = {event_row(kA, 2)}}}}));
  EXPECT_EQ(catalog->last_event(), 1);
  commit({.history = {{.events = {event_row(kB, 3)}}}});
  EXPECT_EQ(catalog->events(1, 9).value().front().url, kB);
}

TEST_P(CatalogConformance, RefusesNumbersOfAHistoryThatAreNone) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  commit(pages({kA}));
  PageCheck huge = check_row(kA, 1);
  huge.bytes = std::numeric_limits<std::uint64_t>::max();
  PageCheck none = check_row(kA, 1);
  none.score = kNone;
  for (const Commit& change :
       {Commit{.history = {{.checks = {huge}}}}, Commit{.history = {{.checks = {none}}}},
        Commit{.history = {{.beliefs = {belief_row(kA, kNone)}}}}}) {
    const auto status = catalog->commit(change);
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().code, Errc::invalid);
  }
}

TEST_P(CatalogConformance, IsAnotherIncarnationInEachCatalog) {
  const std::string one = *catalog->incarnation();
  EXPECT_FALSE(one.empty());
  EXPECT_EQ(one.find('-'), std::string::npos);
  catalog.reset();
  EXPECT_EQ(open_to_read()->incarnation(), one);
  site = GetParam().make();
  catalog = open_to_write();
  EXPECT_NE(catalog->incarnation().value(), one);
}

TEST_P(CatalogConformance, ShowsItsReadersEventsAsTheyAreCommitted) {
  commit({.history = {{.events = {event_row(kA, 1)}}}});
  const auto reader = open_to_read();
  EXPECT_EQ(reader->last_event(), 1);
  commit({.history = {{.events = {event_row(kB, 1)}}}});
  EXPECT_EQ(reader->last_event(), 2);
  EXPECT_EQ(reader->events(1, 5)->front().url, kB);
}

}  // namespace
}  // namespace freshet
