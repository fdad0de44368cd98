#include "app/export_as_of.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/show.h"
#include "app/sighted_archive_test.h"
#include "base/memory_file.h"
#include "warc/reader.h"

namespace freshet {
namespace {

using nlohmann::json;
using std::chrono::hours;

class ExportAsOfTest : public testing::Test {
 protected:
  // The home page changes at noon, a stays, b has the body of a but is seen once.
  ExportAsOfTest() {
    archive.keep({.path = "/", .time = kMorning + hours(8), .body = "<p>morning"});
    archive.keep({.path = "/a", .time = kMorning + hours(8), .body = "<p>always"});
    archive.keep({.path = "/", .time = kMorning + hours(11), .body = "<p>morning"});
    archive.keep(
        {.path = "/", .time = kMorning + hours(13), .body = "<p>afternoon and more words"});
    archive.keep({.path = "/b", .time = kMorning + hours(14), .body = "<p>always"});
    archive.keep({.path = "/a", .time = kMorning + hours(20), .body = "<p>always"});
    archive.keep(
        {.path = "/", .time = kMorning + hours(20), .body = "<p>afternoon and more words"});
  }

  ExportRequest request(Time at, std::string_view name) {
    ExportRequest asked{.as_of = at, .rule = ContentRule::strict};
    for (const ExportFormat& format : export_formats())
      if (format.name == name) asked.format = &format;
    return asked;
  }

  std::vector<warc::Record> records(const ExportRequest& asked) {
    ArchiveSession session = archive.open();
    std::string bytes;
    const auto done = export_to(session, asked, [&](std::string_view piece) {
      bytes += piece;
      return Status();
    });
    EXPECT_TRUE(done) << done.error().message;
    MemoryFile file{bytes};
    auto reader = warc::Reader::open(file, "export");
    std::vector<warc::Record> found;
    while (true) {
      auto head = reader->next();
      EXPECT_TRUE(head) << head.error().message;
      if (!head || !*head) return found;
      warc::Record record{.header = (*head)->header, .block = std::string((*head)->block_bytes, 0)};
      std::size_t filled = 0;
      while (filled < record.block.size())
        filled += reader->read_block(std::span(record.block).subspan(filled)).value();
      found.push_back(std::move(record));
    }
  }

  static std::map<std::string, std::string> bodies(const std::vector<warc::Record>& all) {
    std::map<std::string, std::string> found;
    for (const warc::Record& record : all) {
      if (record.header.type() != warc::RecordType::response) continue;
      const bool is_new =
          found
              .emplace(record.header.target_uri(),
                       record.block.substr(warc::read_http_head(record.block).payload_begin))
              .second;
      EXPECT_TRUE(is_new) << record.header.target_uri() << " twice";
    }
    return found;
  }

  SightedArchive archive;
};

TEST_F(ExportAsOfTest, HasTheVersionsThatStoodBesideEachOther) {
  const auto before = bodies(records(request(kMorning + hours(10), "warc")));
  EXPECT_EQ(before.at(kSite + "/"), "<p>morning");
  EXPECT_EQ(before.at(kSite + "/a"), "<p>always");
  const auto after = bodies(records(request(kMorning + hours(15), "warc")));
  EXPECT_EQ(after.at(kSite + "/"), "<p>afternoon and more words");
  EXPECT_EQ(after.at(kSite + "/b"), "<p>always") << "a revisit of another page has its body";
}

TEST_F(ExportAsOfTest, OnlyProvenLeavesOutTheRest) {
  ExportRequest asked = request(kMorning + hours(12), "warc");
  asked.only_proven = true;
  const auto proven = bodies(records(asked));
  EXPECT_EQ(proven.size(), 1u);
  EXPECT_TRUE(proven.contains(kSite + "/a"));
}

TEST_F(ExportAsOfTest, EachPageHasItsVerdictInAMetadataRecord) {
  std::map<std::string, std::string> verdicts;
  for (const warc::Record& record : records(request(kMorning + hours(12), "warc"))) {
    if (record.header.type() != warc::RecordType::metadata) continue;
    const auto fields = warc::parse_fields(record.block);
    EXPECT_TRUE(warc::find_field(fields, "freshetAsOf"));
    EXPECT_TRUE(warc::find_field(fields, "freshetEvidence"));
    verdicts[record.header.target_uri()] =
        std::string(warc::find_field(fields, "freshetVerdict").value_or(""));
  }
  EXPECT_EQ(verdicts.at(kSite + "/a"), "proven");
  EXPECT_EQ(verdicts.at(kSite + "/"), "changed");
}

TEST_F(ExportAsOfTest, AWaczHoldsReportAndGraphAndIsWhole) {
  ArchiveSession session = archive.open();
  const std::string path = archive.scratch / "then.wacz";
  const auto done = export_to_file(session, request(kMorning + hours(15), "wacz"), path);
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(done->snapshots, 3u);
  // Entries of a WACZ are stored as they are.
  const std::string bytes = read_whole(system_disk(), path, 1 << 20).value();
  for (const std::string_view name : {"coherence/report.json", "coherence/a.example.graphml"})
    EXPECT_NE(bytes.find(fmt::format("\"path\":\"{}\"", name)), std::string::npos) << name;
  const std::size_t begin = bytes.find("[{\"format\":\"freshet-coherence\"");
  ASSERT_NE(begin, std::string::npos);
  const json told = json::parse(bytes.substr(begin, bytes.find('\n', begin) - begin));
  EXPECT_EQ(told.at(0).at("host"), "a.example");
  EXPECT_EQ(told.at(0).at("page_list").size(), 3u);
}

TEST_F(ExportAsOfTest, ShowTellsIfAVersionIsProvenForATime) {
  ArchiveSession session = archive.open();
  const auto prove = [&](const std::string& path, Duration after) {
    const auto found = session.archive().find(kSite + path, kMorning + after);
    EXPECT_TRUE(found && *found);
    return prove_version(session, **found, kMorning + after).value();
  };
  EXPECT_TRUE(prove("/a", hours(12)).is_proven());
  EXPECT_FALSE(prove("/", hours(12)).is_proven());
  EXPECT_TRUE(prove("/", hours(14)).is_proven());
  EXPECT_TRUE(prove("/a", hours(12)).words().starts_with("yes, for 2026-11-16 12:00:00: seen"));
  EXPECT_NE(prove("/", hours(12)).words().find("changed"), std::string::npos);
}

}  // namespace
}  // namespace freshet
