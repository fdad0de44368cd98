// Random changes, made to a catalog and to its naive twin: they must answer alike.
#include <algorithm>

#include "base/hash.h"
#include "base/random.h"
#include "catalog/catalog_conformance.h"
#include "catalog/naive_catalog_test.h"

namespace freshet {
namespace {

// Few hosts, pages, files and places, so that they meet often.
class Chance {
 public:
  explicit Chance(std::uint64_t seed) : random_(seed) {}

  std::int64_t below(std::uint64_t end) { return static_cast<std::int64_t>(random_.below(end)); }
  bool one_in(std::uint64_t n) { return random_.below(n) == 0; }

  Host some_host() { return host(std::to_string(below(12)) + ".example"); }
  std::string url() {
    if (one_in(10)) return "urn:" + std::to_string(below(3));
    return "https://" + std::string(some_host().key()) + "/" + std::to_string(below(4));
  }
  SnapshotRow snapshot() {
    SnapshotRow row = snapshot_row(below(50), 1 + below(3), static_cast<std::uint64_t>(below(60)),
                                   static_cast<SnapshotKind>(1 + below(4)));
    if (one_in(4)) row.status = 503;
    row.imported = one_in(4);
    row.cut = one_in(8);
    return row;
  }
  std::string address() { return "10.0.0." + std::to_string(below(2)); }

  // Returns the place of a snapshot, mostly of one that exists.
  SnapshotPlace place(Catalog& catalog) {
    std::vector<SnapshotPlace> all;
    static_cast<void>(
        catalog.each_snapshot_in(1 + below(3), [&](const PageKey& key, const SnapshotRow& row) {
          all.push_back({key, row.file, row.offset});
          return true;
        }));
    if (all.empty() || one_in(20)) return {page_key(url()), 1, 5};
    return all[static_cast<std::size_t>(below(all.size()))];
  }

  Commit change(Catalog& catalog) {
    Commit made;
    for (std::int64_t i = below(4); i > 0; --i) made.files.push_back(file_row(1 + below(3)));
    for (std::int64_t i = below(4); i > 0; --i) {
      made.snapshots.push_back(new_snapshot(url(), snapshot()));
      if (one_in(3)) made.snapshots.back().etag.clear();
    }
    for (std::int64_t i = below(3); i > 0; --i) made.removed.push_back(place(catalog));
    if (one_in(3)) made.moved.emplace_back(place(catalog), snapshot());
    if (one_in(8)) made.dropped_files.push_back(1 + below(3));
    for (std::int64_t i = below(4); i > 0; --i) made.unfenced_history().checks.push_back(check());
    for (std::int64_t i = below(4); i > 0; --i) made.unfenced_history().beliefs.push_back(belief());
    for (std::int64_t i = below(4); i > 0; --i)
      made.unfenced_history().marks.push_back(
          {page_key(url()), static_cast<PageMark::Kind>(below(3)), at(below(50) - 20)});
    for (std::int64_t i = one_in(40) ? 600 : below(4); i > 0; --i)
      made.unfenced_history().events.push_back(event());
    return made;
  }

