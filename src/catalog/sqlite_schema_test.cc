#include "catalog/sqlite_schema.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <bit>

#include "catalog/catalog_conformance.h"
#include "testkit/faulty_disk.h"
#include "testkit/faulty_sqlite.h"
#include "testkit/scratch.h"
#include "testkit/test_data.h"

namespace freshet {
namespace {

class SqliteSchema : public testing::Test {
 protected:
  Result<std::unique_ptr<Catalog>> open(CatalogAccess access, const SchemaSteps* schema = nullptr) {
    return open_sqlite_catalog(disk, path, {.access = access, .busy_ms_max = 0, .schema = schema});
  }
  // Returns the error of an attempt to open it.
  Error refusal(CatalogAccess access, const SchemaSteps* schema = nullptr) {
    const auto catalog = open(access, schema);
    EXPECT_FALSE(catalog);
    return catalog ? Error{Errc::invalid, "opened"} : catalog.error();
  }
  void make_catalog() {
    const auto catalog = open(CatalogAccess::write);
    ASSERT_TRUE(catalog) << catalog.error().message;
    ASSERT_TRUE((*catalog)->commit(
        {.files = {file_row(1)},
         .snapshots = {new_snapshot("https://a.example/", snapshot_row(1, 1, 10))},
         .history = {{.beliefs = {{.page = page_key("https://a.example/")}},
                      .events = {{.url = "https://a.example/", .time = at(1)}}}}}));
  }
  // Returns the first column of all rows, through SQLite alone.
  std::vector<std::string> ask(const char* sql) {
    const auto db = Sqlite::open(path, {});
    EXPECT_TRUE(db);
    SqlRows rows = (*db)->rows(sql);
    std::vector<std::string> all;
    while (rows.next()) all.emplace_back(rows.text(0));
    EXPECT_TRUE(rows.status()) << rows.status().error().message;
    return all;
  }
  std::string bytes(const std::string& file) { return *read_whole(disk, file, 1 << 20); }
  std::vector<std::string> names() { return disk.list(dir.path()).value(); }
  std::vector<std::pair<std::string, std::string>> everything() {
    std::vector<std::pair<std::string, std::string>> all;
    for (const std::string& name : names()) all.emplace_back(name, bytes(dir / name));
    return all;
  }

