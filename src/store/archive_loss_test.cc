// Records are never lost: not by trusting a catalog that does not know them, not by a failure that
// displaces content, not by a failed rebuild.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "sqlite/sqlite.h"
#include "store/archive.h"
#include "store/archive/recovery.h"
#include "store/archive_writer.h"
#include "store/change_note.h"
#include "store/import.h"
#include "store/reindex.h"
#include "store/rewrite.h"
#include "store/verify.h"
#include "testkit/faulty_disk.h"
#include "testkit/faulty_sqlite.h"
#include "testkit/hand_clock.h"
#include "testkit/scratch.h"
#include "warc/snapshot_encoder.h"

namespace freshet {
namespace {

namespace fs = std::filesystem;

std::string file_bytes(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class ArchiveLossTest : public testing::TestWithParam<Layout> {
 protected:
  Result<std::unique_ptr<ArchiveWriter>> try_open() {
    return ArchiveWriter::open(disk, directory, clock, Random(seed++), {.layout = GetParam()});
  }
  std::unique_ptr<ArchiveWriter> open() {
    auto writer = try_open();
    EXPECT_TRUE(writer) << writer.error().message;
    return writer ? *std::move(writer) : nullptr;
  }
  // The message that refuses a writer.
  std::string refusal() {
    auto writer = try_open();
    return writer ? "it was opened" : writer.error().message;
  }

  Appended put(ArchiveWriter& writer, const std::string& url, const std::string& body,
               int status = 200, warc::Truncation truncated = warc::Truncation::none) {
    clock.time += std::chrono::seconds(1);
    warc::Exchange exchange;
    exchange.url = url;
    exchange.time = clock.time;
    exchange.status = status;
    exchange.headers = {{"Content-Type", "text/html"}};
    exchange.body = body;
    exchange.truncated = truncated;
    const auto appended = writer.append(exchange);
    EXPECT_TRUE(appended) << appended.error().message;
    return appended.value_or(Appended{});
  }

  // A writer that is killed: nothing is closed, so the rows are still in the log of the catalog.
  void write_and_die(const std::vector<std::string>& urls) {
    const std::string killed = directory + ".killed";
    {
      auto writer = open();
      for (const std::string& url : urls) {
        put(*writer, url, "page " + url);
        EXPECT_TRUE(writer->commit());
      }
      fs::copy(directory, killed, fs::copy_options::recursive);
    }
    fs::remove_all(directory);
    fs::rename(killed, directory);
  }

  // "body(status)" of the snapshots of a page, oldest first; "304" for confirmations.
  std::string history(const std::string& url) {
    auto archive = Archive::open(disk, directory);
    if (!archive) return archive.error().message;
    const auto found = archive->find(url, Time::max());
    if (!found || !*found) return "nothing";
    std::string text;
    const auto rows = archive->catalog().snapshots((*found)->page.id);
    for (const SnapshotRow& row : *rows) {
      const auto body = archive->with_body({.page = (*found)->page, .snapshot = row});
      if (!body) return body.error().message;
      const auto record = archive->read(*body);
      if (!record) return record.error().message;
      text += std::string(record->payload()) + "(" + std::to_string(row.status) + ") ";
    }
    return text;
  }

  std::uint64_t pages() {
    auto archive = Archive::open(disk, directory);
    EXPECT_TRUE(archive) << archive.error().message;
    std::uint64_t count = 0;
    if (!archive) return 0;
    EXPECT_TRUE(archive->catalog().each_page(std::nullopt, [&](const PageRow&) {
      ++count;
      return true;
    }));
    return count;
  }

  Result<Reindexed> reindex(Disk& on, const std::string& vfs = "") {
    return rebuild_catalog(on, directory, GetParam(), {.vfs = vfs});
  }

  std::vector<std::string> faults() {
    std::vector<std::string> all;
    const auto verified = verify_archive(
        disk, directory, {.fault = [&](const std::string& fault) { all.push_back(fault); }});
    if (!verified) all.push_back(verified.error().message);
    return all;
  }

  // Name and content of each file with records.
  std::map<std::string, std::string> records() {
    std::map<std::string, std::string> all;
    for (const char* below : {"/warc", "/slots"})
      for (const auto& entry : fs::directory_iterator(directory + below))
        if (entry.path().filename().string().find("table") == std::string::npos)
          all[entry.path().filename()] = file_bytes(entry.path());
    return all;
  }

  void execute(const std::string& sql) {
    const auto db =
        Sqlite::open(directory + "/catalog.sqlite", {.mode = SqliteOpening::Mode::write});
    ASSERT_TRUE(db);
    const Status done = (*db)->execute(sql);
    ASSERT_TRUE(done) << done.error().message;
  }

  Scratch scratch;
  std::string directory = scratch / "archive";
  Disk& disk = system_disk();
  HandClock clock;
  std::uint64_t seed = 1;
};

INSTANTIATE_TEST_SUITE_P(Layouts, ArchiveLossTest, testing::Values(Layout::log, Layout::slots),
                         [](const auto& at) { return std::string(layout_name(at.param)); });

class LogLossTest : public ArchiveLossTest {};
INSTANTIATE_TEST_SUITE_P(Log, LogLossTest, testing::Values(Layout::log));

const std::vector<std::string> kThreePages = {"http://a.example/1", "http://a.example/2",
                                              "http://a.example/3"};

// The first run of an archive was killed and its log was lost: the catalog is an empty database.
TEST_P(ArchiveLossTest, RefusesACatalogThatHasLostItsLog) {
  write_and_die(kThreePages);
  fs::remove(directory + "/catalog.sqlite-wal");
  fs::remove(directory + "/catalog.sqlite-shm");
  const auto before = records();
  EXPECT_NE(refusal().find("freshet reindex"), std::string::npos) << refusal();
  EXPECT_EQ(records(), before);
  ASSERT_TRUE(reindex(disk));
  EXPECT_EQ(pages(), 3u);
  EXPECT_EQ(faults(), std::vector<std::string>());
}

TEST_P(ArchiveLossTest, RefusesAnOlderCopyOfItsCatalog) {
  {
    auto writer = open();
    put(*writer, "http://a.example/0", "first");
    EXPECT_TRUE(writer->close());
  }
  fs::copy_file(directory + "/catalog.sqlite", scratch / "copy");
  write_and_die(kThreePages);
  fs::remove(directory + "/catalog.sqlite-wal");
  fs::remove(directory + "/catalog.sqlite-shm");
  fs::copy_file(scratch / "copy", directory + "/catalog.sqlite",
                fs::copy_options::overwrite_existing);
  const auto before = records();
  EXPECT_NE(refusal().find("has lost commits"), std::string::npos) << refusal();
  EXPECT_NE(refusal().find("freshet reindex"), std::string::npos);
  EXPECT_EQ(records(), before);
  const auto told = faults();
  ASSERT_FALSE(told.empty());
  EXPECT_NE(told.front().find("has lost commits"), std::string::npos) << told.front();
  ASSERT_TRUE(reindex(disk));
  EXPECT_EQ(pages(), 4u);
}

TEST_P(ArchiveLossTest, RefusesTheCatalogOfAnotherArchive) {
  write_and_die(kThreePages);
  const std::string first = directory;
  directory = scratch / "other";
  write_and_die({"http://b.example/"});
  for (const char* part : {"", "-wal", "-shm"})
    fs::copy_file(directory + "/catalog.sqlite" + part, first + "/catalog.sqlite" + part,
                  fs::copy_options::overwrite_existing);
  directory = first;
  const auto before = records();
  EXPECT_NE(refusal().find("not the one that this archive was written with"), std::string::npos);
  EXPECT_EQ(records(), before);
}

TEST_P(ArchiveLossTest, TakesAnEmptyCatalogForALostOne) {
  write_and_die(kThreePages);
  fs::remove(directory + "/catalog.sqlite-wal");
  fs::remove(directory + "/catalog.sqlite-shm");
  fs::resize_file(directory + "/catalog.sqlite", 0);
  const auto archive = Archive::open(disk, directory);
  ASSERT_FALSE(archive);
  EXPECT_NE(archive.error().message.find("freshet reindex"), std::string::npos);
  open().reset();  // a writer rebuilds it from the records
  EXPECT_EQ(pages(), 3u);
}

// An archive of an older version has no witness; records that its catalog does not name are kept
// aside.
TEST_P(LogLossTest, SetsRecordsAsideThatNobodyCanTellOf) {
  {
    auto writer = open();
    put(*writer, "http://a.example/0", "acknowledged");
    EXPECT_TRUE(writer->commit());
    put(*writer, "http://a.example/1", "perhaps acknowledged");
  }
  fs::remove(directory + "/acknowledged");
  open().reset();
  EXPECT_EQ(pages(), 1u);
  std::vector<std::string> aside;
  for (const auto& entry : fs::directory_iterator(directory + "/aside"))
    aside.push_back(entry.path());
  ASSERT_EQ(aside.size(), 1u);
  auto writer = open();
  const auto imported = import_file(*writer, disk, aside.front(), {});
  ASSERT_TRUE(imported) << imported.error().message;
  EXPECT_EQ(imported->snapshots, 1u);
  EXPECT_TRUE(writer->close());
  EXPECT_EQ(history("http://a.example/1"), "perhaps acknowledged(200) ");
}

TEST_P(ArchiveLossTest, RemovesWhatWasNotAcknowledged) {
  {
    auto writer = open();
    put(*writer, "http://a.example/0", "acknowledged");
    EXPECT_TRUE(writer->commit());
    put(*writer, "http://a.example/1", "not acknowledged");
  }
  open().reset();
  EXPECT_EQ(pages(), 1u);
  EXPECT_FALSE(fs::exists(directory + "/aside"));
}

TEST_P(ArchiveLossTest, GetsALostMarkBackWhenItIsIndexedAgain) {
  write_and_die(kThreePages);
  fs::remove(directory + "/archive.json");
  EXPECT_NE(refusal().find("run freshet reindex to restore it"), std::string::npos) << refusal();
  const auto mark = restore_archive_mark(disk, directory);
  ASSERT_TRUE(mark) << mark.error().message;
  EXPECT_EQ(mark->layout, GetParam());
  open().reset();
  EXPECT_EQ(pages(), 3u);
}

// --- reindexing -------------------------------------------------------------------------------

constexpr std::uint64_t kCallStride = 5;  // every call takes 5 times as long

TEST_P(ArchiveLossTest, IsAsItWasIfIndexingAgainFails) {
  write_and_die(kThreePages);
  open()->close().value();
  std::uint64_t failures = 0;
  const std::string whole = directory + ".whole";
  fs::copy(directory, whole, fs::copy_options::recursive);
  for (std::uint64_t call = 0;; call += kCallStride) {
    fs::remove_all(directory);
    fs::copy(whole, directory, fs::copy_options::recursive);
    FaultyDisk faulty(disk);
    const FaultySqlite layer(faulty.state());
    faulty.fail_from(call);
    const auto done = reindex(faulty, layer.name());
    failures += done ? 0 : 1;
    auto archive = Archive::open(disk, directory);
    // There is no catalog only between two renames; then a writer rebuilds it.
    if (!archive) open().reset();
    ASSERT_EQ(pages(), 3u) << "call " << call;
    ASSERT_EQ(faults(), std::vector<std::string>()) << "call " << call;
    if (faulty.calls() <= call) break;
  }
  EXPECT_GT(failures, 10u);
}

TEST_P(ArchiveLossTest, HasItsCatalogWhenTheDiskWasFull) {
  write_and_die(kThreePages);
  open()->close().value();
  const std::string before = file_bytes(directory + "/catalog.sqlite");
  FaultyDisk faulty(disk);
  const FaultySqlite layer(faulty.state());
  faulty.fail_from(20);
  ASSERT_FALSE(reindex(faulty, layer.name()));
  EXPECT_EQ(file_bytes(directory + "/catalog.sqlite"), before);
  EXPECT_EQ(faults(), std::vector<std::string>());
}

TEST_P(ArchiveLossTest, KeepsEveryCatalogThatItReplaced) {
  write_and_die(kThreePages);
  open()->close().value();
  std::vector<std::string> catalogs;
  for (int i = 0; i < 3; ++i) {
    catalogs.push_back(file_bytes(directory + "/catalog.sqlite"));
    ASSERT_TRUE(reindex(disk));
    EXPECT_EQ(faults(), std::vector<std::string>());
  }
  EXPECT_EQ(file_bytes(directory + "/catalog.sqlite.before-reindex"), catalogs[0]);
  EXPECT_EQ(file_bytes(directory + "/catalog.sqlite.before-reindex-2"), catalogs[1]);
  EXPECT_EQ(file_bytes(directory + "/catalog.sqlite.before-reindex-3"), catalogs[2]);
}

// --- hostile archives ---------------------------------------------------------------------------

TEST_P(ArchiveLossTest, RefusesNamesThatLeadOutOfTheArchive) {
  open()->close().value();
  const std::string victim = scratch / "victim.txt";
  std::ofstream(victim) << "a letter";
  for (const char* name : {"../victim.txt", "warc/../../victim.txt", "/victim.txt", "warc/",
                           "warc/.hidden.warc.gz", "tags/x.warc.gz", "warc//x", "warc/a\nb"}) {
    execute("INSERT OR REPLACE INTO file VALUES (99, 1, '" + std::string(name) + "', 0, 0, 0)");
    EXPECT_NE(refusal().find("which no file of an archive has"), std::string::npos) << name;
    EXPECT_EQ(file_bytes(victim), "a letter") << name;
    EXPECT_FALSE(faults().empty()) << name;
  }
}

TEST_P(LogLossTest, DoesNotFollowALinkToCutAFile) {
  write_and_die(kThreePages);
  const std::string victim = scratch / "victim.txt";
  std::string warc;
  for (const auto& entry : fs::directory_iterator(directory + "/warc")) warc = entry.path();
  fs::rename(warc, victim);
  std::ofstream(victim, std::ios::app) << "more";
  const std::string before = file_bytes(victim);
  fs::create_symlink(victim, warc);
  EXPECT_NE(refusal(), "it was opened");
  EXPECT_EQ(file_bytes(victim), before);
}

// --- content and failures -----------------------------------------------------------------------

TEST_P(ArchiveLossTest, KeepsContentWhenAFailureFollows) {
  auto writer = open();
  const std::string url = "http://a.example/";
  put(*writer, url, "good");
  EXPECT_TRUE(writer->commit());
  const bool is_log = GetParam() == Layout::log;
  EXPECT_EQ(put(*writer, url, "oops", 500).kept, is_log);
  EXPECT_EQ(put(*writer, url, "half of the n", 200, warc::Truncation::disconnect).kept, is_log);
  EXPECT_TRUE(writer->commit());
  EXPECT_EQ(put(*writer, url, "not found", 404).kept, is_log);
  if (is_log) {
    const auto done = compact_archive(*writer, {.last_versions = 1, .younger_than = {}});
    ASSERT_TRUE(done) << done.error().message;
  }
  EXPECT_TRUE(writer->close());
  EXPECT_EQ(history(url), is_log ? "good(200) not found(404) " : "good(200) ");
  EXPECT_EQ(faults(), std::vector<std::string>());
}

// An error page with status 200 was judged a stand-in for the page. In slots it used to displace
// the copy, and the page was never requested again.
TEST_P(ArchiveLossTest, KeepsContentWhenAStandInFollows) {
  auto writer = open();
  const std::string url = "http://a.example/";
  put(*writer, url, "good");
  clock.time += std::chrono::seconds(1);
  warc::Exchange stand_in;
  stand_in.url = url;
  stand_in.time = clock.time;
  stand_in.status = 200;
  stand_in.body = "be right back";
  stand_in.metadata.push_back(
      {std::string(kChangeNoteField), change_note_text({.outcome = CheckOutcome::failed})});
  const auto appended = writer->append(stand_in);
  ASSERT_TRUE(appended) << appended.error().message;
  EXPECT_EQ(appended->kept, GetParam() == Layout::log);
  EXPECT_TRUE(writer->close());
  EXPECT_EQ(history(url),
            GetParam() == Layout::log ? "good(200) be right back(200) " : "good(200) ");
  EXPECT_EQ(faults(), std::vector<std::string>());
}

TEST_P(ArchiveLossTest, TakesContentInPlaceOfAFailure) {
  auto writer = open();
  const std::string url = "http://a.example/";
  put(*writer, url, "oops", 500);
  EXPECT_TRUE(put(*writer, url, "good").kept);
  EXPECT_FALSE(put(*writer, url, "oops again", 503).kept && GetParam() == Layout::slots);
  EXPECT_TRUE(put(*writer, url, "better").kept);
  EXPECT_TRUE(writer->close());
  EXPECT_EQ(history(url), GetParam() == Layout::slots
                              ? "better(200) "
                              : "oops(500) good(200) oops again(503) better(200) ");
  EXPECT_EQ(faults(), std::vector<std::string>());
}

TEST_P(LogLossTest, LetsANotModifiedConfirmTheContentBeforeAFailure) {
  auto writer = open();
  const std::string url = "http://a.example/";
  put(*writer, url, "good");
  put(*writer, url, "oops", 500);
  put(*writer, url, "", 304);
  EXPECT_TRUE(writer->commit());
  put(*writer, url, "oops", 500);
  put(*writer, url, "", 304);
  EXPECT_TRUE(writer->close());
  EXPECT_EQ(history(url), "good(200) oops(500) good(304) oops(500) good(304) ");
}

TEST_P(LogLossTest, CompactsByContents) {
  auto writer = open();
  const std::string url = "http://a.example/";
  for (const char* body : {"one", "two", "three"}) {
    put(*writer, url, body);
    for (int i = 0; i < 3; ++i) put(*writer, url, "", 304);
    EXPECT_TRUE(writer->commit());
  }
  const auto done = compact_archive(*writer, {.last_versions = 2, .younger_than = {}});
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_TRUE(writer->close());
  EXPECT_EQ(history(url), "two(200) two(304) three(200) three(304) ");
  EXPECT_EQ(faults(), std::vector<std::string>());
}

// --- imports
// --------------------------------------------------------------------------------------

class ImportTest : public ArchiveLossTest {
 protected:
  // A WARC with one response.
  std::string foreign(const std::string& url, const std::string& date, const std::string& body,
                      std::size_t more_fields = 0) {
    warc::Header header;
    header.add("WARC-Type", "response");
    header.add("WARC-Record-ID", "<urn:uuid:00000000-0000-4000-8000-000000000001>");
    header.add("WARC-Date", date);
    header.add("Content-Type", "application/http;msgtype=response");
    for (std::size_t i = 0; i < more_fields; ++i) header.add("X-More", "x");
    std::string text = "WARC/1.0\r\nWARC-Target-URI: " + url + "\r\n";
    warc::append_fields(text, header.fields);
    const std::string block =
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nETag: \"theirs\"\r\n\r\n" + body;
    text += "Content-Length: " + std::to_string(block.size()) + "\r\n\r\n" + block + "\r\n\r\n";
    const std::string path = scratch / "foreign.warc";
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }

  Imported import(const std::string& path) {
    auto writer = open();
    const auto done = import_file(*writer, disk, path, {});
    EXPECT_TRUE(done) << done.error().message;
    EXPECT_TRUE(writer->close());
    return done.value_or(Imported{});
  }

  std::optional<Found> newest(const std::string& url) {
    auto archive = Archive::open(disk, directory);
    EXPECT_TRUE(archive) << archive.error().message;
    const auto found = archive->find(url, Time::max());
    return found ? *found : std::nullopt;
  }
};

INSTANTIATE_TEST_SUITE_P(Layouts, ImportTest, testing::Values(Layout::log, Layout::slots),
                         [](const auto& at) { return std::string(layout_name(at.param)); });

TEST_P(ImportTest, VerifiesAfterATargetThatIsNoCleanUri) {
  for (const char* url : {"http://a.example/a b", "http://a.example/\xc3\xa9t\xc3\xa9",
                          "<http://a.example/x>", "http://a.example/<y>", "http://a.example/\t"}) {
    EXPECT_EQ(import(foreign(url, "2020-01-01T00:00:00Z", url)).snapshots, 1u) << url;
    EXPECT_EQ(faults(), std::vector<std::string>()) << url;
  }
}

TEST_P(ImportTest, StoresNoPasswordOfATarget) {
  import(foreign("http://me:secret@a.example/x", "2020-01-01T00:00:00Z", "x"));
  const auto found = newest("http://a.example/x");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->page.key.url, "http://a.example/x");
  EXPECT_EQ(faults(), std::vector<std::string>());
}

TEST_P(ImportTest, LeavesOutAHeaderThatOurReaderWouldRefuse) {
  EXPECT_EQ(import(foreign("http://a.example/", "2020-01-01T00:00:00Z", "x", 994)).damaged, 1u);
  EXPECT_EQ(import(foreign("http://a.example/", "2020-01-01T00:00:00Z", "x", 900)).snapshots, 1u);
  EXPECT_EQ(faults(), std::vector<std::string>());
}

TEST_P(ImportTest, DoesNotBelieveTheFuture) {
  const std::string path = foreign("http://a.example/", "9998-01-01T00:00:00Z", "poison");
  EXPECT_EQ(import(path).dates_corrected, 1u);
  const auto found = newest("http://a.example/");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->snapshot.time, clock.time);
  EXPECT_EQ(faults(), std::vector<std::string>());
  clock.time += std::chrono::hours(1);
  EXPECT_EQ(import(path).already_here, 1u) << "although now is another time";
}

TEST_P(ImportTest, RemembersWhatWeDidNotFetch) {
  import(foreign("http://a.example/", "2020-01-01T00:00:00Z", "theirs"));
  auto found = newest("http://a.example/");
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->snapshot.imported);
  EXPECT_EQ(found->page.etag, "") << "no condition names what somebody else says";
  {
    auto writer = open();
    put(*writer, "http://b.example/", "ours");
    EXPECT_TRUE(writer->close());
  }
  ASSERT_TRUE(reindex(disk));
  EXPECT_TRUE(newest("http://a.example/")->snapshot.imported);
  EXPECT_FALSE(newest("http://b.example/")->snapshot.imported);
  EXPECT_EQ(faults(), std::vector<std::string>());
}

}  // namespace
}  // namespace freshet