  PageCheck check() {
    PageCheck made{.page = page_key(url()),
                   .time = at(below(20)),
                   .outcome = static_cast<CheckOutcome>(1 + below(5)),
                   .change = static_cast<std::uint8_t>(below(6)),
                   .is_meaningful = one_in(2),
                   .status = 200,
                   .score = static_cast<double>(below(100)) / 100,
                   .bytes = static_cast<std::uint64_t>(below(10'000)),
                   .stages = one_in(2) ? "" : "{}",
                   .changed_at = {},
                   .hints = static_cast<std::uint8_t>(below(256))};
    if (one_in(2)) made.changed_at = at(below(50) - 20);
    return made;
  }
  PageBelief belief() {
    PageBelief made{.page = page_key(url()),
                    .state = static_cast<PageState>(1 + below(3)),
                    .depth = static_cast<std::uint16_t>(below(9)),
                    .first_group = static_cast<std::int32_t>(below(5)),
                    .rate = static_cast<double>(below(1000)) / 7,
                    .checks = below(9),
                    .changes = below(9)};
    if (one_in(3)) made.first_changed = at(-below(50));
    if (one_in(2)) made.checked = at(below(50));
    if (one_in(2)) made.changed = at(below(50));
    if (one_in(2)) made.next_check = at(below(50) - 20);
    return made;
  }
  PageEvent event() {
    PageEvent made{.kind = static_cast<EventKind>(1 + below(4)),
                   .url = url(),
                   .time = at(below(50)),
                   .change = static_cast<std::uint8_t>(below(6))};
    if (one_in(2)) made.digest = sha1(made.url);
    if (one_in(2)) made.before = at(-below(50));
    if (one_in(2)) made.digest_before = sha1("before");
    return made;
  }

  LinkCount link() {
    LinkCount made{.host = some_host(), .links = 1 + below(4), .wakes = one_in(3)};
    if (one_in(2)) made.url_hash = hash64(std::to_string(below(6)));
    return made;
  }

  FrontierNews news() {
    FrontierNews made;
    for (std::int64_t i = below(3); i > 0; --i) made.links.push_back(link());
    for (std::int64_t i = below(4); i > 0; --i) {
      const PageKey key = page_key(url());
      if (key.host)
        made.wanted.push_back({.host = *key.host,
                               .url = key.url,
                               .is_page = one_in(2),
                               .via = url(),
                               .hops = below(9)});
    }
    for (std::int64_t i = below(3); i > 0; --i) made.wanted_done.push_back(page_key(url()));
    for (std::int64_t i = below(4); i > 0; --i)
      made.notes.push_back({.page = page_key(url()),
                            .time = at(below(50)),
                            .outcome = "timeout",
                            .detail = std::to_string(below(100)),
                            .tries = below(3)});
    for (std::int64_t i = below(3); i > 0; --i) made.notes_done.push_back(page_key(url()));
    if (one_in(30)) made.links.push_back({.host = some_host(), .links = 0});
    return made;
  }

 private:
  Random random_;
};

std::vector<PageRow> all_pages(Catalog& catalog, const std::optional<Host>& of = {}) {
  std::vector<PageRow> all;
  EXPECT_TRUE(catalog.each_page(of, [&](const PageRow& row) {
    all.push_back(row);
    return true;
  }));
  return all;
}

std::vector<std::pair<PageKey, SnapshotRow>> all_in(Catalog& catalog, FileId file) {
  std::vector<std::pair<PageKey, SnapshotRow>> all;
  EXPECT_TRUE(catalog.each_snapshot_in(file, [&](const PageKey& key, const SnapshotRow& row) {
    all.emplace_back(key, row);
    return true;
  }));
  return all;
}

std::vector<PageBelief> all_beliefs(Catalog& catalog, const std::optional<Host>& of = {}) {
  std::vector<PageBelief> all;
  EXPECT_TRUE(catalog.each_belief(of, [&](const PageBelief& belief) {
    all.push_back(belief);
    return true;
  }));
  return all;
}

std::vector<PageCheck> all_checks(Catalog& catalog) {
  std::vector<PageCheck> all;
  EXPECT_TRUE(catalog.each_check([&](const PageCheck& check) {
    all.push_back(check);
    return true;
  }));
  return all;
}

std::vector<PageWithBelief> all_pages_with_beliefs(Catalog& catalog) {
  std::vector<PageWithBelief> all;
  EXPECT_TRUE(catalog.each_page_with_belief([&](const PageWithBelief& found) {
    all.push_back(found);
    return true;
  }));
  return all;
}

std::vector<PageCheck> checks_of(Catalog& catalog, const std::vector<PageId>& pages) {
  std::vector<PageCheck> all;
  EXPECT_TRUE(catalog.each_check_of(pages, [&](const PageCheck& check) {
    all.push_back(check);
    return true;
  }));
  return all;
}

// Expects the same history in both.
void expect_same_history(Catalog& catalog, Catalog& twin, Chance& chance) {
  ASSERT_EQ(all_beliefs(catalog), all_beliefs(twin));
  const Host one = chance.some_host();
  ASSERT_EQ(all_beliefs(catalog, one), all_beliefs(twin, one));
  ASSERT_EQ(all_checks(catalog), all_checks(twin));
  const std::vector<PageWithBelief> pages = all_pages_with_beliefs(catalog);
  ASSERT_EQ(pages, all_pages_with_beliefs(twin));
  std::vector<PageId> asked = {0};
  for (const PageWithBelief& each : pages)
    if (chance.below(3) == 0) asked.push_back(each.page.id);
  std::ranges::reverse(asked);
  ASSERT_EQ(checks_of(catalog, asked), checks_of(twin, asked));
  const PageKey page = page_key(chance.url());
  ASSERT_EQ(catalog.find_belief(page).value(), twin.find_belief(page).value());
  const auto count = static_cast<std::size_t>(chance.below(9));
  ASSERT_EQ(catalog.checks(page, count).value(), twin.checks(page, count).value());
  const std::int64_t last = *twin.last_event();
  ASSERT_EQ(catalog.last_event().value(), last);
  const std::int64_t after = chance.below(static_cast<std::uint64_t>(last) + 2) - 1;
  const auto some = static_cast<std::size_t>(chance.below(700));
  ASSERT_EQ(catalog.events(after, some).value(), twin.events(after, some).value());
}

TEST_P(CatalogConformance, KeepsAnArchiveAsItsNaiveTwinDoes) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    site = GetParam().make();
    catalog = open_to_write();
    NaiveCatalog twin;
    Chance chance(seed);
    int committed = 0;
    for (int step = 0; step < 150; ++step) {
      const Commit change = chance.change(twin);
      const bool is_committed = twin.commit(change).has_value();
      const auto status = catalog->commit(change);
      ASSERT_EQ(status.has_value(), is_committed) << "step " << step;
      committed += is_committed ? 1 : 0;
      const std::vector<PageRow> pages = all_pages(twin);
      ASSERT_EQ(all_pages(*catalog), pages) << "step " << step;
      ASSERT_EQ(catalog->files().value(), twin.files().value());
      for (FileId file = 1; file <= 3; ++file)
        ASSERT_EQ(all_in(*catalog, file), all_in(twin, file));
      const Host one = chance.some_host();
      ASSERT_EQ(all_pages(*catalog, one), all_pages(twin, one));
      expect_same_history(*catalog, twin, chance);
      ASSERT_FALSE(HasFatalFailure()) << "step " << step;
      for (const PageRow& page : pages) {
        const Time time = at(chance.below(60));
        ASSERT_EQ(catalog->find_page(page.key).value(), std::optional(page));
        ASSERT_EQ(catalog->snapshots(page.id).value(), twin.snapshots(page.id).value());
        ASSERT_EQ(catalog->nearest(page.id, time).value(), twin.nearest(page.id, time).value());
        ASSERT_EQ(catalog->newest_with_body(page.id, time).value(),
                  twin.newest_with_body(page.id, time).value());
        ASSERT_EQ(catalog->newest_content(page.id).value(), twin.newest_content(page.id).value());
      }
    }
    check();
    EXPECT_GT(all_checks(twin).size(), 3u);
    EXPECT_GT(all_beliefs(twin).size(), 3u);
    EXPECT_GT(committed, 40);
    EXPECT_LT(committed, 150) << "some changes must contradict the catalog";
  }
}

std::vector<HostRow> all_hosts(Catalog& catalog) {
  std::vector<HostRow> all;
  EXPECT_TRUE(catalog.each_host([&](const HostRow& row) {
    all.push_back(row);
    return true;
  }));
  return all;
}

// Returns the notes of a host; expects that each can be found by itself, too.
std::vector<UrlNote> all_notes(Catalog& catalog, const Host& of) {
  std::vector<UrlNote> all;
  EXPECT_TRUE(catalog.notes(of, [&](const UrlNote& note) {
    all.push_back(note);
    return true;
  }));
  for (const UrlNote& note : all) EXPECT_EQ(catalog.find_note(note.page).value(), note);
  return all;
}

// Random steps of workers, each made in both catalogs.
class FrontierSteps {
 public:
  FrontierSteps(Catalog& catalog, Catalog& twin, std::uint64_t seed)
      : catalog_(catalog), twin_(twin), chance_(seed) {}

