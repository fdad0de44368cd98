// The output of WaczWriter, checked by WaczReader, by an independent script that parses ZIP files,
// and by replayweb.page in a browser.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <isa-l/crc.h>

#include <nlohmann/json.hpp>

#include "base/escape.h"
#include "base/random.h"
#include "store/wacz/wacz_reader.h"
#include "store/wacz/wacz_writer.h"
#include "testkit/faulty_disk.h"
#include "testkit/oracle.h"
#include "testkit/scratch.h"

namespace freshet {
namespace {

using nlohmann::json;

void put32(std::string& out, std::uint32_t number) {
  for (int i = 0; i < 4; ++i) out.push_back(static_cast<char>(number >> (8 * i)));
}

// Returns `bytes`, at most 65535, as a gzip member of one stored block (RFC 1951, 3.2.4; RFC 1952).
std::string gzip_member(std::string_view bytes) {
  std::string out("\x1f\x8b\x08\0\0\0\0\0\0\xff\x01", 11);
  const auto size = static_cast<std::uint32_t>(bytes.size());
  put32(out, size | (~size << 16));
  out += bytes;
  put32(out, crc32_gzip_refl(0, reinterpret_cast<const unsigned char*>(bytes.data()), size));
  put32(out, size);
  return out;
}

struct Answer {
  std::string url;
  Time time;
  std::string mime;
  std::string body;
};

std::string record(std::string_view type, const std::string& url, Time time, std::string_view more,
                   const std::string& block) {
  static Random random(65);
  return gzip_member(
      fmt::format("WARC/1.1\r\nWARC-Type: {}\r\nWARC-Record-ID: <urn:uuid:{}>\r\nWARC-Date: {}\r\n"
                  "WARC-Target-URI: {}\r\n{}Content-Type: application/http;msgtype=response\r\n"
                  "Content-Length: {}\r\n\r\n{}\r\n\r\n",
                  type, random_uuid(random), iso_time(time), url, more, block.size(), block));
}

std::string payload_field(std::string_view body) {
  return fmt::format("WARC-Payload-Digest: sha1:{}\r\n", sha1(body).base32());
}

// Writes a WACZ of a small site, record by record.
class WaczTest : public testing::Test {
 protected:
  WaczTest() {
    options_.title = "A \"site\"";
    options_.description = "Of *tests*";
    options_.main_page_url = "http://site.test/";
    options_.main_page_time = at(0);
    options_.created = at(100);
    options_.warcinfo = [](const std::string& filename) {
      return gzip_member(
          fmt::format("WARC/1.1\r\nWARC-Type: warcinfo\r\nWARC-Record-ID: "
                      "<urn:uuid:0a1f6d2b-7d2f-4b7e-9c55-e58c4a1c3c4d>\r\nWARC-Date: "
                      "2026-11-16T00:00:00Z\r\nWARC-Filename: {}\r\nContent-Type: "
                      "application/warc-fields\r\nContent-Length: 0\r\n\r\n\r\n\r\n",
                      filename));
    };
  }

  static Time at(int minute) {
    return *parse_time("2026-11-16") + Duration(std::chrono::minutes(minute));
  }

  CdxjLine line(const std::string& url, Time time, std::string_view mime, std::uint16_t status,
                std::string_view body) {
    return {.key = cdxj_key(url),
            .time = time,
            .url = url,
            .mime = std::string(mime),
            .status = status,
            .digest = sha1(body)};
  }

  void begin() {
    auto writer = WaczWriter::create(disk_, path_, options_);
    ASSERT_TRUE(writer) << writer.error().message;
    writer_.emplace(*std::move(writer));
  }

  void response(const std::string& url, Time time, const std::string& mime,
                const std::string& body) {
    const std::string http =
        fmt::format("HTTP/1.1 200 OK\r\nContent-Type: {}\r\nContent-Length: {}\r\n\r\n{}", mime,
                    body.size(), body);
    add(record("response", url, time, payload_field(body), http), line(url, time, mime, 200, body));
  }

  // The same payload as `body`, seen at another URL before.
  void same_as(const std::string& url, Time time, const std::string& original, Time original_time,
               const std::string& mime, const std::string& body) {
    const std::string more = fmt::format(
        "{}WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest\r\n"
        "WARC-Refers-To-Target-URI: {}\r\nWARC-Refers-To-Date: {}\r\nWARC-Truncated: length\r\n",
        payload_field(body), original, iso_time(original_time));
    const std::string http = fmt::format("HTTP/1.1 200 OK\r\nContent-Type: {}\r\n\r\n", mime);
    add(record("revisit", url, time, more, http), line(url, time, kRevisitMime, 200, body));
  }

