// Other programs read our files, and we read theirs.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "base/ascii.h"
#include "base/disk.h"
#include "testkit/oracle.h"
#include "testkit/scratch.h"
#include "testkit/test_data.h"
#include "warc/body.h"
#include "warc/check.h"
#include "warc/warc_test_kit.h"

namespace freshet::warc {
namespace {

void save(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

// One exchange of each kind.
std::vector<std::pair<Exchange, std::optional<RevisitOf>>> exchanges() {
  const RevisitOf original{.record_id = "urn:uuid:00000000-0000-4000-8000-000000000001",
                           .url = "https://a.example/",
                           .date = "2020-01-01T00:00:00Z",
                           .payload = sha1("<p>hi")};
  std::vector<std::pair<Exchange, std::optional<RevisitOf>>> all;
  all.emplace_back(page("https://a.example/", "<p>hi"), std::nullopt);
  all.emplace_back(page("https://a.example/empty", ""), std::nullopt);
  all.emplace_back(page("https://a.example/long", std::string(300'000, 'x')), std::nullopt);
  all.emplace_back(page("https://a.example/again", "<p>hi"), original);
  Exchange not_modified = page("https://a.example/", "");
  not_modified.status = 304;
  not_modified.reason = "Not Modified";
  all.emplace_back(not_modified, original);
  Exchange chunked = page("https://a.example/chunked", "out of its chunks");
  chunked.headers.push_back({"Transfer-Encoding", "chunked"});
  all.emplace_back(chunked, std::nullopt);
  Exchange packed = page("https://a.example/packed", gzipped("packed text"));
  packed.headers.push_back({"Content-Encoding", "gzip"});
  all.emplace_back(packed, std::nullopt);
  Exchange second = page("https://a.example/h2", "x");
  second.protocol = "h2";
  second.reason.clear();
  second.headers = {{"set-cookie", "a=1"}, {"set-cookie", "b=2"}, {"content-length", "17"}};
  second.truncated = Truncation::disconnect;
  all.emplace_back(second, std::nullopt);
  Exchange evil =
      page("https://a.example/\r\nWARC-Type: x\r\n\r\n <\xc3\xbc>", "\r\n\r\nWARC/1.1\r\n");
  evil.reason = "OK\r\nX: y\r\n\r\n";
  evil.headers = {{"A\r\nB", "c"}, {"D", "e\r\n\r\nf"}};
  evil.metadata = {{"via", "x\r\n\r\nWARC/1.1\r\n"}};
  all.emplace_back(evil, std::nullopt);
  return all;
}

struct Written {
  std::string bytes;
  std::vector<EncodedSnapshot> snapshots;
  std::vector<std::uint64_t> main_offsets;
};

Written write_archive() {
  Written written;
  SnapshotEncoder encoder;
  Random ids(5);
  const std::string warcinfo_id = fresh_record_id(ids);
  written.bytes = encoder.encode_warcinfo(warcinfo_id, Time{}, "a.warc.gz",
                                          {{"software", "freshet"}, {"format", "WARC 1.1"}});
  for (const auto& [exchange, original] : exchanges()) {
    EncodedSnapshot snapshot =
        encoder.encode(exchange, stored_answer(exchange), original, ids, warcinfo_id);
    written.main_offsets.push_back(written.bytes.size() + snapshot.main_offset);
    written.bytes += snapshot.bytes;
    written.snapshots.push_back(std::move(snapshot));
  }
  return written;
}

TEST(ForeignReaders, ReadAllThatWeWriteAndFindItsDigestsRight) {
  const Scratch scratch;
  const Written written = write_archive();
  save(scratch / "a.warc.gz", written.bytes);
  EXPECT_EQ(std::system(("gzip -t '" + scratch / "a.warc.gz" + "'").c_str()), 0);
  const auto found = nlohmann::json::parse(
      testkit::run_oracle("read_warc.mjs", {scratch / "a.warc.gz"}, ""), nullptr, false);
  ASSERT_TRUE(found.is_object());
  const auto& members = found["members"];
  const auto& warcio = found["warcio"];
  ASSERT_EQ(members.size(), 1 + 3 * written.snapshots.size());
  ASSERT_EQ(warcio.size(), members.size());
  for (std::size_t i = 0; i < members.size(); ++i) {
    EXPECT_EQ(members[i]["version"], "WARC/1.1");
    EXPECT_TRUE(members[i]["ends_well"]) << members[i];
    EXPECT_TRUE(members[i]["block_digest"]) << members[i];
    EXPECT_EQ(warcio[i]["offset"], members[i]["offset"]);
    EXPECT_EQ(warcio[i]["length"], members[i]["length"]);
  }
  const auto all = exchanges();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const EncodedSnapshot& snapshot = written.snapshots[i];
    const auto& member = members[1 + 3 * i + 2];
    const auto& record = warcio[1 + 3 * i + 2];
    EXPECT_EQ(member["offset"], written.main_offsets[i]);
    EXPECT_EQ(member["length"], snapshot.main_length);
    EXPECT_EQ(record["id"], "<" + snapshot.record_id + ">");
    EXPECT_EQ(record["uri"], safe_uri(all[i].first.url));
    // A 304 has no head here: readers take that of the record it refers to.
    const nlohmann::json status = snapshot.kind == MainRecord::not_modified
                                      ? nlohmann::json()
                                      : nlohmann::json(all[i].first.status);
    EXPECT_EQ(record["status"], status);
    const bool is_response = snapshot.kind == MainRecord::response;
    EXPECT_EQ(record["type"], is_response ? "response" : "revisit");
    if (!is_response) continue;
    EXPECT_TRUE(member["payload_digest"]) << member;
    EXPECT_EQ(record["payload_bytes"], all[i].first.body.size());
    EXPECT_EQ(record["payload"], "sha1:" + snapshot.payload.base32());
  }
}

// Returns the pages fetched by wget, by path: status and decoded body.
std::map<std::string, std::string> fetched_by_wget(const std::string& path,
                                                   const std::string& origin) {
  std::map<std::string, std::string> pages;
  auto file = system_disk().open(path, Access::read);
  EXPECT_TRUE(file);
  if (!file) return pages;
  auto reader = Reader::open(**file, path);
  for (;;) {
    const auto head = reader->next();
    EXPECT_TRUE(head) << head.error().message;
    if (!head || !*head) return pages;
    if ((*head)->header.type() != RecordType::response) continue;
    std::string block((*head)->block_bytes, '\0');
    for (std::size_t at = 0; at < block.size();)
      at += reader->read_block(std::span(block).subspan(at)).value();
    const HttpHead http = read_http_head(block);
    const DecodedBody body = decode_body(http, block.substr(http.payload_begin), 1 << 20);
    EXPECT_FALSE(body.error);
    const std::string uri = (*head)->header.target_uri();
    EXPECT_TRUE(uri.starts_with(origin)) << uri;
    pages[uri.substr(origin.size())] = std::to_string(http.status) + " " + body.bytes;
  }
}

void expect_right_digests(const std::string& path) {
  auto file = system_disk().open(path, Access::read);
  ASSERT_TRUE(file) << file.error().message;
  auto reader = Reader::open(**file, path);
  int responses = 0;
  for (;;) {
    const auto head = reader->next();
    ASSERT_TRUE(head) << head.error().message;
    if (!*head) break;
    const auto checked = check_record(*reader, **head);
    ASSERT_TRUE(checked) << checked.error().message;
    EXPECT_EQ(checked->block, Verdict::right);
    EXPECT_NE(checked->payload, Verdict::wrong);
    if ((*head)->header.type() != RecordType::response) continue;
    ++responses;
    EXPECT_EQ(checked->payload, Verdict::right);
  }
  EXPECT_EQ(responses, 7);  // six pages, and the target of the redirect once more
}

TEST(ForeignWriters, WgetIsReadWholeHoweverItIsPacked) {
  const Scratch scratch;
  std::string origin = testkit::run_oracle("wget_warc.mjs", {scratch.path()}, "");
  ASSERT_FALSE(origin.empty());
  origin = trim_ascii_whitespace(origin);
  save(scratch / "whole.warc.gz", gzipped(testkit::read_file(scratch / "plain.warc")));
  for (const char* name : {"packed.warc.gz", "plain.warc", "whole.warc.gz"}) {
    auto pages = fetched_by_wget(scratch / name, origin);
    EXPECT_TRUE(pages["/"].starts_with("200 <html>")) << name;
    pages.erase("/");
    EXPECT_EQ(pages, (std::map<std::string, std::string>{{"/style.css", "200 a{"},
                                                         {"/chunks", "200 first second"},
                                                         {"/packed", "200 packed text"},
                                                         {"/away", "302 "},
                                                         {"/missing", "404 not here"}}))
        << name;
    expect_right_digests(scratch / name);
  }
}

}  // namespace
}  // namespace freshet::warc