  void step() {
    now_ += Duration(chance_.below(5));
    const std::int64_t what = chance_.below(17);
    if (what < 1) return session();
    if (what < 3) return links();
    if (what < 8) return claim();
    if (what < 13) return lease();
    if (what < 15) return release();
    if (what < 16) return fenced_commit();
    wake();
  }

  std::int64_t done = 0;
  std::int64_t refused = 0;
  std::int64_t waited = 0;
  std::int64_t woken = 0;

 private:
  void session() {
    const SessionId last = last_session();
    const SessionId one = chance_.below(6);
    const Time expires = now_ + Duration(chance_.below(60));
    const std::string worker = chance_.one_in(2) ? "v" : "w";
    switch (chance_.below(5)) {
      case 0:
        ASSERT_EQ(catalog_.open_session(worker, expires).value(),
                  twin_.open_session(worker, expires).value());
        return;
      case 3:
        ASSERT_EQ(catalog_.close_sessions_of("v").value(), twin_.close_sessions_of("v").value());
        return;
      case 1:
        return same(catalog_.renew_session(last - one, expires),
                    twin_.renew_session(last - one, expires));
      case 2:
        return same(catalog_.close_session(one), twin_.close_session(one));
      default:
        ASSERT_EQ(catalog_.reap_sessions(now_).value(), twin_.reap_sessions(now_).value());
    }
  }
  void links() {
    std::vector<LinkCount> links;
    for (std::int64_t i = chance_.below(6); i > 0; --i) links.push_back(chance_.link());
    same(catalog_.add_links(links), twin_.add_links(links));
    const unsigned partition = chance_.some_host().partition();
    const auto how = chance_.one_in(2) ? LinkEstimate::in_degree : LinkEstimate::bloom;
    ASSERT_EQ(catalog_.merge_links(partition, how).value(),
              twin_.merge_links(partition, how).value());
  }
  void wake() {
    std::vector<HostWake> hosts;
    for (std::int64_t i = chance_.below(3); i > 0; --i)
      hosts.push_back({.host = chance_.some_host(), .value = 1 + chance_.below(50)});
    same(catalog_.wake_hosts(hosts), twin_.wake_hosts(hosts));
  }
  void claim() {
    const SessionId by = last_session() - (chance_.one_in(4) ? chance_.below(3) : 0);
    const unsigned partition = chance_.some_host().partition();
    const auto count = static_cast<std::size_t>(1 + chance_.below(2));
    const auto ours = catalog_.claim_hosts(by, partition, count, now_);
    const auto theirs = twin_.claim_hosts(by, partition, count, now_);
    ASSERT_EQ(ours.has_value(), theirs.has_value());
    if (!ours) return;
    ASSERT_EQ(*ours, *theirs);
    for (const HostClaim& claim : *ours) held_.push_back(claim.fence);
  }
  void lease() {
    if (held_.empty()) return;
    const LeaseFence fence = some_fence();
    const std::string address = chance_.address();
    const std::int64_t cap = chance_.one_in(4) ? 2 : 1;
    const auto ours = catalog_.lease_host(fence, address, cap);
    const auto theirs = twin_.lease_host(fence, address, cap);
    ASSERT_EQ(ours.has_value(), theirs.has_value());
    if (!ours) return;
    ASSERT_EQ(*ours, *theirs);
    waited += *ours == LeaseAnswer::waits ? 1 : 0;
  }
  void release() {
    if (held_.empty()) return;
    HostRelease left{.due_value = chance_.below(20),
                     .continuation = std::string("go on"),
                     .report = std::to_string(chance_.below(100))};
    if (!chance_.one_in(20)) left.next_due = now_ + Duration(chance_.below(20) - 8);
    const LeaseFence fence = some_fence();
    const auto ours = catalog_.release_host(fence, left, now_);
    const auto theirs = twin_.release_host(fence, left, now_);
    ASSERT_EQ(ours.has_value(), theirs.has_value()) << (ours ? "" : ours.error().message);
    ++(ours ? done : refused);
    if (!ours) return;
    ASSERT_EQ(*ours, *theirs);
    woken += *ours ? 1 : 0;
  }
  void fenced_commit() {
    if (held_.empty()) return;
    Commit change{.files = {file_row(1 + chance_.below(3))}};
    for (std::int64_t i = chance_.below(4); i > 0; --i) {
      change.news.push_back(chance_.news());
      if (chance_.one_in(2)) change.news.back().fence = some_fence();
    }
    const auto ours = catalog_.commit(change), theirs = twin_.commit(change);
    ASSERT_EQ(ours.has_value(), theirs.has_value());
    if (ours) {
      ASSERT_EQ(*ours, *theirs);
    }
    const std::string servers = "ns" + std::to_string(chance_.below(9)) + ".example";
    const LeaseFence fence = some_fence();
    same(catalog_.note_name_servers(fence, servers), twin_.note_name_servers(fence, servers));
  }