  void not_modified(const std::string& url, Time time, Time original_time) {
    const std::string more = fmt::format(
        "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/server-not-modified\r\n"
        "WARC-Refers-To-Target-URI: {}\r\nWARC-Refers-To-Date: {}\r\n",
        url, iso_time(original_time));
    add(record("revisit", url, time, more, "HTTP/1.1 304 Not Modified\r\n\r\n"),
        line(url, time, kRevisitMime, 304, ""));
  }

  void add(const std::string& member, std::optional<CdxjLine> about) {
    const auto done = writer_->add(member, std::move(about));
    ASSERT_TRUE(done) << done.error().message;
  }

  void page(const std::string& url, Time time, const std::string& title, const std::string& text) {
    ASSERT_TRUE(writer_->add_page({.url = url, .time = time, .title = title, .text = text}));
  }

  void finish() {
    const auto bytes = writer_->finish();
    ASSERT_TRUE(bytes) << bytes.error().message;
    EXPECT_EQ(disk_.open(path_, Access::read).value()->size().value(), *bytes);
    writer_.reset();
    EXPECT_EQ(disk_.list(scratch_.path()).value(), std::vector<std::string>{"out.wacz"});
  }

  void write_site();
  void expect_replay();

  Scratch scratch_;
  Disk& disk_ = system_disk();
  std::string path_ = scratch_ / "out.wacz";
  WaczOptions options_;
  std::optional<WaczWriter> writer_;
};

// 3 pixels wide, 2 high, red; made by hand and checked by the browser.
std::string red_png() {
  const auto chunk = [](std::string_view type, std::string_view bytes) {
    const auto big = [](std::uint32_t n) {
      return std::string{static_cast<char>(n >> 24), static_cast<char>(n >> 16),
                         static_cast<char>(n >> 8), static_cast<char>(n)};
    };
    const std::string body = std::string(type) + std::string(bytes);
    return big(static_cast<std::uint32_t>(bytes.size())) + body +
           big(crc32_gzip_refl(0, reinterpret_cast<const unsigned char*>(body.data()),
                               body.size()));
  };
  const std::string row = std::string("\0", 1) + "\xff" + std::string(2, '\0') + "\xff" +
                          std::string(2, '\0') + "\xff" + std::string(2, '\0');
  const std::string rows = row + row;
  std::uint32_t a = 1, b = 0;
  for (const char c : rows) {
    a = (a + static_cast<unsigned char>(c)) % 65521;
    b = (b + a) % 65521;
  }
  const std::string zlib = std::string("\x78\x01\x01\x14\x00\xeb\xff", 7) + rows +
                           std::string{static_cast<char>(b >> 8), static_cast<char>(b),
                                       static_cast<char>(a >> 8), static_cast<char>(a)};
  return "\x89PNG\r\n\x1a\n" + chunk("IHDR", std::string("\0\0\0\3\0\0\0\2\x08\2\0\0\0", 13)) +
         chunk("IDAT", zlib) + chunk("IEND", "");
}

void WaczTest::write_site() {
  const std::string home =
      "<!doctype html><meta charset=utf-8><title>Home</title><link rel=stylesheet href=/style.css>"
      "<h1>Kept for decades</h1><img id=picture src=/red.png><a href=/other>other</a>";
  const std::string other = "<!doctype html><title>Other</title><p>Did not change";
  begin();
  response("http://site.test/", at(0), "text/html", home);
  add(record("metadata", "http://site.test/", at(0), "", "via: nobody\r\n"), std::nullopt);
  response("http://site.test/style.css", at(1), "text/css", "h1 { color: rgb(1, 2, 3) }");
  response("http://site.test/red.png", at(2), "image/png", red_png());
  same_as("http://site.test/copy", at(3), "http://site.test/", at(0), "text/html", home);
  response("http://site.test/other", at(4), "text/html", other);
  not_modified("http://site.test/other", at(5), at(4));
  response("http://site.test/news", at(6), "text/html", "<title>News</title><p>First news");
  not_modified("http://site.test/news", at(7), at(6));
  response("http://site.test/news", at(10), "text/html", "<title>News</title><p>Second news");
  not_modified("http://site.test/news", at(11), at(10));
  page("http://site.test/", at(0), "Home", "Kept for decades");
  page("http://site.test/copy", at(3), "Home", "");
  page("http://site.test/other", at(4), "", "");
  finish();
}

TEST_F(WaczTest, IsTakenApartByAScriptThatSharesNoCode) {
  write_site();
  const json wacz = json::parse(testkit::run_oracle("wacz.mjs", {path_}, ""));
  EXPECT_EQ(wacz["wrong"], json::array());
  EXPECT_EQ(wacz["names"], json({"archive/data.warc.gz", "indexes/index.cdx", "pages/pages.jsonl",
                                 "datapackage.json", "datapackage-digest.json"}));
  const json& package = wacz["datapackage"];
  EXPECT_EQ(package["profile"], "data-package");
  EXPECT_EQ(package["wacz_version"], "1.1.1");
  EXPECT_EQ(package["title"], "A \"site\"");
  EXPECT_EQ(package["description"], "Of *tests*");
  EXPECT_EQ(package["mainPageUrl"], "http://site.test/");
  EXPECT_EQ(package["mainPageDate"], iso_time(at(0)));
  EXPECT_EQ(package["created"], iso_time(at(100)));
  EXPECT_EQ(package["software"], "freshet");
}

TEST_F(WaczTest, ListsRecordsAndPages) {
  write_site();
  const json wacz = json::parse(testkit::run_oracle("wacz.mjs", {path_}, ""));
  std::vector<std::string> lines;
  for (const json& line : wacz["index"])
    lines.push_back(fmt::format("{} {} {}", line["key"].get<std::string>(),
                                line["mime"].get<std::string>(),
                                line["status"].get<std::string>()));
  // The 304 of /other is in the WARC, but not here.
  EXPECT_EQ(lines, (std::vector<std::string>{
                       "test,site)/ text/html 200", "test,site)/copy warc/revisit 200",
                       "test,site)/news text/html 200", "test,site)/news text/html 200",
                       "test,site)/other text/html 200", "test,site)/red.png image/png 200",
                       "test,site)/style.css text/css 200"}));
  ASSERT_EQ(wacz["pages"].size(), 4u);
  EXPECT_EQ(wacz["pages"][0], (json{{"format", "json-pages-1.0"},
                                    {"id", "pages"},
                                    {"title", "All Pages"},
                                    {"hasText", true}}));
  EXPECT_EQ(wacz["pages"][1]["url"], "http://site.test/");
  EXPECT_EQ(wacz["pages"][1]["ts"], iso_time(at(0)));
  EXPECT_EQ(wacz["pages"][1]["text"], "Kept for decades");
  EXPECT_EQ(wacz["pages"][3]["title"], "http://site.test/other");
  EXPECT_FALSE(wacz["pages"][3].contains("text"));
}

void WaczTest::expect_replay() {
  write_site();
  const json home = {
      {"text", "Kept for decades"},
      {"styles", {{{"selector", "h1"}, {"property", "color"}, {"value", "rgb(1, 2, 3)"}}}},
      {"images", {{{"selector", "#picture"}, {"naturalWidth", 3}}}}};
  json copy = home, expected = home;
  copy["url"] = "http://site.test/copy";
  const std::string news = "http://site.test/news";
  expected["also"] = {copy,
                      {{"url", "http://site.test/other"}, {"text", "Did not change"}},
                      {{"url", news}, {"text", "Second news"}},
                      {{"url", news}, {"text", "First news"}, {"at", "20261116000600"}}};
  ASSERT_TRUE(replace_file(disk_, scratch_ / "expected.json", expected.dump()));
  const std::string seen = testkit::run_oracle(
      "replay.mjs", {path_, "http://site.test/", scratch_ / "expected.json"}, "");
  const json report = json::parse(seen, nullptr, false);
  ASSERT_TRUE(report.is_object()) << seen;
  EXPECT_EQ(report["pages"].size(), 5u);
  EXPECT_EQ(report["liveRequests"], json::array());
}

TEST_F(WaczTest, ReplaysInABrowserWithoutTheLiveWeb) { expect_replay(); }

TEST_F(WaczTest, ReplaysFromAnIndexInBlocks) {
  options_.plain_index_bytes = 0;
  options_.lines_of_block = 2;
  expect_replay();
}

TEST_F(WaczTest, PacksALargeIndexInBlocks) {
  options_.plain_index_bytes = 0;
  options_.lines_of_block = 2;
  write_site();
  const json wacz = json::parse(testkit::run_oracle("wacz.mjs", {path_}, ""));
  EXPECT_EQ(wacz["wrong"], json::array());
  EXPECT_EQ(wacz["names"],
            json({"archive/data.warc.gz", "indexes/index.cdx.gz", "indexes/index.idx",
                  "pages/pages.jsonl", "datapackage.json", "datapackage-digest.json"}));
  EXPECT_EQ(wacz["index"].size(), 7u);
}

TEST_F(WaczTest, LeavesTheTextsOutOfALongListOfPages) {
  const auto list = [&] {
    write_site();
    return json::parse(testkit::run_oracle("wacz.mjs", {path_}, ""))["pages"];
  };
  options_.small_pages_bytes = 10;
  json pages = list();
  EXPECT_FALSE(pages[0].contains("hasText"));
  EXPECT_FALSE(pages[1].contains("text"));
  EXPECT_EQ(pages[1]["title"], "Home");
  options_.texts = WaczOptions::Texts::always;
  pages = list();
  EXPECT_EQ(pages[0]["hasText"], true);
  EXPECT_EQ(pages[1]["text"], "Kept for decades");
}

TEST_F(WaczTest, SplitsALongListOfPages) {
  options_.listed_pages = 2;
  options_.main_page_url = "http://site.test/a/b/main";
  begin();
  page("http://site.test/a/b", at(0), "Deep", "");
  page("http://site.test/a/b/main", at(1), "Main", "");
  page("http://site.test/", at(2), "Home", "");
  finish();
  const json wacz = json::parse(testkit::run_oracle("wacz.mjs", {path_}, ""));
  EXPECT_EQ(wacz["wrong"], json::array());
  ASSERT_EQ(wacz["pages"].size(), 3u);
  EXPECT_EQ(wacz["pages"][1]["title"], "Main");
  EXPECT_EQ(wacz["pages"][2]["title"], "Home");
  ASSERT_EQ(wacz["extraPages"].size(), 2u);
  EXPECT_EQ(wacz["extraPages"][0]["format"], "json-pages-1.0");
  EXPECT_EQ(wacz["extraPages"][1]["title"], "Deep");
}

TEST_F(WaczTest, TakesAHomePageForTheMainPage) {
  options_.main_page_url.clear();
  options_.main_page_time.reset();
  begin();
  writer_->propose_main_page("http://site.test/a", at(1), false);
  writer_->propose_main_page("http://site.test/", at(2), true);
  writer_->propose_main_page("http://other.test/", at(3), true);
  finish();
  const json wacz = json::parse(testkit::run_oracle("wacz.mjs", {path_}, ""));
  EXPECT_EQ(wacz["datapackage"]["mainPageUrl"], "http://site.test/");
  EXPECT_EQ(wacz["datapackage"]["mainPageDate"], iso_time(at(2)));
}

TEST_F(WaczTest, BeginsAnotherWarcWhenOneIsFull) {
  options_.warc_bytes_max = 1000;
  write_site();
  const json wacz = json::parse(testkit::run_oracle("wacz.mjs", {path_}, ""));
  EXPECT_EQ(wacz["wrong"], json::array());
  EXPECT_EQ(wacz["names"][0], "archive/data.warc.gz");
  EXPECT_EQ(wacz["names"][1], "archive/data-00001.warc.gz");
  auto reader = WaczReader::open(disk_, path_);
  ASSERT_TRUE(reader) << reader.error().message;
  EXPECT_GT(reader->warcs().size(), 2u);
}

TEST_F(WaczTest, CopiesRecordsOutOfAFile) {
  const std::string member =
      record("response", "http://a.test/", at(0), "", "HTTP/1.1 200\r\n\r\n");
  const Scratch elsewhere;
  ASSERT_TRUE(replace_file(disk_, elsewhere / "warc", "before" + member + "behind"));
  const auto file = disk_.open(elsewhere / "warc", Access::read);
  ASSERT_TRUE(file);
  begin();
  ASSERT_TRUE(writer_->add_from(**file, 6, member.size(),
                                line("http://a.test/", at(0), "text/html", 200, "")));
  finish();
  const json wacz = json::parse(testkit::run_oracle("wacz.mjs", {path_}, ""));
  EXPECT_EQ(wacz["wrong"], json::array());
  EXPECT_EQ(wacz["index"].size(), 1u);
}

TEST_F(WaczTest, CopiesNothingThatIsNotThere) {
  ASSERT_TRUE(replace_file(disk_, scratch_ / "warc", "short"));
  const auto file = disk_.open(scratch_ / "warc", Access::read);
  ASSERT_TRUE(file);
  begin();
  const auto done = writer_->add_from(**file, 1, 5, std::nullopt);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, Errc::corrupt);
  EXPECT_TRUE(done.error().message.starts_with("offset 5: expected 1 more bytes to copy"))
      << done.error().message;
}

TEST_F(WaczTest, OfNothingIsStillAWacz) {
  begin();
  finish();
  const json wacz = json::parse(testkit::run_oracle("wacz.mjs", {path_}, ""));
  EXPECT_EQ(wacz["wrong"], json::array());
  EXPECT_EQ(wacz["index"], json::array());
}

TEST_F(WaczTest, LeavesNothingBehindIfItIsGivenUp) {
  begin();
  response("http://site.test/", at(0), "text/html", "x");
  page("http://site.test/", at(0), "Home", "");
  writer_.reset();
  EXPECT_TRUE(disk_.list(scratch_.path()).value().empty());
}

// Each call fails in turn. Afterwards the old file or the new one is there, and nothing else.
TEST_F(WaczTest, KeepsTheOldFileWhateverCallFails) {
  ASSERT_TRUE(replace_file(disk_, path_, "old"));
  for (std::uint64_t failing = 0;; ++failing) {
    ASSERT_LT(failing, 100u);
    FaultyDisk faulty(disk_);
    faulty.fail_only(failing);
    const auto session = [&]() -> Status {
      auto writer = WaczWriter::create(faulty, path_, options_);
      if (!writer) return std::unexpected(writer.error());
      const std::string member = record("response", "http://a.test/", at(0), "", "HTTP/1.1 200");
      if (auto done = writer->add(member, line("http://a.test/", at(0), "", 200, "")); !done)
        return done;
      if (auto done = writer->add_page({.url = "http://a.test/"}); !done) return done;
      auto done = writer->finish();
      return done ? Status() : std::unexpected(done.error());
    };
    const Status done = session();
    const bool is_old = read_whole(disk_, path_, 100000).value() == "old";
    if (faulty.calls() <= failing) {
      EXPECT_TRUE(done);
      EXPECT_FALSE(is_old);
      EXPECT_GT(failing, 15u);
      break;
    }
    if (!is_old) {
      // Only the sync of the directory and the removal of temporary files come later.
      ASSERT_TRUE(WaczReader::open(disk_, path_));
      ASSERT_TRUE(replace_file(disk_, path_, "old"));
    } else {
      EXPECT_FALSE(done) << failing;
    }
  }
}

TEST_F(WaczTest, ComesBackAsItWasWritten) {
  write_site();
  auto reader = WaczReader::open(disk_, path_);
  ASSERT_TRUE(reader) << reader.error().message;
  ASSERT_EQ(reader->warcs().size(), 1u);
  const WaczEntry warc = reader->warcs()[0];
  EXPECT_EQ(warc.name, "archive/data.warc.gz");
  EXPECT_EQ(warc.bytes, warc.packed_bytes);
  const std::string to = scratch_ / "data.warc.gz";
  EXPECT_EQ(reader->extract(warc, disk_, to, warc.bytes).value(), warc.bytes);
  const std::string bytes = read_whole(disk_, to, 100000).value();
  EXPECT_TRUE(bytes.starts_with("\x1f\x8b"));
  EXPECT_EQ(bytes.size(), warc.bytes);
  const auto check = reader->check_hashes();
  ASSERT_TRUE(check) << check.error().message;
  EXPECT_TRUE(check->has_datapackage);
  EXPECT_EQ(check->resources_right, 3u);
  EXPECT_TRUE(check->wrong.empty());
}

TEST_F(WaczTest, ExtractsNoMoreThanItIsAllowed) {
  write_site();
  auto reader = WaczReader::open(disk_, path_);
  ASSERT_TRUE(reader) << reader.error().message;
  const WaczEntry warc = reader->warcs()[0];
  const std::string to = scratch_ / "data.warc.gz";
  EXPECT_EQ(reader->extract(warc, disk_, to, warc.bytes - 1).error().code, Errc::limit);
  EXPECT_FALSE(disk_.exists(to));
}

// Extraction and the comparison of hashes detect damage to any byte of the WARC.
TEST_F(WaczTest, NoticesDamage) {
  write_site();
  const std::string good = read_whole(disk_, path_, 100000).value();
  const std::size_t data = good.find("\x1f\x8b\x08");
  Random random(66);
  for (int i = 0; i < 100; ++i) {
    std::string bad = good;
    bad[data + random.below(3000)] ^= static_cast<char>(1 << random.below(8));
    ASSERT_TRUE(replace_file(disk_, path_, bad));
    auto reader = WaczReader::open(disk_, path_);
    ASSERT_TRUE(reader) << reader.error().message;
    const auto done = reader->extract(reader->warcs()[0], disk_, scratch_ / "x", 100000);
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, Errc::invalid);
    EXPECT_FALSE(disk_.exists(scratch_ / "x"));
    EXPECT_EQ(reader->check_hashes().value().wrong.size(), 1u);
  }
}

}  // namespace
}  // namespace freshet
