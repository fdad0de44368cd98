// The archive as its users see it: records in, records out.
#include "store/archive.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "base/memory_file.h"
#include "store/archive/recovery.h"
#include "store/archive_writer.h"
#include "store/export.h"
#include "store/import.h"
#include "store/packed_bytes.h"
#include "store/read_page.h"
#include "store/reindex.h"
#include "store/rewrite.h"
#include "store/scan_warc.h"
#include "store/test_forms.h"
#include "store/verify.h"
#include "testkit/faulty_disk.h"
#include "testkit/hand_clock.h"
#include "testkit/scratch.h"
#include "testkit/test_data.h"

namespace freshet {
namespace {

warc::Exchange exchange(const std::string& url, Time time, const std::string& body,
                        int status = 200) {
  warc::Exchange made;
  made.url = url;
  made.time = time;
  made.ip = "127.0.0.1";
  made.protocol = "http/1.1";
  made.request_head = "GET / HTTP/1.1\r\nHost: example.com\r\n\r\n";
  made.status = status;
  made.reason = "OK";
  made.headers = {{"Content-Type", "text/html; charset=utf-8"}, {"ETag", "\"1\""}};
  made.body = body;
  made.metadata = {{"fetchTimeMs", "12"}};
  return made;
}

// Drives one archive: writes, reads back, and describes the content in one text.
class ArchiveTest : public testing::TestWithParam<StoreForm> {
 protected:
  std::unique_ptr<ArchiveWriter> open(ArchiveOptions options = {}) {
    options.layout = GetParam();
    options.packing = GetParam().packing;
    auto writer = ArchiveWriter::open(*disk, directory, clock, Random(seed++), options);
    EXPECT_TRUE(writer) << writer.error().message;
    return writer ? *std::move(writer) : nullptr;
  }

  void put(ArchiveWriter& writer, const std::string& url, const std::string& body,
           int status = 200) {
    clock.time += std::chrono::seconds(1);
    const auto appended = writer.append(exchange(url, clock.time, body, status));
    EXPECT_TRUE(appended) << appended.error().message;
  }

  // "url=body" of all pages, each with the bodies of its versions, oldest first.
  std::string pages() {
    auto archive = Archive::open(*disk, directory);
    if (!archive) return archive.error().message;
    std::string text;
    auto walked = archive->catalog().each_page(std::nullopt, [&](const PageRow& page) {
      text += page.key.url + "=";
      const auto rows = archive->catalog().snapshots(page.id);
      for (const SnapshotRow& row : *rows) {
        const auto found = archive->with_body({.page = page, .snapshot = row});
        if (!found) {
          text += found.error().message;
          continue;
        }
        const auto record = archive->read(*found);
        text += record ? std::string(record->payload()) : record.error().message;
        text += row.kind == SnapshotKind::response  ? ","
                : row.kind == SnapshotKind::revisit ? "r,"
                                                    : "n,";
      }
      text += " ";
      return true;
    });
    return walked ? text : walked.error().message;
  }

  std::vector<std::string> faults() {
    std::vector<std::string> all;
    const auto verified = verify_archive(
        *disk, directory, {.fault = [&](const std::string& fault) { all.push_back(fault); }});
    if (!verified) all.push_back(verified.error().message);
    return all;
  }

  void expect_clean() { EXPECT_EQ(faults(), std::vector<std::string>()); }