  // Returns the newest fence mostly, so that many steps succeed; old ones are those of late
  // workers.
  LeaseFence some_fence() {
    const std::size_t back = chance_.one_in(2) ? 0 : static_cast<std::size_t>(chance_.below(6));
    return held_[held_.size() - 1 - std::min(back, held_.size() - 1)];
  }
  SessionId last_session() {
    if (session_ == 0 || chance_.one_in(40)) {
      session_ = *catalog_.open_session("w", now_ + Duration(200));
      EXPECT_EQ(session_, *twin_.open_session("w", now_ + Duration(200)));
    }
    return session_;
  }
  void same(const Status& ours, const Status& theirs) {
    ASSERT_EQ(ours.has_value(), theirs.has_value()) << (ours ? "" : ours.error().message);
    ++(ours ? done : refused);
  }

  Catalog& catalog_;
  Catalog& twin_;
  Chance chance_;
  Time now_ = at(0);
  SessionId session_ = 0;
  std::vector<LeaseFence> held_;
};

TEST_P(CatalogConformance, RunsAFrontierAsItsNaiveTwinDoes) {
  std::int64_t waited = 0;
  std::int64_t woken = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    site = GetParam().make();
    catalog = open_to_write();
    NaiveCatalog twin;
    FrontierSteps steps(*catalog, twin, seed);
    for (int i = 0; i < 800; ++i) {
      steps.step();
      ASSERT_FALSE(HasFatalFailure()) << "step " << i;
      for (int h = 0; h < 12; ++h) {
        const Host one = host(std::to_string(h) + ".example");
        ASSERT_EQ(catalog->find_host(one).value(), twin.find_host(one).value())
            << one.key() << " in step " << i;
        if (i % 10 != 0) continue;
        ASSERT_EQ(catalog->wanted(one, "", 5).value(), twin.wanted(one, "", 5).value());
        ASSERT_EQ(all_notes(*catalog, one), all_notes(twin, one)) << one.key() << " in step " << i;
      }
      if (i % 10 == 0) {
        ASSERT_EQ(all_hosts(*catalog), all_hosts(twin));
      }
      ASSERT_EQ(catalog->count_hosts().value(), twin.count_hosts().value());
      if (i % 20 == 0) check();
    }
    check();
    EXPECT_GT(steps.done, 50);
    EXPECT_GT(steps.refused, 20);
    waited += steps.waited;
    woken += steps.woken;
  }
  EXPECT_GT(waited, 25) << "addresses must be contended for the seeds to show anything";
  EXPECT_GT(woken, 5) << "and somebody must be woken by a release";
}

}  // namespace
}  // namespace freshet