  Scratch dir;
  const std::string path = dir / "catalog.sqlite";
  Disk& disk = system_disk();
};

// Returns our steps and one more.
SchemaSteps with_step(std::function<Status(Sqlite&)> step) {
  SchemaSteps schema = catalog_schema();
  schema.steps.push_back(std::move(step));
  return schema;
}

Status add_colour(Sqlite& db) {
  return db.execute(
      "ALTER TABLE page ADD COLUMN colour TEXT NOT NULL DEFAULT 'grey'; CREATE TABLE colours(x); "
      "INSERT INTO colours SELECT url FROM page;");
}

TEST_F(SqliteSchema, SaysWhatAFileIsThatIsNoCatalog) {
  EXPECT_EQ(refusal(CatalogAccess::read).code, Errc::not_found);
  EXPECT_NE(refusal(CatalogAccess::read).message.find("there is no such file"), std::string::npos);
  EXPECT_TRUE(disk.list(dir.path())->empty()) << "a reader makes nothing";

  ASSERT_TRUE(replace_file(disk, path, std::string(5000, 'x')));
  const auto before = everything();
  for (const CatalogAccess access : {CatalogAccess::read, CatalogAccess::write}) {
    EXPECT_EQ(refusal(access).code, Errc::invalid);
    EXPECT_NE(refusal(access).message.find("not a catalog of freshet"), std::string::npos);
  }
  EXPECT_EQ(everything(), before);
}

TEST_F(SqliteSchema, LeavesTheDatabasesOfOthersAlone) {
  for (const char* sql : {"CREATE TABLE t(x)", "CREATE TABLE t(x); PRAGMA application_id=7"}) {
    ASSERT_TRUE(!disk.exists(path) || disk.remove(path));
    ASSERT_TRUE((*Sqlite::open(path, {.mode = SqliteOpening::Mode::write}))->execute(sql));
    const std::string before = bytes(path);
    for (const CatalogAccess access : {CatalogAccess::read, CatalogAccess::write})
      EXPECT_NE(refusal(access).message.find("not a catalog of freshet"), std::string::npos);
    EXPECT_EQ(bytes(path), before);
  }
}

TEST_F(SqliteSchema, IsMarkedAsACatalogOfTheNewestVersion) {
  make_catalog();
  EXPECT_EQ(ask("SELECT application_id FROM pragma_application_id"),
            std::vector<std::string>{std::to_string(0x46727368)});
  EXPECT_EQ(ask("SELECT user_version FROM pragma_user_version"), std::vector<std::string>{"10"});
  EXPECT_EQ(bytes(path).substr(68, 4), "Frsh");
}

TEST_F(SqliteSchema, RefusesACatalogOfANewerVersionAndTouchesNothing) {
  make_catalog();
  const SchemaSteps newer = with_step(add_colour);
  ASSERT_TRUE(open(CatalogAccess::write, &newer));
  const auto before = everything();
  for (const CatalogAccess access : {CatalogAccess::read, CatalogAccess::write}) {
    const Error error = refusal(access);
    EXPECT_EQ(error.code, Errc::invalid);
    EXPECT_NE(error.message.find("written by a newer freshet (version 11"), std::string::npos);
  }
  EXPECT_EQ(everything(), before);
}

TEST_F(SqliteSchema, UpgradesAndKeepsABackup) {
  make_catalog();
  const SchemaSteps newer = with_step(add_colour);
  EXPECT_NE(refusal(CatalogAccess::read, &newer).message.find("open it once for writing"),
            std::string::npos);
  ASSERT_TRUE(disk.open(path + ".v10.bak.part", Access::create)) << "left by a crash";
  {
    const auto catalog = open(CatalogAccess::write, &newer);
    ASSERT_TRUE(catalog) << catalog.error().message;
    EXPECT_TRUE((*catalog)->check());
    EXPECT_TRUE(*(*catalog)->find_page(page_key("https://a.example/")));
  }
  EXPECT_TRUE(open(CatalogAccess::read, &newer));
  EXPECT_EQ(ask("SELECT colour FROM page"), std::vector<std::string>{"grey"});
  EXPECT_FALSE(disk.exists(path + ".v10.bak.part"));

  const auto backup = open_sqlite_catalog(disk, path + ".v10.bak", {.access = CatalogAccess::read});
  ASSERT_TRUE(backup) << backup.error().message;
  EXPECT_TRUE(*(*backup)->find_page(page_key("https://a.example/")));
  EXPECT_TRUE((*backup)->check());
}

// tests/data/archive-v1 was written by the first version; its pages must come through.
TEST_F(SqliteSchema, UpgradesTheFirstVersionToWhatANewCatalogIs) {
  const char* tables = "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name";
  make_catalog();
  const std::vector<std::string> made = ask(tables);
  for (const std::string& name : names()) ASSERT_TRUE(disk.remove(dir / name));

  const std::string stored = bytes(testkit::project_path("tests/data/archive-v1/catalog.sqlite"));
  ASSERT_TRUE(replace_file(disk, path, stored));
  EXPECT_EQ(ask("SELECT user_version FROM pragma_user_version"), std::vector<std::string>{"1"});
  const std::vector<std::string> pages = ask("SELECT url FROM pages ORDER BY url");
  EXPECT_FALSE(pages.empty());
  EXPECT_NE(refusal(CatalogAccess::read).message.find("open it once for writing"),
            std::string::npos);
  {
    const auto catalog = open(CatalogAccess::write);
    ASSERT_TRUE(catalog) << catalog.error().message;
    EXPECT_TRUE((*catalog)->check());
  }
  EXPECT_EQ(ask("SELECT user_version FROM pragma_user_version"), std::vector<std::string>{"10"});
  EXPECT_EQ(ask("SELECT url FROM pages ORDER BY url"), pages);
  EXPECT_EQ(ask(tables), made);
  EXPECT_TRUE(disk.exists(path + ".v1.bak"));
}

TEST_F(SqliteSchema, UpgradesAFrontierOfTheFirstVersionWithLinksThatWait) {
  const SchemaSteps first{{catalog_schema().steps.front()}};
  const Host one = host("a.example");
  ASSERT_TRUE(open(CatalogAccess::write, &first));
  {
    const auto db = Sqlite::open(path, {.mode = SqliteOpening::Mode::write});
    const auto id = std::bit_cast<std::int64_t>(one.hash());
    ASSERT_TRUE(
        (*db)->run("INSERT INTO host(part, host_id, name, place, in_links, score, epoch) "
                   "VALUES (?1, ?2, ?3, 5, 4, 1, 2)",
                   one.partition(), id, one.key()));
    ASSERT_TRUE((*db)->run("INSERT INTO link_delta VALUES (?1, 1, ?2, ?3, 7)", one.partition(), id,
                           one.key()));
  }
  const auto catalog = open(CatalogAccess::write);
  ASSERT_TRUE(catalog) << catalog.error().message;
  EXPECT_EQ((*catalog)->merge_links(one.partition()), 1);
  EXPECT_EQ(
      (*catalog)->find_host(one).value(),
      (HostRow{.host = one, .place = HostPlace::retired, .in_links = 11, .score = 8, .epoch = 2}));
  EXPECT_TRUE((*catalog)->check());
}

TEST_F(SqliteSchema, TellsThePagesThatASecondVersionHasAsAdded) {
  const SchemaSteps second{{catalog_schema().steps[0], catalog_schema().steps[1]}};
  ASSERT_TRUE(open(CatalogAccess::write, &second));
  const Host one = host("a.example");
  {
    const auto db = Sqlite::open(path, {.mode = SqliteOpening::Mode::write});
    const auto id = std::bit_cast<std::int64_t>(one.hash());
    ASSERT_TRUE((*db)->run("INSERT INTO host(part, host_id, name) VALUES (?1, ?2, ?3)",
                           one.partition(), id, one.key()));
    ASSERT_TRUE(
        (*db)->execute("INSERT INTO file VALUES (1, 1, 'warc/1.warc.gz', 9000, 0, 0); "
                       "UPDATE counter SET value = 1500 WHERE name = 'page'"));
    for (std::int64_t page = 1; page <= 1500; ++page) {
      const std::string url = "https://a.example/" + std::to_string(page);
      ASSERT_TRUE((*db)->run("INSERT INTO page VALUES (?1, ?2, ?3, ?4, 5, 7, 2, '', '')",
                             one.partition(), id, url, page));
      for (const std::int64_t time : {5, 7})
        ASSERT_TRUE((*db)->run(
            "INSERT INTO snapshot VALUES (?1, ?2, 1, ?3, 1, 0, 0, 1, ?4, '', ?5, 9, 0)", page, time,
            page * 10 + time, page == 2 ? 404 : 200,
            SqlValue::blob(time == 5 ? "the first of twenty." : "the other of twenty.")));
    }
  }
  const auto catalog = open(CatalogAccess::write);
  ASSERT_TRUE(catalog) << catalog.error().message;
  EXPECT_TRUE((*catalog)->check());
  const auto events = (*catalog)->events(0, 2000);
  ASSERT_TRUE(events && events->size() == 1499u) << "all but the one that was not found";
  EXPECT_EQ(events->front(),
            (PageEvent{.number = 1,
                       .url = "https://a.example/1",
                       .time = at(7),
                       .digest = Sha1Digest::parse("746865206f74686572206f66207477656e74792e")}));
  EXPECT_EQ(events->back().url, "https://a.example/1500");
}

TEST_F(SqliteSchema, GivesACatalogOfTheSeventhVersionATableOfCaptures) {
  const SchemaSteps seventh{{catalog_schema().steps.begin(), catalog_schema().steps.begin() + 7}};
  ASSERT_TRUE(open(CatalogAccess::write, &seventh));
  EXPECT_EQ(ask("SELECT count(*) FROM sqlite_schema WHERE name = 'capture'").front(), "0");
  const auto catalog = open(CatalogAccess::write);
  ASSERT_TRUE(catalog) << catalog.error().message;
  EXPECT_TRUE((*catalog)->captures()->empty());
  EXPECT_EQ((*catalog)->begin_capture({.name = "a"}), 1);
  EXPECT_TRUE((*catalog)->check());
}

TEST_F(SqliteSchema, TakesCapturesOfANinthVersionForThoseThatAccept304s) {
  const SchemaSteps ninth{{catalog_schema().steps.begin(), catalog_schema().steps.begin() + 9}};
  ASSERT_TRUE(open(CatalogAccess::write, &ninth));
  {
    const auto db = Sqlite::open(path, {.mode = SqliteOpening::Mode::write});
    ASSERT_TRUE((*db)->execute(
        "INSERT INTO capture(name, seeds, hosts, policy, eta, target, rounds_max, time_max, began, "
        "state, outcome, round, round_began, visited, revisited, coherent, changed, unknown, "
        "requests, pauses, paused, pause_cost) VALUES ('a', '', '', 'freshet', 0.5, 0, 1, 0, 5, 1, "
        "0, 1, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0)"));
  }
  const auto catalog = open(CatalogAccess::write);
  ASSERT_TRUE(catalog) << catalog.error().message;
  const auto row = (*catalog)->find_capture("a").value();
  ASSERT_TRUE(row);
  EXPECT_EQ(row->order.policy, "freshet");
  EXPECT_FALSE(row->order.asks_whole);
  EXPECT_TRUE((*catalog)->check());
}

TEST_F(SqliteSchema, TakesSnapshotsOfAFifthVersionForFetchedAndWhole) {
  const SchemaSteps fifth{{catalog_schema().steps.begin(), catalog_schema().steps.begin() + 5}};
  ASSERT_TRUE(open(CatalogAccess::write, &fifth));
  {
    const auto db = Sqlite::open(path, {.mode = SqliteOpening::Mode::write});
    const Host one = host("a.example");
    const auto id = std::bit_cast<std::int64_t>(one.hash());
    ASSERT_TRUE((*db)->run("INSERT INTO host(part, host_id, name) VALUES (?1, ?2, ?3)",
                           one.partition(), id, one.key()));
    ASSERT_TRUE(
        (*db)->execute("INSERT INTO file VALUES (1, 1, 'warc/1.warc.gz', 9000, 0, 0); "
                       "UPDATE counter SET value = 1 WHERE name = 'page'"));
    ASSERT_TRUE((*db)->run("INSERT INTO page VALUES (?1, ?2, ?3, 1, 5, 6, 2, '\"5\"', '')",
                           one.partition(), id, std::string("https://a.example/")));
    for (const int time : {5, 6})
      ASSERT_TRUE(
          (*db)->run("INSERT INTO snapshot VALUES (1, ?1, 1, ?1, 1, 0, 0, 1, ?2, '', ?3, 9, 0)",
                     time, time == 5 ? 200 : 500, SqlValue::blob("a digest of 20 bytes")));
  }
  const auto catalog = open(CatalogAccess::write);
  ASSERT_TRUE(catalog) << catalog.error().message;
  EXPECT_TRUE((*catalog)->check());
  EXPECT_EQ((*catalog)->commits(), 0);
  const auto rows = (*catalog)->snapshots(1);
  ASSERT_TRUE(rows && rows->size() == 2u);
  for (const SnapshotRow& row : *rows) EXPECT_FALSE(row.imported || row.cut);
  EXPECT_EQ((*catalog)->newest_content(1).value()->time, at(5));
  EXPECT_EQ(ask("SELECT status FROM changes"), std::vector<std::string>{"200"})
      << "a failure is no change";
  EXPECT_TRUE(disk.exists(path + ".v5.bak"));
}

TEST_F(SqliteSchema, RefusesFileNamesThatLeadElsewhere) {
  make_catalog();
  const auto catalog = open(CatalogAccess::write);
  ASSERT_TRUE(catalog);
  for (const char* name : {"../x.warc.gz", "warc/../x", "/etc/x", "warc/", "warc/.x", "tags/x"}) {
    FileRow row = file_row(7);
    row.name = name;
    const auto done = (*catalog)->commit({.files = {row}});
    ASSERT_FALSE(done) << name;
    EXPECT_EQ(done.error().code, Errc::invalid) << name;
  }
  ASSERT_TRUE((*Sqlite::open(path, {.mode = SqliteOpening::Mode::write}))
                  ->execute("UPDATE file SET name = 'warc/../../victim.txt'"));
  const auto files = (*catalog)->files();
  ASSERT_FALSE(files);
  EXPECT_EQ(files.error().code, Errc::corrupt);
  EXPECT_NE(files.error().message.find("warc/../../victim.txt"), std::string::npos);
}

TEST_F(SqliteSchema, IsOfTheOldVersionIfAnUpgradeFails) {
  make_catalog();
  const SchemaSteps newer = with_step([](Sqlite& db) -> Status {
    Status status = add_colour(db);
    if (!status) return status;
    return db.execute("INSERT INTO no_such_table VALUES (1)");
  });
  EXPECT_FALSE(open(CatalogAccess::write, &newer));
  const auto catalog = open(CatalogAccess::write);
  ASSERT_TRUE(catalog) << catalog.error().message;
  EXPECT_TRUE((*catalog)->check());
  EXPECT_EQ(ask("SELECT name FROM sqlite_schema WHERE name = 'colours'"),
            std::vector<std::string>{});
}

TEST_F(SqliteSchema, IsOfTheOldVersionIfTheProgramDiesInAnUpgrade) {
  make_catalog();
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const SchemaSteps newer = with_step([](Sqlite& db) -> Status {
      static_cast<void>(db.execute("PRAGMA cache_size=1; PRAGMA cache_spill=1"));
      Status status = add_colour(db);
      kill(getpid(), SIGKILL);
      return status;
    });
    static_cast<void>(open(CatalogAccess::write, &newer));
    _exit(1);
  }
  int how = 0;
  waitpid(child, &how, 0);
  ASSERT_TRUE(WIFSIGNALED(how));
  EXPECT_TRUE(disk.exists(path + ".v10.bak"));
  {
    const auto catalog = open(CatalogAccess::write);
    ASSERT_TRUE(catalog) << catalog.error().message;
    EXPECT_TRUE((*catalog)->check());
  }
  const SchemaSteps newer = with_step(add_colour);
  EXPECT_TRUE(open(CatalogAccess::write, &newer)) << "and it can be upgraded again";
  EXPECT_EQ(ask("SELECT colour FROM page"), std::vector<std::string>{"grey"});
}

TEST_F(SqliteSchema, IsOfOneVersionWhateverCallOfAnUpgradeFails) {
  const SchemaSteps newer = with_step(add_colour);
  std::uint64_t failures = 0;
  for (std::uint64_t call = 0;; ++call) {
    for (const std::string& name : names()) ASSERT_TRUE(disk.remove(dir / name));
    make_catalog();
    FaultyDisk faulty(disk);
    const FaultySqlite layer(faulty.state());
    faulty.fail_only(call);
    const bool is_upgraded =
        open_sqlite_catalog(faulty, path, {.vfs = layer.name(), .schema = &newer}).has_value();
    failures += is_upgraded ? 0 : 1;
    const std::string version = ask("SELECT user_version FROM pragma_user_version").front();
    if (is_upgraded) {
      ASSERT_EQ(version, "11") << "call " << call;
    }
    if (version == "11") {
      ASSERT_TRUE(open(CatalogAccess::write, &newer)) << "call " << call;
      ASSERT_TRUE(open_sqlite_catalog(disk, path + ".v10.bak", {})) << "call " << call;
    } else {
      const auto catalog = open(CatalogAccess::write);
      ASSERT_TRUE(catalog && (*catalog)->check()) << "call " << call;
    }
    if (faulty.calls() <= call) break;
  }
  EXPECT_GT(failures, 10u);
}

TEST_F(SqliteSchema, WaitsForAnotherWriterNoLongerThanItIsTold) {
  make_catalog();
  const auto other = Sqlite::open(path, {.mode = SqliteOpening::Mode::write});
  ASSERT_TRUE((*other)->execute("BEGIN IMMEDIATE"));
  const auto catalog = open(CatalogAccess::write);
  ASSERT_TRUE(catalog) << catalog.error().message;
  const auto status = (*catalog)->commit({.files = {file_row(2)}});
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, Errc::unavailable);
  EXPECT_NE(status.error().message.find("another program is writing to it"), std::string::npos);
  EXPECT_EQ((*catalog)->files()->size(), 1u) << "it can be read";
  ASSERT_TRUE((*other)->execute("ROLLBACK"));
  EXPECT_TRUE((*catalog)->commit({.files = {file_row(2)}}));
}

