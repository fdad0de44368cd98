#include <algorithm>
#include <bit>

#include "catalog/catalog_conformance.h"

namespace freshet {
namespace {

TEST_P(CatalogConformance, IsEmptyAtFirst) {
  EXPECT_EQ(catalog->files(), std::vector<FileRow>{});
  EXPECT_FALSE(has_page("https://a.example/"));
  EXPECT_EQ(catalog->snapshots(1), std::vector<SnapshotRow>{});
  EXPECT_EQ(catalog->nearest(1, at(0)).value(), std::optional<SnapshotRow>());
  check();
}

TEST_P(CatalogConformance, KeepsEveryFieldAndGivesItToTheNextWhoOpens) {
  FileRow tags = file_row(2, 77);
  tags.kind = FileKind::tags;
  tags.name = "tags/2.tags";
  tags.sealed = true;
  tags.of = 1;
  SnapshotRow row = snapshot_row(-5, 1, std::uint64_t{1} << 61, SnapshotKind::revisit);
  row.status = 299;
  row.cut = true;
  row.imported = true;
  NewSnapshot made = new_snapshot("https://a.example/\xc3\xa4?q", row);
  made.last_modified = "Mon, 16 Nov 2026 00:00:00 GMT";
  commit({.files = {tags, file_row(1)}, .snapshots = {made}});
  catalog.reset();
  catalog = open_to_write();
  EXPECT_EQ(catalog->files(), (std::vector<FileRow>{file_row(1), tags}));
  const PageRow found = page(made.page.url);
  EXPECT_EQ(found, (PageRow{.id = found.id,
                            .key = made.page,
                            .etag = {},
                            .last_modified = {},
                            .first_seen = row.time,
                            .last_seen = row.time,
                            .snapshots = 1}));
  EXPECT_EQ(snapshots(made.page.url), std::vector<SnapshotRow>{row});
}

// RFC 9110, 13.1: a condition names the representation that we hold.
TEST_P(CatalogConformance, HasTheValidatorsOfContentThatWasFetchedHere) {
  const std::string url = "https://a.example/";
  const auto see = [&](Time::rep time, std::uint16_t status, bool imported = false) {
    SnapshotRow row = snapshot_row(time, 1, static_cast<std::uint64_t>(time) * 10);
    row.status = status;
    row.imported = imported;
    NewSnapshot made = new_snapshot(url, row);
    made.last_modified = "of " + made.etag;
    commit({.files = {file_row(1)}, .snapshots = {made}});
    return page(url).etag + page(url).last_modified;
  };
  EXPECT_EQ(see(1, 404), "") << "a failure has none, even at first";
  EXPECT_EQ(see(2, 200), "\"2\"of \"2\"");
  EXPECT_EQ(see(3, 500), "\"2\"of \"2\"");
  EXPECT_EQ(see(4, 301), "\"2\"of \"2\"");
  EXPECT_EQ(see(5, 200, true), "") << "somebody else's copy";
  EXPECT_EQ(see(6, 204), "\"6\"of \"6\"");
  EXPECT_EQ(catalog->newest_content(page(url).id).value()->time, at(6));
  EXPECT_EQ(see(7, 503), "\"6\"of \"6\"");
  EXPECT_EQ(catalog->newest_content(page(url).id).value()->time, at(6));
  EXPECT_EQ(catalog->newest_with_body(page(url).id, at(9)).value()->time, at(7));
}

TEST_P(CatalogConformance, CountsCommitsThatConcernFiles) {
  const std::int64_t before = catalog->commits().value();
  commit({.files = {file_row(1)}});
  commit({.snapshots = {new_snapshot("https://a.example/", snapshot_row(1, 1, 10))}});
  EXPECT_EQ(catalog->commits().value(), before + 2);
  commit({.history = {{.events = {{.url = "https://a.example/", .time = at(1)}}}}});
  EXPECT_EQ(catalog->commits().value(), before + 2);
}

TEST_P(CatalogConformance, KeepsPagesWithoutHost) {
  const std::vector<std::string> urls = {"dns:a.example", "urn:x", "not a url"};
  Commit change{.files = {file_row(1)}};
  for (std::uint64_t i = 0; i < urls.size(); ++i)
    change.snapshots.push_back(new_snapshot(urls[i], snapshot_row(1, 1, i)));
  commit(change);
  for (const std::string& url : urls) EXPECT_EQ(page(url).key.host, std::nullopt) << url;
}

TEST_P(CatalogConformance, CommitsAllOrNothing) {
  commit({.files = {file_row(1)},
          .snapshots = {new_snapshot("https://a.example/", snapshot_row(1, 1, 10))}});
  const PageRow before = page("https://a.example/");
  PageKey lying = page_key("https://b.example/");
  lying.host = host("c.example");
  NewSnapshot lie = new_snapshot("https://b.example/", snapshot_row(9, 1, 90));
  lie.page = lying;
  const std::vector<std::pair<const char*, Commit>> bad = {
      {"unknown file", {.snapshots = {new_snapshot("https://b.example/", snapshot_row(2, 7, 0))}}},
      {"place taken", {.snapshots = {new_snapshot("https://b.example/", snapshot_row(2, 1, 10))}}},
      {"file in use", {.dropped_files = {1}}},
      {"nothing to move",
       {.moved = {{{page_key("https://a.example/"), 1, 11}, snapshot_row(1, 1, 12)}}}},
      {"another's host", {.snapshots = {lie}}},
      {"too large", {.files = {file_row(3, ~std::uint64_t{0})}}},
  };
  for (auto [what, change] : bad) {
    change.files.insert(change.files.begin(), file_row(2));
    change.snapshots.insert(change.snapshots.begin(),
                            new_snapshot("https://a.example/", snapshot_row(5, 1, 50)));
    EXPECT_FALSE(catalog->commit(change)) << what;
    EXPECT_EQ(catalog->files(), std::vector<FileRow>{file_row(1)}) << what;
    EXPECT_EQ(page("https://a.example/"), before) << what;
    EXPECT_FALSE(has_page("https://b.example/")) << what;
    check();
  }
}

TEST_P(CatalogConformance, ReplacesAFileOfTheSameIdAndASnapshotAtTheSamePlace) {
  commit({.files = {file_row(1, 100)},
          .snapshots = {new_snapshot("https://a.example/", snapshot_row(5, 1, 10)),
                        new_snapshot("https://a.example/", snapshot_row(7, 1, 20))}});
  const PageId id = page("https://a.example/").id;
  commit({.files = {file_row(1, 200)},
          .snapshots = {new_snapshot("https://a.example/", snapshot_row(9, 1, 10))}});
  EXPECT_EQ(catalog->files(), std::vector<FileRow>{file_row(1, 200)});
  EXPECT_EQ(snapshots("https://a.example/"),
            (std::vector<SnapshotRow>{snapshot_row(7, 1, 20), snapshot_row(9, 1, 10)}));
  const PageRow found = page("https://a.example/");
  EXPECT_EQ(found.id, id);
  EXPECT_EQ(found.snapshots, 2);
  EXPECT_EQ(found.first_seen, at(7));
  EXPECT_EQ(found.last_seen, at(9));
}

TEST_P(CatalogConformance, KnowsAPageByTheValidatorsOfItsNewestSnapshot) {
  commit({.files = {file_row(1)},
          .snapshots = {new_snapshot("https://a.example/", snapshot_row(5, 1, 10)),
                        new_snapshot("https://a.example/", snapshot_row(3, 1, 20))}});
  EXPECT_EQ(page("https://a.example/").etag, "\"5\"") << "an older one came later";
  NewSnapshot same =
      new_snapshot("https://a.example/", snapshot_row(6, 1, 30, SnapshotKind::not_modified));
  same.etag.clear();
  commit({.snapshots = {same}});
  EXPECT_EQ(page("https://a.example/").etag, "\"5\"") << "the server need not repeat it";
  NewSnapshot tagged = same;
  tagged.snapshot = snapshot_row(6, 1, 35, SnapshotKind::not_modified);
  tagged.last_modified = "Mon, 16 Nov 2026 00:00:00 GMT";
  commit({.snapshots = {tagged}});
  EXPECT_EQ(page("https://a.example/").etag, "\"5\"") << "each validator for itself";
  EXPECT_EQ(page("https://a.example/").last_modified, tagged.last_modified);
  tagged.snapshot = snapshot_row(6, 1, 36, SnapshotKind::not_modified);
  std::swap(tagged.etag, tagged.last_modified);
  commit({.snapshots = {tagged}});
  EXPECT_EQ(page("https://a.example/").last_modified, "Mon, 16 Nov 2026 00:00:00 GMT");
  NewSnapshot without = new_snapshot("https://a.example/", snapshot_row(7, 1, 40));
  without.etag.clear();
  commit({.snapshots = {without}});
  EXPECT_EQ(page("https://a.example/").etag, "");
  commit({.snapshots = {new_snapshot("https://a.example/", snapshot_row(8, 1, 50))}});
  commit({.removed = {{page_key("https://a.example/"), 1, 50}}});
  EXPECT_EQ(page("https://a.example/").etag, "") << "that version is gone";
}

TEST_P(CatalogConformance, RemovesSnapshotsAndThePageWithItsLast) {
  const PageKey key = page_key("https://a.example/");
  commit({.files = {file_row(1), file_row(2)},
          .snapshots = {new_snapshot(key.url, snapshot_row(5, 1, 10)),
                        new_snapshot(key.url, snapshot_row(7, 2, 10))}});
  const PageId id = page(key.url).id;
  commit({.dropped_files = {1}, .removed = {{key, 1, 10}}});
  EXPECT_EQ(snapshots(key.url), std::vector<SnapshotRow>{snapshot_row(7, 2, 10)});
  EXPECT_EQ(page(key.url).first_seen, at(7));
  commit({.removed = {{key, 2, 99}, {page_key("https://b.example/"), 2, 10}}});
  EXPECT_TRUE(has_page(key.url)) << "there was nothing at that place";
  commit({.removed = {{key, 2, 10}}});
  EXPECT_FALSE(has_page(key.url));
  EXPECT_EQ(catalog->snapshots(id), std::vector<SnapshotRow>{});
  commit({.snapshots = {new_snapshot(key.url, snapshot_row(8, 2, 30))}});
  EXPECT_GT(page(key.url).id, id) << "an id is never used again";
}

TEST_P(CatalogConformance, MovesSnapshotsAlsoOntoPlacesThatAreLeftInTheSameChange) {
  const PageKey a = page_key("https://a.example/"), b = page_key("https://b.example/");
  commit({.files = {file_row(1)},
          .snapshots = {new_snapshot(a.url, snapshot_row(1, 1, 10)),
                        new_snapshot(b.url, snapshot_row(2, 1, 20))}});
  const PageRow before = page(a.url);
  commit({.moved = {{{a, 1, 10}, snapshot_row(1, 1, 20)}, {{b, 1, 20}, snapshot_row(2, 1, 10)}}});
  EXPECT_EQ(snapshots(a.url), std::vector<SnapshotRow>{snapshot_row(1, 1, 20)});
  EXPECT_EQ(snapshots(b.url), std::vector<SnapshotRow>{snapshot_row(2, 1, 10)});
  EXPECT_EQ(page(a.url), before);
}

TEST_P(CatalogConformance, KeepsAPageThatLosesItsOnlySnapshotAndGetsAnother) {
  const PageKey key = page_key("https://a.example/");
  commit({.files = {file_row(1)}, .snapshots = {new_snapshot(key.url, snapshot_row(1, 1, 10))}});
  const PageId id = page(key.url).id;
  commit({.snapshots = {new_snapshot(key.url, snapshot_row(2, 1, 30)),
                        new_snapshot("https://b.example/", snapshot_row(3, 1, 10))},
          .removed = {{key, 1, 10}}});
  EXPECT_EQ(page(key.url).id, id);
  EXPECT_EQ(page(key.url).first_seen, at(2));
  EXPECT_EQ(page(key.url).etag, "\"2\"");
  EXPECT_EQ(snapshots("https://b.example/").size(), 1u);
}

TEST_P(CatalogConformance, FindsTheNearestSnapshot) {
  const std::string url = "https://a.example/";
  commit({.files = {file_row(1)},
          .snapshots = {new_snapshot(url, snapshot_row(100, 1, 30)),
                        new_snapshot(url, snapshot_row(200, 1, 20)),
                        new_snapshot(url, snapshot_row(200, 1, 10))}});
  const PageId id = page(url).id;
  const auto nearest = [&](Time time) {
    const auto found = catalog->nearest(id, time);
    return found && *found ? (*found)->offset : 0;
  };
  EXPECT_EQ(nearest(at(100)), 30u);
  EXPECT_EQ(nearest(at(0)), 30u);
  EXPECT_EQ(nearest(at(149)), 30u);
  EXPECT_EQ(nearest(at(150)), 30u) << "the earlier of two";
  EXPECT_EQ(nearest(at(151)), 20u) << "the last by place";
  EXPECT_EQ(nearest(at(200)), 20u);
  EXPECT_EQ(nearest(Time::max()), 20u);
  EXPECT_EQ(nearest(Time::min()), 30u);
}

TEST_P(CatalogConformance, FindsTheNewestSnapshotWithABody) {
  const std::string url = "https://a.example/";
  commit({.files = {file_row(1)},
          .snapshots = {new_snapshot(url, snapshot_row(6, 1, 60, SnapshotKind::not_modified)),
                        new_snapshot(url, snapshot_row(5, 1, 50, SnapshotKind::not_modified)),
                        new_snapshot(url, snapshot_row(4, 1, 40, SnapshotKind::revisit))}});
  const PageId id = page(url).id;
  EXPECT_EQ(catalog->newest_with_body(id, at(9)).value(), std::optional<SnapshotRow>());
  commit({.snapshots = {new_snapshot(url, snapshot_row(2, 1, 20)),
                        new_snapshot(url, snapshot_row(1, 1, 10))}});
  EXPECT_EQ(catalog->newest_with_body(id, at(9)).value(), std::optional(snapshot_row(2, 1, 20)));
  commit({.snapshots = {new_snapshot(url, snapshot_row(3, 1, 30, SnapshotKind::resource))}});
  EXPECT_EQ(catalog->newest_with_body(id, at(9)).value(),
            std::optional(snapshot_row(3, 1, 30, SnapshotKind::resource)));
  EXPECT_EQ(catalog->newest_with_body(id, at(1)).value(), std::optional(snapshot_row(1, 1, 10)))
      << "the others are of a clock that was ahead";
  EXPECT_EQ(catalog->newest_with_body(id, at(0)).value(),
            std::optional(snapshot_row(3, 1, 30, SnapshotKind::resource)))
      << "there are no others";
}

TEST_P(CatalogConformance, ValidatorsAreThoseOfNowThoughTheClockWasAhead) {
  const std::string url = "https://a.example/";
  const Time now = at(5) + std::chrono::days(1000);
  const auto seen = [&](Time time, std::uint64_t place) {
    SnapshotRow row = snapshot_row(static_cast<std::int64_t>(place), 1, place);
    row.time = time;
    NewSnapshot made = new_snapshot(url, row);
    made.etag = "\"" + std::to_string(place) + "\"";
    return made;
  };
  commit(
      {.files = {file_row(1)}, .snapshots = {seen(now + std::chrono::days(3650), 1)}, .now = now});
  EXPECT_EQ(page(url).etag, "\"1\"");
  commit({.snapshots = {seen(now, 2)}, .now = now});
  EXPECT_EQ(page(url).etag, "\"2\"");
  EXPECT_EQ(page(url).last_seen, now + std::chrono::days(3650));
  commit({.snapshots = {seen(now - std::chrono::days(30), 3)}, .now = now});
  EXPECT_EQ(page(url).etag, "\"2\"") << "imported";
  EXPECT_TRUE(catalog->check());
}

// Pages of several hosts, more than are read at once.
Commit many_pages(std::uint64_t count) {
  Commit change{.files = {file_row(1)}};
  for (std::uint64_t i = 0; i < count; ++i)
    change.snapshots.push_back(
        new_snapshot("https://" + std::to_string(i % 3) + ".example/" + std::to_string(i),
                     snapshot_row(static_cast<std::int64_t>(i), 1, i)));
  return change;
}

TEST_P(CatalogConformance, VisitsPagesByPartitionHostAndUrl) {
  commit(many_pages(3500));
  using Order = std::tuple<unsigned, std::int64_t, std::string>;
  std::vector<Order> seen;
  const auto visit = [&](const PageRow& row) {
    seen.emplace_back(row.key.host->partition(), std::bit_cast<std::int64_t>(row.key.host->hash()),
                      row.key.url);
    return true;
  };
  ASSERT_TRUE(catalog->each_page(std::nullopt, visit));
  EXPECT_EQ(seen.size(), 3500u);
  EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
  EXPECT_EQ(std::adjacent_find(seen.begin(), seen.end()), seen.end());
  seen.clear();
  ASSERT_TRUE(catalog->each_page(host("1.example"), visit));
  EXPECT_EQ(seen.size(), 1167u);
  EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
  EXPECT_EQ(std::get<0>(seen.front()), host("1.example").partition());
  int count = 0;
  ASSERT_TRUE(catalog->each_page(std::nullopt, [&](const PageRow&) { return ++count < 5; }));
  EXPECT_EQ(count, 5);
  // From the middle on: of all pages, and of one host.
  std::vector<PageKey> keys;
  const auto note_key = [&](const PageRow& row) {
    keys.push_back(row.key);
    return true;
  };
  for (const std::optional<Host>& of : {std::optional<Host>(), std::optional(host("1.example"))}) {
    keys.clear();
    ASSERT_TRUE(catalog->each_page(of, note_key));
    const PageKey middle = keys[599];
    const std::vector<PageKey> rest(keys.begin() + 600, keys.end());
    keys.clear();
    ASSERT_TRUE(catalog->each_page_behind(middle, of, note_key));
    EXPECT_EQ(keys, rest);
  }
}

TEST_P(CatalogConformance, VisitsPagesWhileTheyAreChanged) {
  commit(many_pages(2500));
  std::size_t visited = 0;
  ASSERT_TRUE(catalog->each_page(std::nullopt, [&](const PageRow& row) {
    const auto all = catalog->snapshots(row.id);
    EXPECT_EQ(all->size(), 1u);
    EXPECT_TRUE(catalog->commit({.removed = {{row.key, 1, all->front().offset}}}));
    ++visited;
    return true;
  }));
  EXPECT_EQ(visited, 2500u);
  EXPECT_TRUE(catalog->each_page(std::nullopt, [&](const PageRow&) {
    ADD_FAILURE() << "all were removed";
    return false;
  }));
}

TEST_P(CatalogConformance, VisitsTheSnapshotsOfAFileByOffset) {
  Commit change = many_pages(2100);
  std::reverse(change.snapshots.begin(), change.snapshots.end());
  change.files.push_back(file_row(2));
  change.snapshots.push_back(new_snapshot("https://x.example/", snapshot_row(1, 2, 3)));
  commit(change);
  std::uint64_t next = 0;
  ASSERT_TRUE(catalog->each_snapshot_in(1, [&](const PageKey& key, const SnapshotRow& row) {
    EXPECT_EQ(row.offset, next);
    EXPECT_EQ(key,
              page_key("https://" + std::to_string(next % 3) + ".example/" + std::to_string(next)));
    ++next;
    return next < 2050;
  }));
  EXPECT_EQ(next, 2050u);
}

TEST_P(CatalogConformance, ShowsReadersWhatIsCommittedAndNothingElse) {
  const std::string url = "https://a.example/";
  commit({.files = {file_row(1)}, .snapshots = {new_snapshot(url, snapshot_row(1, 1, 10))}});
  const auto reader = open_to_read();
  const auto count = [&] { return (*reader->find_page(page_key(url)))->snapshots; };
  EXPECT_EQ(count(), 1);
  {
    const auto moment = reader->hold_moment();
    ASSERT_TRUE(moment);
    commit({.files = {file_row(2)}, .snapshots = {new_snapshot(url, snapshot_row(2, 1, 20))}});
    EXPECT_EQ(count(), 1) << "the moment is held";
    EXPECT_EQ(reader->files()->size(), 1u);
    EXPECT_TRUE(reader->check());
  }
  EXPECT_EQ(count(), 2);
  const auto written = reader->commit({.files = {file_row(3)}});
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, Errc::denied);
}

TEST_P(CatalogConformance, ChangesNothingWhileItHoldsAMoment) {
  {
    const auto moment = catalog->hold_moment();
    ASSERT_TRUE(moment);
    EXPECT_FALSE(catalog->hold_moment());
    const auto status = catalog->commit({.files = {file_row(1)}});
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().code, Errc::invalid);
  }
  commit({.files = {file_row(1)}});
}

}  // namespace
}  // namespace freshet
