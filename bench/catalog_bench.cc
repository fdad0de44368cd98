// The catalog at the size of a large crawl: page rows, look-ups and claims, beside SQLite itself
// doing the least that could be called the same.
#include "catalog_bench.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "base/check.h"
#include "base/random.h"
#include "catalog/open_catalog.h"
#include "measure.h"

namespace freshet::bench {
namespace {

constexpr std::size_t kBatch = 500;        // pages in one commit
constexpr std::size_t kPagesOfAHost = 50;  // so that a batch is ten hosts

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void must_succeed(const Status& status) {
  if (!status) fmt::print(stderr, "{}\n", status.error().message);
  require(status.has_value(), "the catalog does what the benchmark asks");
}

template <class T>
T must_succeed(Result<T> result) {
  if (!result) fmt::print(stderr, "{}\n", result.error().message);
  require(result.has_value(), "the catalog does what the benchmark asks");
  return *std::move(result);
}

Host host_of(std::size_t number) {
  return *Host::from_key(fmt::format("www.site-{}.example", number));
}

std::string url_of(std::size_t page) {
  return fmt::format("https://www.site-{}.example/section/{}/an-article-about-{}.html",
                     page / kPagesOfAHost, page % 7, page);
}

Commit batch_from(std::size_t first) {
  Commit change;
  change.files.push_back({.id = 1,
                          .kind = FileKind::warc,
                          .name = "warc/freshet-20261116003446-00001.warc.gz",
                          .committed = first + kBatch});
  for (std::size_t page = first; page < first + kBatch; ++page) {
    NewSnapshot made{.page = {.host = host_of(page / kPagesOfAHost), .url = url_of(page)},
                     .etag = fmt::format("\"{:x}\"", page * 7919),
                     .last_modified = "Mon, 16 Nov 2026 00:34:46 GMT",
                     .snapshot = {}};
    made.snapshot = {.time = Time(Duration(1'794'787'200'000'000 + static_cast<long>(page) * 1000)),
                     .file = 1,
                     .offset = page * 9000,
                     .length = 9000,
                     .tags_offset = page * 700,
                     .tags_length = 700,
                     .kind = SnapshotKind::response,
                     .status = 200,
                     .mime = "text/html",
                     .payload = sha1(made.etag),
                     .payload_bytes = 41000};
    change.snapshots.push_back(std::move(made));
  }
  return change;
}

struct Spent {
  double wall = 0;
  double cpu = 0;
};

template <class F>
Spent spent(F work) {
  const Spent start{wall_seconds(), cpu_seconds()};
  work();
  return {wall_seconds() - start.wall, cpu_seconds() - start.cpu};
}

// The same columns in one table with one key, by bare SQLite: a row each for page and snapshot.
class BareSqlite {
 public:
  BareSqlite(const std::string& path, bool full) {
    require(sqlite3_open(path.c_str(), &db_) == SQLITE_OK, "the reference opens");
    run("PRAGMA journal_mode=WAL; PRAGMA cache_size=-65536; PRAGMA wal_autocheckpoint=8192");
    run(full ? "PRAGMA synchronous=FULL" : "PRAGMA synchronous=NORMAL");
    run("CREATE TABLE row(part, host_id, url, time, file, offset, length, tags_offset, "
        "tags_length, "
        "kind, status, mime, payload, payload_bytes, etag, last_modified, "
        "PRIMARY KEY(part, host_id, url)) WITHOUT ROWID");
    sqlite3_prepare_v2(db_, "INSERT INTO row VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)", -1,
                       &insert_, nullptr);
  }
  ~BareSqlite() {
    sqlite3_finalize(insert_);
    sqlite3_close(db_);
  }
  BareSqlite(const BareSqlite&) = delete;
  BareSqlite& operator=(const BareSqlite&) = delete;

  void commit(const Commit& change) {
    run("BEGIN");
    for (const NewSnapshot& made : change.snapshots) insert(made);
    run("COMMIT");
  }

 private:
  void run(const char* sql) {
    require(sqlite3_exec(db_, sql, nullptr, nullptr, nullptr) == SQLITE_OK, "the reference works");
  }
  void number(int index, std::uint64_t value) {
    sqlite3_bind_int64(insert_, index, static_cast<sqlite3_int64>(value));
  }
  void text(int index, const std::string& value) {
    sqlite3_bind_text(insert_, index, value.data(), static_cast<int>(value.size()), SQLITE_STATIC);
  }
  void insert(const NewSnapshot& made) {
    const SnapshotRow& row = made.snapshot;
    number(1, made.page.host->partition());
    number(2, made.page.host->hash());
    text(3, made.page.url);
    number(4, static_cast<std::uint64_t>(row.time.time_since_epoch().count()));
    number(5, static_cast<std::uint64_t>(row.file));
    number(6, row.offset);
    number(7, row.length);
    number(8, row.tags_offset);
    number(9, row.tags_length);
    number(10, static_cast<std::uint64_t>(row.kind));
    number(11, row.status);
    text(12, row.mime);
    sqlite3_bind_blob(insert_, 13, row.payload.bytes.data(), 20, SQLITE_STATIC);
    number(14, row.payload_bytes);
    text(15, made.etag);
    text(16, made.last_modified);
    require(sqlite3_step(insert_) == SQLITE_DONE, "the reference inserts");
    sqlite3_reset(insert_);
  }

  sqlite3* db_ = nullptr;
  sqlite3_stmt* insert_ = nullptr;
};

// Mean and the 99th of a hundred, in microseconds.
class Times {
 public:
  template <class F>
  void take(F work) {
    const double start = wall_seconds();
    work();
    all_.push_back((wall_seconds() - start) * 1e6);
  }
  void print(std::string_view name) {
    std::sort(all_.begin(), all_.end());
    double sum = 0;
    for (const double one : all_) sum += one;
    fmt::print("{:<36}{:>10.1f}{:>10.1f}{:>10.1f}{:>10.1f}\n", name,
               sum / static_cast<double>(all_.size()), all_[all_.size() / 2],
               all_[all_.size() * 99 / 100], all_.back());
  }

 private:
  std::vector<double> all_;
};

// Both write the same batches in turn, so that a busy machine slows both. Making the batches is not
// counted.
void measure_commits(const std::string& dir, std::size_t pages) {
  const std::string path = dir + "/catalog.sqlite", bare_path = dir + "/bare.sqlite";
  const auto catalog = must_succeed(open_catalog(system_disk(), sqlite_address(path), {}));
  BareSqlite bare(bare_path, true);
  Spent ours, theirs;
  for (std::size_t first = 0; first < pages; first += kBatch) {
    const Commit change = batch_from(first);
    const Spent one = spent([&] { must_succeed(catalog->commit(change)); });
    const Spent two = spent([&] { bare.commit(change); });
    ours = {ours.wall + one.wall, ours.cpu + one.cpu};
    theirs = {theirs.wall + two.wall, theirs.cpu + two.cpu};
  }
  const double count = static_cast<double>(pages);
  fmt::print("{} pages in commits of {}, each waits for the disk\n{:<36}{:>12}{:>12}{:>10}\n",
             pages, kBatch, "", "rows/s wall", "rows/s CPU", "of bare");
  fmt::print("{:<36}{:>12.0f}{:>12.0f}{:>10.2f}\n", "bare SQLite, one table", count / theirs.wall,
             count / theirs.cpu, 1.0);
  fmt::print("{:<36}{:>12.0f}{:>12.0f}{:>10.2f}\n", "catalog: page, snapshot, host",
             count / ours.wall, count / ours.cpu, theirs.wall / ours.wall);
}

// What waiting for the disk costs a commit of one page, and of a hundred.
void measure_sync(const std::string& dir) {
  fmt::print("\none commit, microseconds{:>22}{:>10}{:>10}{:>10}\n", "mean", "median", "p99",
             "most");
  const int file = ::open((dir + "/bare-sync").c_str(), O_CREAT | O_WRONLY, 0600);
  Times bare;
  const std::string block(4096, 'x');
  for (int i = 0; i < 300; ++i)
    bare.take([&] {
      require(::write(file, block.data(), block.size()) == 4096 && ::fdatasync(file) == 0,
              "synced");
    });
  ::close(file);
  bare.print("write of 4 KiB and fdatasync");
  for (const CatalogSync sync : {CatalogSync::full, CatalogSync::normal}) {
    const bool full = sync == CatalogSync::full;
    const auto catalog = must_succeed(open_catalog(
        system_disk(), sqlite_address(dir + (full ? "/full.sqlite" : "/normal.sqlite")),
        {.sync = sync}));
    for (const std::size_t pages : {std::size_t{1}, std::size_t{100}}) {
      Times times;
      for (std::size_t i = 0; i < 300; ++i) {
        Commit change = batch_from((pages * 300 + i) * kBatch);
        change.snapshots.resize(pages);
        times.take([&] { must_succeed(catalog->commit(change)); });
      }
      times.print(fmt::format("{}, {} page(s)", full ? "full" : "normal", pages));
    }
  }
}

void measure_look_ups(const std::string& dir, std::size_t pages) {
  const auto catalog = must_succeed(
      open_catalog(system_disk(), catalog_address(dir), {.access = CatalogAccess::read}));
  Random random(1);
  Times cold, warm, nearest;
  for (int round = 0; round < 2; ++round)
    for (int i = 0; i < 50'000; ++i) {
      const std::size_t page = random.below(pages);
      const PageKey key{.host = host_of(page / kPagesOfAHost), .url = url_of(page)};
      std::optional<PageRow> found;
      (round == 0 ? cold : warm).take([&] { found = must_succeed(catalog->find_page(key)); });
      require(found.has_value(), "the page is found");
      if (round == 1) nearest.take([&] { must_succeed(catalog->nearest(found->id, Time::max())); });
    }
  fmt::print("\nlook-up in {} pages, microseconds{:>8}{:>10}{:>10}{:>10}\n", pages, "mean",
             "median", "p99", "most");
  cold.print("page by URL, first 50,000");
  warm.print("page by URL, warm");
  nearest.print("its newest snapshot, warm");
}

void measure_claims(const std::string& dir, std::size_t hosts) {
  const std::string path = dir + "/hosts.sqlite";
  const auto catalog = must_succeed(open_catalog(system_disk(), sqlite_address(path), {}));
  Random random(2);
  const Spent linking = spent([&] {
    std::vector<LinkCount> links;
    for (std::size_t i = 0; i < hosts; ++i) {
      links.push_back({host_of(i), static_cast<std::int64_t>(1 + random.below(1000))});
      if (links.size() < 10'000 && i + 1 < hosts) continue;
      must_succeed(catalog->add_links(links));
      links.clear();
    }
  });
  std::int64_t merged = 0;
  const Spent merging = spent([&] {
    for (unsigned partition = 0; partition < kPartitionCount; ++partition)
      merged += must_succeed(catalog->merge_links(partition));
  });
  require(merged == static_cast<std::int64_t>(hosts), "all hosts are pending");
  const Time now{};
  const SessionId session =
      must_succeed(catalog->open_session("bench", now + std::chrono::hours(1)));
  Times claim, lease, release;
  for (std::size_t i = 0; i < 50'000; ++i) {
    std::vector<HostClaim> claims;
    const unsigned partition = static_cast<unsigned>(i % kPartitionCount);
    claim.take([&] { claims = must_succeed(catalog->claim_hosts(session, partition, 1, now)); });
    require(claims.size() == 1, "there is a host");
    const std::string address = fmt::format("10.{}.{}.{}", i % 7, i % 250, random.below(250));
    lease.take([&] { must_succeed(catalog->lease_host(claims[0].fence, address)); });
    const HostRelease left{.next_due = now + std::chrono::hours(1 + random.below(1000)),
                           .due_value = static_cast<std::int64_t>(random.below(100)),
                           .continuation = {}};
    release.take([&] { must_succeed(catalog->release_host(claims[0].fence, left, now)); });
  }
  fmt::print("\n{} pending hosts: {:.0f} links/s appended, {:.0f} hosts/s merged\n", hosts,
             static_cast<double>(hosts) / linking.wall, static_cast<double>(hosts) / merging.wall);
  fmt::print("{:<36}{:>10}{:>10}{:>10}{:>10}\n", "microseconds", "mean", "median", "p99", "most");
  claim.print("claim");
  lease.print("lease");
  release.print("release");
}

void measure_sizes(const std::string& dir, std::size_t count) {
  for (const char* name : {"catalog.sqlite", "bare.sqlite", "hosts.sqlite"})
    fmt::print("{:<20}{:>10.1f} bytes each\n", name,
               static_cast<double>(std::filesystem::file_size(dir + "/" + name)) /
                   static_cast<double>(count));
}

}  // namespace
}  // namespace freshet::bench

int freshet::bench::run_catalog_bench(const std::string& directory, std::size_t thousands) {
  std::filesystem::create_directories(directory);
  const std::size_t count = thousands * 1000;
  measure_commits(directory, count);
  measure_sync(directory);
  measure_look_ups(directory, count);
  measure_claims(directory, count);
  fmt::print("\n");
  measure_sizes(directory, count);  // all closed, so nothing is left in a log
  return 0;
}