TEST_F(SqliteSchema, IsReadWithoutATrace) {
  make_catalog();
  const auto before = everything();
  {
    const auto catalog = open(CatalogAccess::read);
    ASSERT_TRUE(catalog);
    EXPECT_TRUE(*(*catalog)->find_page(page_key("https://a.example/")));
    EXPECT_TRUE((*catalog)->check());
  }
  const auto after = everything();
  ASSERT_EQ(after.size(), before.size());
  for (std::size_t i = 0; i < after.size(); ++i) {
    EXPECT_EQ(after[i].first, before[i].first);
    if (!after[i].first.ends_with("-shm")) {
      EXPECT_EQ(after[i].second, before[i].second);
    }
  }
}

// Runs without the right to write here, even if the tests are run by root.
class SqliteReadOnly : public SqliteSchema {
 protected:
  void SetUp() override {
    make_catalog();
    if (geteuid() != 0) return;
    is_root_ = true;
  }
  void forbid() {
    for (const std::string& name : names()) chmod((dir / name).c_str(), 0444);
    chmod(dir.path().c_str(), 0555);
    if (is_root_) {
      ASSERT_EQ(seteuid(65534), 0);
    }
  }
  void TearDown() override {
    if (is_root_) {
      ASSERT_EQ(seteuid(0), 0);
    }
    chmod(dir.path().c_str(), 0755);
  }