  Scratch scratch;
  std::string directory = scratch / "archive";
  Disk* disk = &system_disk();
  HandClock clock;
  std::uint64_t seed = 1;
};

INSTANTIATE_TEST_SUITE_P(Layouts, ArchiveTest,
                         testing::Values(kLogForm, kSlotsForm, kReferenceForm), form_name);

TEST_P(ArchiveTest, GivesBackWhatWasCommitted) {
  auto writer = open();
  put(*writer, "http://a.example/", "<p>one</p>");
  put(*writer, "http://a.example/b?c", "<p>two</p>");
  EXPECT_TRUE(writer->commit());
  EXPECT_EQ(pages(), "http://a.example/=<p>one</p>, http://a.example/b?c=<p>two</p>, ");
  EXPECT_TRUE(writer->close());
  EXPECT_EQ(pages(), "http://a.example/=<p>one</p>, http://a.example/b?c=<p>two</p>, ");
  expect_clean();
}

TEST_P(ArchiveTest, NamesTheFileOfASnapshot) {
  auto writer = open();
  put(*writer, "http://a.example/", "<p>one</p>");
  EXPECT_TRUE(writer->close());
  auto archive = Archive::open(*disk, directory);
  const auto found = archive->find("http://a.example/", Time::max());
  const auto name = archive->pages().file_name((*found)->snapshot.file);
  ASSERT_TRUE(name) << name.error().message;
  EXPECT_TRUE(disk->exists(directory + "/" + *name)) << *name;
}

TEST_P(ArchiveTest, ForgetsWhatWasNotCommitted) {
  auto writer = open();
  put(*writer, "http://a.example/", "kept");
  EXPECT_TRUE(writer->commit());
  put(*writer, "http://a.example/", "lost");
  put(*writer, "http://b.example/", "lost");
  writer.reset();
  EXPECT_EQ(pages(), "http://a.example/=kept, ");
  expect_clean();
  writer = open();
  put(*writer, "http://c.example/", "more");
  EXPECT_TRUE(writer->close());
  expect_clean();
  EXPECT_NE(pages().find("http://a.example/=kept, "), std::string::npos);
  EXPECT_NE(pages().find("http://c.example/=more, "), std::string::npos);
  EXPECT_EQ(pages().find("lost"), std::string::npos);
}

TEST_P(ArchiveTest, KeepsVersionsInTheLogAndTheLatestInSlots) {
  auto writer = open();
  put(*writer, "http://a.example/", "one");
  EXPECT_TRUE(writer->commit());
  put(*writer, "http://a.example/", "two");
  put(*writer, "http://a.example/", "three");
  EXPECT_TRUE(writer->close());
  EXPECT_EQ(pages(), GetParam() == Layout::log ? "http://a.example/=one,two,three, "
                                               : "http://a.example/=three, ");
  expect_clean();
}

TEST_P(ArchiveTest, AnswersTheSameWhenItsCatalogIsMadeAgain) {
  auto writer = open({.tail_bytes_max = 500});
  for (int i = 0; i < 40; ++i)
    put(*writer, "http://a" + std::to_string(i % 7) + ".example/" + std::to_string(i % 11),
        "<title>t</title><p>" + std::to_string(i / 20));
  EXPECT_TRUE(writer->close());
  const std::string before = pages();
  expect_clean();
  for (const char* gone : {"/catalog.sqlite", "/index", "/tags"})
    std::filesystem::remove_all(directory + gone);
  std::filesystem::create_directory(directory + "/index");
  std::filesystem::create_directory(directory + "/tags");
  EXPECT_NE(pages().find("freshet reindex"), std::string::npos) << pages();
  writer = open();
  ASSERT_NE(writer, nullptr);
  EXPECT_TRUE(writer->close());
  EXPECT_EQ(pages(), before);
  expect_clean();
}

TEST_P(ArchiveTest, TakesPagesAndHostsDown) {
  auto writer = open();
  put(*writer, "http://a.example/", "<p>Ada Example lives here");
  put(*writer, "http://a.example/2", "<p>other");
  put(*writer, "http://b.example/", "<p>host");
  EXPECT_TRUE(writer->commit());
  put(*writer, "http://a.example/", "<p>Ada Example moved");
  auto done = take_down(*writer,
                        {.urls = {"http://a.example/"}, .hosts = {"b.example"}, .reason = "asked"});
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(done->pages, 2u);
  EXPECT_EQ(pages(), "http://a.example/2=<p>other, ");
  put(*writer, "http://c.example/", "new");
  EXPECT_TRUE(writer->close());
  expect_clean();
  const auto log = read_whole(*disk, directory + "/removals.jsonl", 10'000);
  ASSERT_TRUE(log);
  EXPECT_NE(log->find("\"event\":\"removed\""), std::string::npos);
}

TEST_P(ArchiveTest, KeepsABodyOfAHostOnce) {
  if (GetParam() == Layout::slots) return;  // each page has its own there
  auto writer = open();
  put(*writer, "http://a.example/", "<p>same");
  put(*writer, "http://a.example/print", "<p>same");
  put(*writer, "http://b.example/", "<p>same");           // another host
  put(*writer, "http://a.example/gone", "<p>same", 404);  // another status
  EXPECT_TRUE(writer->commit());
  put(*writer, "http://a.example/old", "<p>same");    // over commits
  put(*writer, "http://a.example/print", "<p>same");  // of what has no body of its own
  put(*writer, "http://a.example/print", "", 304);
  auto plain = exchange("http://a.example/plain", clock.time, "<p>same");
  plain.headers = {{"Content-Type", "text/plain"}};  // another type
  EXPECT_EQ(writer->append(plain)->kind, SnapshotKind::response);
  EXPECT_TRUE(writer->close());
  const std::string all =
      "http://b.example/=<p>same, http://a.example/=<p>same, http://a.example/gone=<p>same, "
      "http://a.example/old=<p>samer, http://a.example/plain=<p>same, "
      "http://a.example/print=<p>samer,<p>samer,<p>samen, ";
  EXPECT_EQ(pages(), all);
  expect_clean();

  std::filesystem::remove(directory + "/catalog.sqlite");
  EXPECT_TRUE(open()->close());
  EXPECT_EQ(pages(), all);
}

TEST_P(ArchiveTest, GivesTheBodyToPagesThatStayWhenItsPageIsTakenDown) {
  if (GetParam() == Layout::slots) return;
  auto writer = open();
  put(*writer, "http://a.example/", "<title>t</title>same");
  put(*writer, "http://a.example/2", "<title>t</title>same");
  put(*writer, "http://a.example/3", "<title>t</title>same");
  auto done = take_down(
      *writer, {.urls = {"http://a.example/", "http://a.example/3"}, .hosts = {}, .reason = ""});
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(done->snapshots, 2u);
  EXPECT_EQ(pages(), "http://a.example/2=<title>t</title>same, ");
  put(*writer, "http://a.example/3", "<title>t</title>same");  // nothing that is gone is named
  EXPECT_TRUE(writer->close());
  EXPECT_EQ(pages(),
            "http://a.example/2=<title>t</title>same, "
            "http://a.example/3=<title>t</title>same, ");
  expect_clean();
}

TEST_P(ArchiveTest, LetsOneWriterIn) {
  auto writer = open();
  const auto second = ArchiveWriter::open(*disk, directory, clock, Random(9), {});
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().message.find("being written by another freshet"), std::string::npos);
}

TEST_P(ArchiveTest, RefusesAnArchiveOfANewerVersion) {
  EXPECT_TRUE(open()->close());
  EXPECT_TRUE(replace_file(*disk, directory + "/archive.json",
                           R"({"format":"freshet archive","version":2,"layout":"log"})"));
  const auto writer = ArchiveWriter::open(*disk, directory, clock, Random(9), {});
  ASSERT_FALSE(writer);
  EXPECT_NE(writer.error().message.find("use a newer freshet"), std::string::npos);
  EXPECT_FALSE(Archive::open(*disk, directory));
}

// Verifying covers every byte of every file of ours.
TEST_P(ArchiveTest, FindsEveryFlippedByte) {
  auto writer = open({.tail_bytes_max = 1500});
  for (int i = 0; i < 12; ++i)
    put(*writer, "http://a.example/" + std::to_string(i % 8),
        "<title>t</title><p>text " + std::to_string(i));
  EXPECT_TRUE(writer->close());
  expect_clean();
  Random random(7);
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory)) {
    const std::string below = entry.path().string().substr(directory.size());
    if (entry.is_regular_file() && entry.file_size() > 0 && below.find('/', 1) != std::string::npos)
      files.push_back(entry.path());
  }
  ASSERT_FALSE(files.empty());
  for (int i = 0; i < 500; ++i) {
    const std::string& path = files[random.below(files.size())];
    const std::uint64_t at = random.below(std::filesystem::file_size(path));
    const char bit = static_cast<char>(1u << random.below(8));
    const auto flip = [&] {
      std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
      file.seekg(static_cast<std::streamoff>(at));
      const char c = static_cast<char>(file.get());
      file.seekp(static_cast<std::streamoff>(at));
      file.put(static_cast<char>(c ^ bit));
    };
    flip();
    EXPECT_FALSE(faults().empty()) << path << " at " << at;
    flip();
  }
  expect_clean();
}

