#include "warc/check.h"

#include <gtest/gtest.h>

#include "warc/warc_test_kit.h"

namespace freshet::warc {
namespace {

class WholeSnapshotsTest : public testing::Test {
 protected:
  std::string snapshot(std::string_view url) {
    const Exchange exchange = page(url, "<p>" + std::string(url));
    return encoder_.encode(exchange, stored_answer(exchange), std::nullopt, ids_, "").bytes;
  }
  std::string warcinfo() {
    return encoder_.encode_warcinfo(fresh_record_id(ids_), Time{}, "a.warc.gz", {});
  }
  WholeSnapshots whole(const std::string& bytes) {
    MemoryFile file(bytes);
    const auto found = whole_snapshots_end(file, "test.warc");
    EXPECT_TRUE(found) << found.error().message;
    return found.value_or(WholeSnapshots{});
  }

  SnapshotEncoder encoder_;
  Random ids_{1};
};

TEST_F(WholeSnapshotsTest, EveryPrefixLeavesExactlyTheWholeSnapshots) {
  std::string bytes = warcinfo();
  std::vector<std::size_t> ends = {0, bytes.size()};
  std::vector<std::uint64_t> records = {0, 1};
  for (const char* url : {"https://a.example/", "https://b.example/"}) {
    bytes += snapshot(url);
    ends.push_back(bytes.size());
    records.push_back(records.back() + 3);
  }
  for (std::size_t size = 0; size <= bytes.size(); ++size) {
    std::size_t last = 0;
    while (last + 1 < ends.size() && ends[last + 1] <= size) ++last;
    const WholeSnapshots found = whole(bytes.substr(0, size));
    EXPECT_EQ(found.end, ends[last]) << size;
    EXPECT_EQ(found.records, records[last]) << size;
    EXPECT_EQ(found.file_bytes, size);
    EXPECT_FALSE(found.records_behind) << size;
  }
}

TEST_F(WholeSnapshotsTest, DamageInTheMiddleIsNotATornTail) {
  const std::string info = warcinfo(), one = snapshot("https://a.example/");
  std::string bytes = info + one;
  bytes[info.size() + one.size() / 2] ^= 0x55;
  bytes += snapshot("https://b.example/");
  const WholeSnapshots found = whole(bytes);
  EXPECT_EQ(found.end, info.size());
  EXPECT_TRUE(found.damage);
  EXPECT_TRUE(found.records_behind);
}

TEST_F(WholeSnapshotsTest, RecordsOfOtherProgramsAreWholeByThemselves) {
  const std::string response = record_text("response", "1", "", "HTTP/1.1 200 OK\r\n\r\n");
  const std::string request = record_text("request", "2", "WARC-Concurrent-To: <1>\r\n", "");
  const std::string orphan = record_text("request", "3", "WARC-Concurrent-To: <9>\r\n", "");
  // The request after its response, as most programs write it.
  EXPECT_EQ(whole(response + request).end, (response + request).size());
  // A reference to an id that is not in this file blocks nothing that follows.
  EXPECT_EQ(whole(orphan + response + request).end, (orphan + response + request).size());
  EXPECT_EQ(whole(response + orphan).end, response.size());
}

class CheckRecordTest : public testing::Test {
 protected:
  RecordCheck check(const std::string& bytes) {
    MemoryFile file(bytes);
    auto reader = Reader::open(file, "test.warc");
    auto head = reader->next();
    EXPECT_TRUE(head && *head);
    auto checked = check_record(*reader, **head);
    EXPECT_TRUE(checked) << checked.error().message;
    return checked.value_or(RecordCheck{});
  }
  static std::string response(std::string_view digests, std::string_view block) {
    return record_text(
        "response", "1",
        "Content-Type: application/http; msgtype=response\r\n" + std::string(digests), block);
  }
};

TEST_F(CheckRecordTest, OursAreRight) {
  SnapshotEncoder encoder;
  Random ids(1);
  Exchange exchange = page("https://a.example/", std::string(300'000, 'x'));
  exchange.request_head.clear();
  exchange.metadata.clear();
  const EncodedSnapshot snapshot =
      encoder.encode(exchange, stored_answer(exchange), std::nullopt, ids, "");
  const RecordCheck checked = check(snapshot.bytes);
  EXPECT_EQ(checked.block, Verdict::right);
  EXPECT_EQ(checked.payload, Verdict::right);
  EXPECT_EQ(checked.payload_digest, snapshot.payload);
  EXPECT_EQ(checked.payload_bytes, 300'000u);
  EXPECT_EQ(checked.place.length, snapshot.bytes.size());
  EXPECT_EQ(checked.place.seal, Seal::right);
}

TEST_F(CheckRecordTest, WrongDigestsAreFound) {
  const std::string block = "HTTP/1.1 200 OK\r\n\r\nbody";
  const auto digest = [](std::string_view bytes) {
    return "sha1:" + sha1(bytes).base32() + "\r\n";
  };
  RecordCheck checked = check(response(
      "WARC-Block-Digest: " + digest(block) + "WARC-Payload-Digest: " + digest("body"), block));
  EXPECT_EQ(checked.block, Verdict::right);
  EXPECT_EQ(checked.payload, Verdict::right);
  checked = check(response(
      "WARC-Block-Digest: " + digest("x") + "WARC-Payload-Digest: " + digest(block), block));
  EXPECT_EQ(checked.block, Verdict::wrong);
  EXPECT_EQ(checked.payload, Verdict::wrong);
  EXPECT_EQ(check(response("", block)).block, Verdict::absent);
  EXPECT_EQ(check(response("", block)).payload, Verdict::absent);
  EXPECT_EQ(check(response("WARC-Block-Digest: md5:abc\r\n", block)).block, Verdict::unchecked);
  EXPECT_EQ(check(response("WARC-Block-Digest: sha256:" + sha256_hex(block) + "\r\n", block)).block,
            Verdict::right);
  EXPECT_EQ(check(response("WARC-Block-Digest: sha256:" + sha256_hex("x") + "\r\n", block)).block,
            Verdict::wrong);
}

// The standard leaves open whether the digest of a chunked payload is that of the stored bytes.
TEST_F(CheckRecordTest, BothReadingsOfAChunkedPayloadAreRight) {
  const std::string chunks = "3\r\nbod\r\n1\r\ny\r\n0\r\n\r\n";
  const std::string block = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks;
  for (const std::string& payload : {chunks, std::string("body")}) {
    const std::string digest = "WARC-Payload-Digest: sha1:" + sha1(payload).base32() + "\r\n";
    EXPECT_EQ(check(response(digest, block)).payload, Verdict::right);
  }
  EXPECT_EQ(
      check(response("WARC-Payload-Digest: sha1:" + sha1("x").base32() + "\r\n", block)).payload,
      Verdict::wrong);
}

TEST_F(CheckRecordTest, TheWholeBlockIsThePayloadWhereThereIsNoHttp) {
  const std::string digest = "WARC-Payload-Digest: sha1:" + sha1("text").base32() + "\r\n";
  EXPECT_EQ(check(record_text("resource", "1", digest, "text")).payload, Verdict::right);
  // For a revisit it is that of another record.
  EXPECT_EQ(check(record_text("revisit", "1", digest, "other")).payload, Verdict::absent);
}

}  // namespace
}  // namespace freshet::warc