 private:
  bool is_root_ = false;
};

TEST_F(SqliteReadOnly, IsReadButNotWritten) {
  forbid();
  {
    const auto catalog = open(CatalogAccess::read);
    ASSERT_TRUE(catalog) << catalog.error().message;
    EXPECT_TRUE(*(*catalog)->find_page(page_key("https://a.example/")));
  }
  const Error error = refusal(CatalogAccess::write);
  EXPECT_EQ(error.code, Errc::denied);
  EXPECT_NE(error.message.find("read-only"), std::string::npos) << error.message;
}

TEST_F(SqliteReadOnly, IsReadFromTheFileAloneIfThatIsAllThereIs) {
  ASSERT_TRUE(disk.remove(path + "-wal"));
  ASSERT_TRUE(disk.remove(path + "-shm"));
  forbid();
  const auto catalog = open(CatalogAccess::read);
  ASSERT_TRUE(catalog) << catalog.error().message;
  EXPECT_TRUE(*(*catalog)->find_page(page_key("https://a.example/")));
  const Error error = refusal(CatalogAccess::write);
  EXPECT_EQ(error.code, Errc::denied);
  EXPECT_NE(error.message.find("read-only"), std::string::npos) << error.message;
}

TEST_F(SqliteReadOnly, SaysWhenTheNewestRowsCannotBeRead) {
  {
    const auto catalog = open(CatalogAccess::write);
    ASSERT_TRUE((*catalog)->commit({.files = {file_row(2)}}));
    const std::string log = bytes(path + "-wal");
    ASSERT_FALSE(log.empty());
    ASSERT_TRUE(replace_file(disk, dir / "log", log));
  }
  ASSERT_TRUE(disk.rename(dir / "log", path + "-wal"));  // as a copy without -shm would have it
  ASSERT_TRUE(disk.remove(path + "-shm"));
  forbid();
  const Error error = refusal(CatalogAccess::read);
  EXPECT_EQ(error.code, Errc::denied);
  EXPECT_NE(error.message.find("its directory must be writable"), std::string::npos)
      << error.message;
}