TEST_P(ArchiveTest, IsNotMadeWhereSomebodyKeepsOtherThings) {
  std::filesystem::create_directories(directory + "/index");
  std::ofstream(directory + "/index/notes.html") << "mine";
  std::ofstream(directory + "/letter.txt") << "mine";
  const auto refused = ArchiveWriter::open(*disk, directory, clock, Random(9), {});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("letter.txt"), std::string::npos);
  std::filesystem::remove(directory + "/letter.txt");
  EXPECT_TRUE(open()->close());
  EXPECT_TRUE(std::filesystem::exists(directory + "/index/notes.html"));
}

TEST_P(ArchiveTest, GoesOnAfterAnAnswerThatIsTooLong) {
  auto writer = open();
  put(*writer, "http://a.example/", "kept");
  const auto refused =
      writer->append(exchange("http://a.example/" + std::string(100'000, 'x'), clock.time, "b"));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Errc::limit);
  warc::Exchange odd = exchange("http://b.example/", clock.time, "<p>odd</p>");
  odd.headers = {{"Content-Type", "text/html\x01; charset=" + std::string(300'000, 'x')},
                 {"Transfer-Encoding", "gzip, chunked"},
                 {"Bad name", "x"}};
  EXPECT_TRUE(writer->append(odd));
  EXPECT_TRUE(writer->close());
  EXPECT_NE(pages().find("http://a.example/=kept, "), std::string::npos);
  EXPECT_NE(pages().find("http://b.example/=<p>odd</p>, "), std::string::npos);
  expect_clean();
}

TEST_P(ArchiveTest, TakesItsOwnExportInWhole) {
  auto writer = open();
  put(*writer, "http://a.example/", "one");
  put(*writer, "http://a.example/", "two");
  put(*writer, "http://b.example/", "three");
  EXPECT_TRUE(writer->close());
  std::string exported;
  {
    auto archive = Archive::open(*disk, directory);
    ASSERT_TRUE(archive);
    ASSERT_TRUE(export_warc(*archive, {}, clock.time, [&](std::string_view bytes) {
      exported += bytes;
      return Status();
    }));
  }
  const std::string before = pages();
  std::ofstream(scratch / "export.warc.gz", std::ios::binary) << exported;
  directory = scratch / "second";
  writer = open();
  for (const bool is_first : {true, false}) {  // the second time everything is here already
    const auto imported = import_file(*writer, *disk, scratch / "export.warc.gz", {});
    ASSERT_TRUE(imported) << imported.error().message;
    EXPECT_EQ(imported->snapshots > 0, is_first);
  }
  EXPECT_TRUE(writer->close());
  EXPECT_EQ(pages(), before);
  expect_clean();
}

// tests/data/archive-v1 was written by the first version that had archives. Every later version
// must read it, and write to it after an upgrade.
TEST(StoredArchiveTest, OfTheFirstVersionIsReadAndUpgraded) {
  const Scratch scratch;
  const std::string directory = scratch / "archive";
  std::filesystem::copy(testkit::project_path("tests/data/archive-v1"), directory,
                        std::filesystem::copy_options::recursive);
  HandClock clock;
  const auto check = [&] {
    auto archive = Archive::open(system_disk(), directory);
    ASSERT_TRUE(archive) << archive.error().message;
    auto old = archive->find("https://b.example:8080/x?y=1", *parse_time("2026-01-10"));
    ASSERT_TRUE(old && *old);
    EXPECT_EQ(archive->read(**old)->payload(), "<p>old");
    auto revisit = archive->find("http://www.A.example/", Time::max());
    ASSERT_TRUE(revisit && *revisit);
    EXPECT_EQ((*revisit)->snapshot.kind, SnapshotKind::revisit);
    const auto page = read_page_text(*archive, *archive->with_body(**revisit));
    ASSERT_TRUE(page) << page.error().message;
    EXPECT_EQ(page->title, "First schema");
    std::vector<std::string> faults;
    ASSERT_TRUE(verify_archive(system_disk(), directory, {.fault = [&](const std::string& fault) {
                                 faults.push_back(fault);
                               }}));
    EXPECT_EQ(faults, std::vector<std::string>());
  };
  {
    auto writer = ArchiveWriter::open(system_disk(), directory, clock, Random(1), {});
    ASSERT_TRUE(writer) << writer.error().message;
    ASSERT_TRUE((*writer)->append(exchange("https://c.example/", clock.time, "<p>later")));
    ASSERT_TRUE((*writer)->close());
  }
  check();
}

class LogArchiveTest : public ArchiveTest {};
INSTANTIATE_TEST_SUITE_P(Log, LogArchiveTest, testing::Values(kLogForm, kReferenceForm), form_name);

TEST_P(LogArchiveTest, WritesWhatIsRepeatedAsRevisits) {
  auto writer = open();
  put(*writer, "http://a.example/", "same");
  put(*writer, "http://a.example/", "same");
  EXPECT_TRUE(writer->commit());
  put(*writer, "http://a.example/", "", 304);
  put(*writer, "http://a.example/", "same");
  put(*writer, "http://a.example/", "other");
  put(*writer, "http://a.example/", "", 304);
  EXPECT_TRUE(writer->close());
  EXPECT_EQ(pages(), "http://a.example/=same,samer,samen,samer,other,othern, ");
  expect_clean();
}

TEST_P(LogArchiveTest, RollsToTheNextFileAndSealsTheOld) {
  auto writer = open({.warc_bytes_max = 3000});
  for (int i = 0; i < 30; ++i) {
    put(*writer, "http://a.example/" + std::to_string(i), std::to_string(i));
    if (i % 4 == 0) {
      EXPECT_TRUE(writer->commit());
    }
  }
  EXPECT_TRUE(writer->commit());
  std::size_t sealed = 0;
  std::size_t opened = 0;
  for (const auto& entry : std::filesystem::directory_iterator(directory + "/warc"))
    ++(entry.path().extension() == ".open" ? opened : sealed);
  EXPECT_GT(sealed, 3u);
  EXPECT_LE(opened, 1u);
  EXPECT_TRUE(writer->close());
  expect_clean();
}

TEST_P(LogArchiveTest, KeepsTheLastVersionsAndWhatTheyReferTo) {
  auto writer = open();
  for (const char* body : {"a", "b", "b", "c", "c"}) put(*writer, "http://a.example/", body);
  for (const char* body : {"x", "x", "x"}) put(*writer, "http://b.example/", body);
  auto done = compact_archive(*writer, {.last_versions = 2, .younger_than = std::nullopt});
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(done->snapshots, 2u) << "the first content, and a confirmation within a version";
  EXPECT_TRUE(writer->close());
  EXPECT_EQ(pages().find("=a"), std::string::npos);
  EXPECT_NE(pages().find("http://a.example/=b,br,c,cr, "), std::string::npos) << pages();
  EXPECT_NE(pages().find("http://b.example/=x,xr, "), std::string::npos) << pages();
  expect_clean();
}

// A kill after the commit of a take-down and before the old file is removed, then the loss of the
// catalog.
TEST_P(LogArchiveTest, DoesNotBringBackWhatWasTakenDown) {
  auto writer = open();
  put(*writer, "http://a.example/", "secret");
  put(*writer, "http://b.example/", "open");
  EXPECT_TRUE(writer->close());
  std::string old_warc;
  for (const auto& entry : std::filesystem::directory_iterator(directory + "/warc"))
    old_warc = entry.path().filename();
  std::filesystem::copy(directory + "/warc/" + old_warc, scratch / "old");
  writer = open();
  ASSERT_TRUE(take_down(*writer, {.urls = {"http://a.example/"}, .hosts = {}, .reason = ""}));
  const FileId first_new = *warc_id("warc/" + old_warc) + 1;
  EXPECT_TRUE(writer->close());
  for (const bool has_catalog : {true, false}) {
    std::filesystem::copy(scratch / "old", directory + "/warc/" + old_warc);
    ASSERT_TRUE(note_rewrite(*disk, directory, {"warc/" + old_warc}, first_new, true));
    if (!has_catalog) std::filesystem::remove(directory + "/catalog.sqlite");
    ASSERT_TRUE(rebuild_catalog(*disk, directory, Layout::log, {}));
    EXPECT_EQ(pages(), "http://b.example/=open, ");
    expect_clean();
  }
}

// Prefixes of a file whose last two records are one snapshot: those near the ends of snapshots, and
// others a few bytes apart, as many as show every part of a record.
TEST_P(LogArchiveTest, CutsATornFileBackToWholeSnapshots) {
  {
    auto writer = open();
    put(*writer, "http://a.example/", "first");
    EXPECT_TRUE(writer->commit());
  }
  auto catalog = Archive::open(*disk, directory);
  ASSERT_TRUE(catalog);
  const FileRow first = catalog->catalog().files()->front();
  {
    auto writer = open();
    clock.time += std::chrono::seconds(1);
    warc::Exchange second = exchange("http://b.example/", clock.time, "second");
    second.metadata.clear();
    EXPECT_TRUE(writer->append(second));
    EXPECT_TRUE(writer->commit());
  }
  const auto whole = read_whole(*disk, directory + "/" + first.name, 1 << 20);
  ASSERT_TRUE(whole);
  const auto is_near = [](std::size_t length, std::size_t end) {
    return length + 12 >= end && length <= end + 12;
  };
  for (std::size_t length = 0; length <= whole->size(); ++length) {
    if (length % 17 != 0 && !is_near(length, first.committed) && !is_near(length, whole->size()))
      continue;
    for (const auto& entry : std::filesystem::directory_iterator(directory))
      if (entry.is_regular_file() && entry.path().filename() != "archive.json")
        std::filesystem::remove(entry.path());
    for (const char* below : {"/warc", "/tags", "/index"}) {
      std::filesystem::remove_all(directory + below);
      std::filesystem::create_directory(directory + below);
    }
    std::ofstream(directory + "/" + first.name, std::ios::binary) << whole->substr(0, length);
    ASSERT_FALSE(Archive::open(*disk, directory)) << "a reader says that the catalog is lost";
    ASSERT_EQ(std::filesystem::file_size(directory + "/" + first.name), length);
    auto writer = open();
    ASSERT_NE(writer, nullptr) << length;
    const std::size_t left = std::filesystem::file_size(directory + "/" + first.name);
    if (length == whole->size()) {
      EXPECT_EQ(left, whole->size());
    } else if (length >= first.committed) {
      EXPECT_EQ(left, first.committed) << length;
    } else {
      EXPECT_LT(left, first.committed) << length;
    }
    const std::string kept = pages();
    EXPECT_EQ(kept.find("second") != std::string::npos, length == whole->size());
    EXPECT_EQ(kept.find("first") != std::string::npos, length >= first.committed);
  }
}

// A page of a site: much is the same on all of them.
std::string page_of_site(int number) {
  Random random(3);
  std::string page = "<title>" + std::to_string(number) + "</title>";
  for (int i = 0; i < 200; ++i) page += "<li><a href=/" + std::to_string(random.below(9999)) + ">";
  return page + "<p>only here: " + std::to_string(number * 7919);
}

TEST_P(LogArchiveTest, IsRepackedAndBackWithEveryRecordTheSame) {
  const auto exported = [&] {
    auto archive = Archive::open(*disk, directory);
    std::string bytes;
    EXPECT_TRUE(export_warc(*archive, {}, clock.time, [&](std::string_view piece) {
      bytes += piece;
      return Status();
    }));
    MemoryFile file(std::move(bytes));
    std::vector<std::string> records;
    auto reader = warc::Reader::open(file, "export");
    while (true) {
      auto head = reader->next();
      if (!head || !*head) break;
      std::string text;
      for (const warc::Field& field : (*head)->header.fields)
        text += field.name + ": " + field.value + "\n";
      records.push_back(text + *read_whole_block(*reader, (*head)->block_bytes));
    }
    records.erase(records.begin());  // the warcinfo of the export
    return records;
  };
  auto writer = open({.warc_bytes_max = 20'000});
  for (int i = 0; i < 40; ++i)
    put(*writer, "http://" + std::to_string(i % 3) + ".example/" + std::to_string(i % 30),
        page_of_site(i));
  EXPECT_TRUE(writer->close());
  const std::string before = pages();
  const auto records = exported();
  std::map<warc::MemberPacking, std::uint64_t> stored;
  for (const warc::MemberPacking packing :
       {warc::MemberPacking::reference, warc::MemberPacking::stored, warc::MemberPacking::igzip,
        warc::MemberPacking::reference}) {
    writer = open();
    const auto done = repack_archive(*writer, packing);
    ASSERT_TRUE(done) << done.error().message;
    EXPECT_TRUE(writer->close());
    EXPECT_EQ(pages(), before);
    EXPECT_EQ(exported(), records);
    expect_clean();
    auto archive = Archive::open(*disk, directory);
    const auto bytes = html_bytes(*archive);
    ASSERT_TRUE(bytes);
    EXPECT_EQ(bytes->records, 40U);
    stored[packing] = bytes->stored_bytes;
    if (packing == warc::MemberPacking::reference) {
      ASSERT_TRUE(rebuild_catalog(*disk, directory, Layout::log, {}));
      EXPECT_EQ(pages(), before);
      expect_clean();
    }
  }
  EXPECT_LT(2 * stored[warc::MemberPacking::reference], stored[warc::MemberPacking::igzip]);
  EXPECT_LT(2 * stored[warc::MemberPacking::igzip], stored[warc::MemberPacking::stored]);
}

TEST_P(LogArchiveTest, AReferenceThatIsTakenDownLeavesNothingBehind) {
  auto writer = open();
  put(*writer, "http://a.example/", page_of_site(1) + "<p>Ada Example lives here");
  for (int i = 2; i < 12; ++i)
    put(*writer, "http://a.example/" + std::to_string(i), page_of_site(i));
  ASSERT_TRUE(writer->commit());
  ASSERT_TRUE(take_down(*writer, {.urls = {"http://a.example/"}, .hosts = {}, .reason = "asked"}));
  EXPECT_TRUE(writer->close());
  EXPECT_EQ(pages().find("Ada"), std::string::npos);
  EXPECT_NE(pages().find("only here: " + std::to_string(11 * 7919)), std::string::npos);
  expect_clean();
}

TEST(PackedArchiveTest, RefusesReferencesInTheLayoutSlots) {
  const Scratch scratch;
  HandClock clock;
  const auto writer =
      ArchiveWriter::open(system_disk(), scratch / "archive", clock, Random(1),
                          {.layout = Layout::slots, .packing = warc::MemberPacking::reference});
  ASSERT_FALSE(writer);
  EXPECT_NE(writer.error().message.find("needs the layout log"), std::string::npos);
}

}  // namespace
}  // namespace freshet