TEST_F(SqliteSchema, ShowsPeoplePagesHostsAndChanges) {
  SnapshotRow again = snapshot_row(1'000'000, 1, 20);
  SnapshotRow revisit = snapshot_row(2'500'000, 1, 40, SnapshotKind::revisit);
  again.payload = revisit.payload = snapshot_row(-1, 1, 10).payload;
  {
    const auto catalog = open(CatalogAccess::write);
    const std::string url = "https://a.example/";
    ASSERT_TRUE((*catalog)->commit(
        {.files = {file_row(1)},
         .snapshots = {
             new_snapshot(url, snapshot_row(-1, 1, 10)), new_snapshot(url, again),
             new_snapshot(url, snapshot_row(1'500'000, 1, 30)),
             new_snapshot(url, snapshot_row(1'600'000, 1, 35, SnapshotKind::not_modified)),
             new_snapshot(url, revisit), new_snapshot("urn:x", snapshot_row(7, 1, 50))}}));
  }
  EXPECT_EQ(
      ask("SELECT time || ' ' || url || ' ' || change || ' ' || kind FROM changes ORDER BY 1"),
      (std::vector<std::string>{"1969-12-31T23:59:59.999999Z https://a.example/ new response",
                                "1970-01-01T00:00:00.000007Z urn:x new response",
                                "1970-01-01T00:00:01.500000Z https://a.example/ changed response",
                                "1970-01-01T00:00:02.500000Z https://a.example/ changed revisit"}));
  EXPECT_EQ(ask("SELECT url || ' ' || first_seen || ' ' || last_seen || ' ' || snapshots || ' ' || "
                "status || ' ' || mime || ' ' || digest || ' ' || file FROM pages WHERE host IS "
                "NOT NULL"),
            std::vector<std::string>{"https://a.example/ " + iso_time(at(-1)) + " " +
                                     iso_time(at(2'500'000)) + " 5 200 text/html " +
                                     ask("SELECT 'sha1:' || lower(hex(payload)) FROM snapshot "
                                         "WHERE offset = 10")
                                         .front() +
                                     " warc/1.warc.gz"});
  EXPECT_EQ(ask("SELECT url FROM pages WHERE host IS NULL"), std::vector<std::string>{"urn:x"});
  EXPECT_EQ(ask("SELECT host || ' ' || pages || ' ' || place || ' ' || (next_due IS NULL) FROM "
                "hosts"),
            std::vector<std::string>{"a.example 1 known 1"});
}

TEST_F(SqliteSchema, ShowsPeopleFailuresAndReports) {
  const LinkCount link{.host = host("a.example")};
  {
    const auto catalog = open(CatalogAccess::write);
    const SessionId session = *(*catalog)->open_session("w", at(100));
    ASSERT_TRUE((*catalog)->add_links({&link, 1}));
    ASSERT_TRUE((*catalog)->merge_links(link.host.partition()));
    const auto claims = (*catalog)->claim_hosts(session, link.host.partition(), 1, at(0));
    const LeaseFence fence = claims->front().fence;
    ASSERT_TRUE((*catalog)->note_name_servers(fence, "ns1.example ns2.example"));
    const UrlNote note{.page = page_key("https://a.example/x"),
                       .time = at(1'500'000),
                       .outcome = "timeout",
                       .detail = "no answer within 30 s",
                       .tries = 3};
    ASSERT_TRUE((*catalog)->commit({.news = {{.fence = fence, .notes = {note}}}}));
    ASSERT_TRUE((*catalog)->release_host(fence, {.report = "1 page failed"}, at(0)));
  }
  EXPECT_EQ(ask("SELECT time || ' ' || url || ' ' || host || ' ' || outcome || ' ' || tries || ' ' "
                "|| detail FROM failures"),
            std::vector<std::string>{"1970-01-01T00:00:01.500000Z https://a.example/x a.example "
                                     "timeout 3 no answer within 30 s"});
  EXPECT_EQ(ask("SELECT name_servers || ', ' || report FROM hosts"),
            std::vector<std::string>{"ns1.example ns2.example, 1 page failed"});
}

TEST_F(SqliteSchema, ShowsPeopleHowPagesChange) {
  {
    const auto catalog = open(CatalogAccess::write);
    const std::string url = "https://a.example/";
    const PageKey page = page_key(url);
    ASSERT_TRUE((*catalog)->commit(
        {.files = {file_row(1)},
         .snapshots = {new_snapshot(url, snapshot_row(1, 1, 10))},
         .history = {{.checks = {{.page = page,
                                  .time = at(1'500'000),
                                  .outcome = CheckOutcome::changed,
                                  .change = 3,
                                  .is_meaningful = true,
                                  .status = 200,
                                  .score = 0.5,
                                  .bytes = 42,
                                  .stages = "{}",
                                  .changed_at = at(1'250'000)}},
                      .beliefs = {{.page = page,
                                   .group = 2,
                                   .rate = 0.25,
                                   .rate_low = 0.125,
                                   .rate_high = 0.5,
                                   .checks = 4,
                                   .changes = 1,
                                   .next_check = at(2'000'000),
                                   .why = "as the others"}},
                      .events = {{.url = url, .time = at(1)},
                                 {.kind = EventKind::changed,
                                  .url = url,
                                  .time = at(1'500'000),
                                  .change = 3,
                                  .digest = sha1(""),
                                  .before = at(1),
                                  .digest_before = sha1("a")},
                                 {.kind = EventKind::redesigned, .url = url, .time = at(2)}}}}}));
  }
  EXPECT_EQ(
      ask("SELECT url || ' ' || time || ' ' || outcome || ' ' || class || ' ' || meaningful || "
          "' ' || score || ' ' || status || ' ' || bytes || ' ' || stages || ' ' || changed_at "
          "FROM change_history"),
      std::vector<std::string>{
          "https://a.example/ 1970-01-01T00:00:01.500000Z changed major 1 0.5 200 42 {} "
          "1970-01-01T00:00:01.250000Z"});
  EXPECT_EQ(ask("SELECT url || ' ' || rate || ' ' || low || ' ' || high || ' ' || \"group\" || ' ' "
                "|| next_check || ' ' || state || ' ' || checks || ' ' || changes || ' ' || why "
                "FROM predictions"),
            std::vector<std::string>{"https://a.example/ 0.25 0.125 0.5 2 "
                                     "1970-01-01T00:00:02.000000Z watched 4 1 as the others"});
  EXPECT_EQ(ask("SELECT number || ' ' || change || ' ' || url || ' ' || time || ' ' || "
                "ifnull(class, '-') || ' ' || ifnull(digest, '-') || ' ' || ifnull(before, '-') || "
                "' ' || ifnull(digest_before, '-') FROM events ORDER BY number"),
            (std::vector<std::string>{
                "1 added https://a.example/ 1970-01-01T00:00:00.000001Z - - - -",
                "2 changed https://a.example/ 1970-01-01T00:00:01.500000Z major "
                "sha1:da39a3ee5e6b4b0d3255bfef95601890afd80709 1970-01-01T00:00:00.000001Z "
                "sha1:86f7e437faa5a7fce15d1ddcb9eaeaea377667b8",
                "3 redesigned https://a.example/ 1970-01-01T00:00:00.000002Z - - - -"}));
}

TEST_F(SqliteSchema, CountsHostsWithoutReadingTheirRows) {
  make_catalog();
  for (const char* place : {"0", "5"}) {
    const std::string sql =
        "EXPLAIN QUERY PLAN SELECT count(*) FROM host WHERE place = " + std::string(place);
    const auto db = Sqlite::open(path, {});
    SqlRows rows = (*db)->rows(sql.c_str());
    ASSERT_TRUE(rows.next());
    EXPECT_NE(rows.text(3).find("COVERING INDEX host_"), std::string::npos) << rows.text(3);
  }
}

TEST_F(SqliteSchema, FindsContradictionsAndDamage) {
  const std::vector<std::pair<const char*, const char*>> damage = {
      {"UPDATE page SET snapshots = 2", "does not count its snapshots"},
      {"DELETE FROM page", "no such page"},
      {"DELETE FROM file", "no such file"},
      {"DELETE FROM host", "is missing"},
      {"UPDATE snapshot SET payload = x'00'", "not 20 bytes"},
      {"UPDATE counter SET value = 0", "not given yet"},
      {"UPDATE host SET place = 1", "not in the queue"},
      {"INSERT INTO ready VALUES (1, 2, 3)", "no host accounts for"},
      {"INSERT INTO ip_lease VALUES ('10.0.0.1', 1, 2, 3)", "not leased there"},
      {"INSERT INTO url_filter VALUES (1, 2, x'000000')", "a length that none has"},
      {"UPDATE host SET woken = 1", "which nobody held"},
      {"INSERT INTO page_check VALUES (9, 1, 1, 0, 0, 0, 0, 0, '', NULL, 0)", "checks of page 9"},
      {"UPDATE belief SET page_id = 9", "something is believed of page 9"},
      {"UPDATE event_log SET count = 2", "not as many as their row says"},
      {"UPDATE event_log SET events = '[1'", "not as many as their row says"},
      {"UPDATE event_log SET first = 3", "the event before number 3 is missing"},
      {"DELETE FROM trait", "no incarnation"},
  };
  for (const auto& [sql, what] : damage) {
    for (const std::string& name : names()) ASSERT_TRUE(disk.remove(dir / name));
    make_catalog();
    ASSERT_TRUE((*Sqlite::open(path, {.mode = SqliteOpening::Mode::write}))->execute(sql));
    const auto catalog = open(CatalogAccess::read);
    const Status status = (*catalog)->check();
    ASSERT_FALSE(status) << sql;
    EXPECT_EQ(status.error().code, Errc::corrupt);
    EXPECT_NE(status.error().message.find(what), std::string::npos) << status.error().message;
  }
}

TEST_F(SqliteSchema, FindsABrokenTree) {
  make_catalog();
  const std::string pages = ask("SELECT rootpage FROM sqlite_schema WHERE name = 'page'").front();
  const auto root = static_cast<std::uint64_t>(std::stol(pages) - 1) * 4096;
  ASSERT_TRUE((*disk.open(path, Access::write))->write(root + 4000, std::string(90, '\xff')));
  const auto catalog = open(CatalogAccess::read);
  ASSERT_TRUE(catalog);
  const Status status = (*catalog)->check();
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, Errc::corrupt);
}

}  // namespace
}  // namespace freshet
