#include "warc/snapshot_encoder.h"

#include <gtest/gtest.h>

#include "warc/http_head.h"
#include "warc/warc_test_kit.h"

namespace freshet::warc {
namespace {

using namespace std::string_literals;

constexpr std::string_view kWarcinfoId = "urn:uuid:00000000-0000-4000-8000-000000000000";

class SnapshotEncoderTest : public testing::Test {
 protected:
  EncodedSnapshot encode(const Exchange& exchange,
                         const std::optional<RevisitOf>& original = std::nullopt) {
    return encoder_.encode(exchange, stored_answer(exchange), original, ids_,
                           std::string(kWarcinfoId));
  }

  Record main_record(const EncodedSnapshot& snapshot) {
    MemoryFile file(snapshot.bytes);
    auto record = read_record_at(file, "test", snapshot.main_offset, snapshot.main_length, 1 << 20);
    EXPECT_TRUE(record) << record.error().message;
    return record.value_or(Record{});
  }
  std::string block_of(const Exchange& exchange) { return main_record(encode(exchange)).block; }

  SnapshotEncoder encoder_;
  Random ids_{1};
};

const RevisitOf kOriginal{.record_id = "urn:uuid:1",
                          .url = "https://b.example/",
                          .date = "2020-01-01T00:00:00Z",
                          .payload = sha1("old")};

TEST_F(SnapshotEncoderTest, ASnapshotIsRequestMetadataAndThenTheResponse) {
  const EncodedSnapshot snapshot = encode(page("https://a.example/", "<p>hi"));
  const std::string& id = snapshot.record_id;
  const std::string text = gunzipped(snapshot.bytes);
  std::vector<std::string> ids;
  for (std::size_t at = text.find("WARC-Record-ID: "); at != std::string::npos;
       at = text.find("WARC-Record-ID: ", at + 1))
    ids.push_back(text.substr(at + 17, 45));
  ASSERT_EQ(ids.size(), 3u);
  EXPECT_EQ(ids[2], id);
  EXPECT_EQ(
      text,
      "WARC/1.1\r\nWARC-Type: request\r\nWARC-Record-ID: <" + ids[0] +
          ">\r\nWARC-Date: 2026-11-16T00:34:46.123456Z\r\n"
          "WARC-Target-URI: https://a.example/\r\nWARC-Concurrent-To: <" +
          id +
          ">\r\nWARC-Warcinfo-ID: <urn:uuid:00000000-0000-4000-8000-000000000000>\r\n"
          "Content-Type: application/http;msgtype=request\r\n"
          "WARC-Block-Digest: sha1:JY66MHDYUADWSY5XTRTWV6WXXTLGYOOV\r\nContent-Length: 35\r\n\r\n"
          "GET / HTTP/1.1\r\nHost: a.example\r\n\r\n\r\n\r\n"
          "WARC/1.1\r\nWARC-Type: metadata\r\nWARC-Record-ID: <" +
          ids[1] +
          ">\r\nWARC-Date: 2026-11-16T00:34:46.123456Z\r\n"
          "WARC-Target-URI: https://a.example/\r\nWARC-Concurrent-To: <" +
          id +
          ">\r\nWARC-Warcinfo-ID: <urn:uuid:00000000-0000-4000-8000-000000000000>\r\n"
          "Content-Type: application/warc-fields\r\n"
          "WARC-Block-Digest: sha1:GU35GBFF56DFNTL74UNNSAHQHSERQGY4\r\nContent-Length: 42\r\n\r\n"
          "via: https://a.example/\r\nhopsFromSeed: L\r\n\r\n\r\n"
          "WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <" +
          id +
          ">\r\nWARC-Date: 2026-11-16T00:34:46.123456Z\r\n"
          "WARC-Target-URI: https://a.example/\r\n"
          "WARC-Warcinfo-ID: <urn:uuid:00000000-0000-4000-8000-000000000000>\r\n"
          "WARC-IP-Address: 192.0.2.7\r\nWARC-Protocol: http/1.1\r\n"
          "WARC-Payload-Digest: sha1:Q4JC6POHK2CXJLM2SEXSFZRG4XBGAQB7\r\n"
          "Content-Type: application/http;msgtype=response\r\n"
          "WARC-Block-Digest: sha1:MXKBPNPLW2I3M6CERZ2GSK4L3SS53IPZ\r\nContent-Length: 64\r\n\r\n"
          "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>hi\r\n\r\n");
}

TEST_F(SnapshotEncoderTest, TellsWhatTheIndexNeeds) {
  const Exchange exchange = page("https://a.example/", "<p>hi");
  const EncodedSnapshot snapshot = encode(exchange);
  EXPECT_EQ(snapshot.main_offset + snapshot.main_length, snapshot.bytes.size());
  EXPECT_EQ(snapshot.kind, MainRecord::response);
  EXPECT_EQ(snapshot.mime, "text/html");
  EXPECT_EQ(snapshot.payload, sha1("<p>hi"));
  EXPECT_EQ(snapshot.payload_bytes, 5u);
  EXPECT_EQ(snapshot.date, "2026-11-16T00:34:46.123456Z");
  const Record record = main_record(snapshot);
  EXPECT_EQ(record.header.record_id(), snapshot.record_id);
  EXPECT_EQ(record.header.date(), exchange.time);
}

TEST_F(SnapshotEncoderTest, RequestAndMetadataAreLeftOutWhereThereIsNone) {
  Exchange exchange = page("https://a.example/", "<p>hi");
  exchange.request_head.clear();
  exchange.metadata.clear();
  EXPECT_EQ(encode(exchange).main_offset, 0u);
}

TEST_F(SnapshotEncoderTest, ASamePayloadIsARevisitWithTheHeadOnly) {
  const EncodedSnapshot snapshot = encode(page("https://a.example/", "<p>hi"), kOriginal);
  EXPECT_EQ(snapshot.kind, MainRecord::revisit);
  const Record record = main_record(snapshot);
  EXPECT_EQ(record.header.type(), RecordType::revisit);
  EXPECT_EQ(record.header.find("WARC-Profile"),
            "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest");
  EXPECT_EQ(record.header.find("WARC-Refers-To"), "<urn:uuid:1>");
  EXPECT_EQ(record.header.find("WARC-Refers-To-Target-URI"), "https://b.example/");
  EXPECT_EQ(record.header.find("WARC-Refers-To-Date"), "2020-01-01T00:00:00Z");
  EXPECT_EQ(record.header.find("WARC-Truncated"), "length");
  EXPECT_EQ(record.header.find("WARC-Payload-Digest"), "sha1:" + sha1("<p>hi").base32());
  EXPECT_EQ(record.block, "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n");
}

TEST_F(SnapshotEncoderTest, ANotModifiedAnswerIsARevisitOfTheOtherProfile) {
  Exchange exchange = page("https://a.example/", "");
  exchange.status = 304;
  exchange.reason = "Not Modified";
  exchange.headers = {{"ETag", "\"x\""}, {"Content-Length", "12"}};
  const EncodedSnapshot snapshot = encode(exchange, kOriginal);
  EXPECT_EQ(snapshot.kind, MainRecord::not_modified);
  EXPECT_EQ(snapshot.payload, sha1("old"));
  const Record record = main_record(snapshot);
  EXPECT_EQ(record.header.find("WARC-Profile"),
            "http://netpreserve.org/warc/1.1/revisit/server-not-modified");
  EXPECT_EQ(record.header.find("WARC-Payload-Digest"), "sha1:" + sha1("old").base32());
  EXPECT_EQ(record.header.find("WARC-Truncated"), std::nullopt);
  EXPECT_EQ(record.header.find("WARC-Etag"), "\"x\"");
  EXPECT_EQ(record.header.find("WARC-Last-Modified"), std::nullopt);
  // Replay would send a head here to the browser, which shows nothing for a 304.
  EXPECT_EQ(record.header.find("Content-Type"), std::nullopt);
  EXPECT_EQ(record.block, "");
  RevisitOf unknown = kOriginal;
  unknown.payload.reset();
  EXPECT_EQ(main_record(encode(exchange, unknown)).header.find("WARC-Payload-Digest"),
            std::nullopt);
  EXPECT_EQ(encode(exchange).kind, MainRecord::response);
}

TEST_F(SnapshotEncoderTest, LengthAndTransferCodingAreThoseOfTheStoredBody) {
  Exchange exchange = page("https://a.example/", "12345");
  exchange.headers = {{"transfer-encoding", "chunked"}, {"Content-Encoding", "gzip"}};
  EXPECT_EQ(block_of(exchange),
            "HTTP/1.1 200 OK\r\nX-Crawler-Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n"
            "Content-Length: 5\r\n\r\n12345");
  exchange.headers = {{"content-length", "5"}};
  EXPECT_EQ(block_of(exchange), "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n12345");
  exchange.headers = {{"Content-Length", "9"}, {"Content-Length", "5"}};
  EXPECT_EQ(block_of(exchange),
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-Crawler-Content-Length: 9\r\n\r\n12345");
}

TEST_F(SnapshotEncoderTest, Http2HasAStatusLineOfHttp1AndItsProtocolIsNamed) {
  Exchange exchange = page("https://a.example/", "x");
  exchange.protocol = "h2";
  exchange.reason = "";
  exchange.headers = {{":status", "200"}, {"set-cookie", "a=1"}, {"set-cookie", "b=2"}};
  const Record record = main_record(encode(exchange));
  EXPECT_EQ(record.header.find("WARC-Protocol"), "h2");
  EXPECT_EQ(record.block, "HTTP/1.1 200 \r\nset-cookie: a=1\r\nset-cookie: b=2\r\n\r\nx");
  exchange.protocol = "http/1.0";
  EXPECT_TRUE(block_of(exchange).starts_with("HTTP/1.0 200 \r\n"));
}

TEST_F(SnapshotEncoderTest, ACutBodySaysWhy) {
  Exchange exchange = page("https://a.example/", "12345");
  EXPECT_EQ(main_record(encode(exchange)).header.find("WARC-Truncated"), std::nullopt);
  const std::pair<Truncation, const char*> cases[] = {{Truncation::length, "length"},
                                                      {Truncation::time, "time"},
                                                      {Truncation::disconnect, "disconnect"},
                                                      {Truncation::unspecified, "unspecified"}};
  for (const auto& [truncation, name] : cases) {
    exchange.truncated = truncation;
    EXPECT_EQ(main_record(encode(exchange)).header.find("WARC-Truncated"), name);
  }
}

// No input from a server, a page or a user changes the number of records and lines.
TEST_F(SnapshotEncoderTest, NothingInACaptureMakesALineOfItsOwn) {
  const std::string evil = "x\r\nEvil: 1\r\n\r\nHTTP/1.1 200 OK\nEvil: 2\rEvil: 3\0\v\f\x85 <y>"s;
  Exchange exchange = page(evil, evil);
  exchange.ip = evil;
  exchange.protocol = evil;
  exchange.reason = evil;
  exchange.request_head = evil;
  exchange.headers = {{"Good", evil}, {evil, "value"}, {"Bad Name", "value"}, {"", "value"}};
  exchange.metadata = {{"via", evil}, {evil, "value"}};
  for (const auto& original :
       {std::optional<RevisitOf>(), std::optional(RevisitOf{evil, evil, evil, std::nullopt})}) {
    const EncodedSnapshot snapshot = encode(exchange, original);
    MemoryFile file(snapshot.bytes);
    auto reader = Reader::open(file, "test");
    ASSERT_TRUE(reader);
    int records = 0;
    for (;;) {
      const auto head = reader->next();
      ASSERT_TRUE(head) << head.error().message;
      if (!*head) break;
      ++records;
      EXPECT_EQ((*head)->header.find("Evil"), std::nullopt);
      EXPECT_EQ((*head)->header.find("value"), std::nullopt);
    }
    EXPECT_EQ(records, 3);
    const HttpHead head = read_http_head(main_record(snapshot).block);
    EXPECT_EQ(head.status, 200);
    ASSERT_EQ(head.fields.size(), 1u);
    EXPECT_EQ(head.fields[0].name, "Good");
    if (!original) {
      EXPECT_EQ(main_record(snapshot).block.substr(head.payload_begin), evil);
    }
  }
}

TEST_F(SnapshotEncoderTest, AnOddStatusIsThreeDigits) {
  Exchange exchange = page("https://a.example/", "");
  for (const int status : {0, -5, 7, 1000, 999'999}) {
    exchange.status = status;
    EXPECT_TRUE(block_of(exchange).starts_with("HTTP/1.1 000 OK\r\n")) << status;
  }
}

TEST_F(SnapshotEncoderTest, WarcinfoTellsAboutTheFile) {
  const std::string member = encoder_.encode_warcinfo(
      kWarcinfoId, *parse_time("2026-11-16"), "freshet-1.warc.gz",
      {{"software", "freshet/0.1"}, {"format", "WARC File Format 1.1"}, {"robots", "a\r\nb: c"}});
  EXPECT_EQ(gunzipped(member),
            "WARC/1.1\r\nWARC-Type: warcinfo\r\n"
            "WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000000>\r\n"
            "WARC-Date: 2026-11-16T00:00:00.000000Z\r\nWARC-Filename: freshet-1.warc.gz\r\n"
            "Content-Type: application/warc-fields\r\n"
            "WARC-Block-Digest: sha1:2KEKDFI2OXHPHMIGEUVKVDWB6YHGILM5\r\nContent-Length: 70\r\n\r\n"
            "software: freshet/0.1\r\nformat: WARC File Format 1.1\r\nrobots: a  b: c\r\n\r\n\r\n");
}

TEST_F(SnapshotEncoderTest, AnyRecordKeepsItsFieldsWithRightLengthAndDigest) {
  Header header;
  header.version = "WARC/1.0";
  header.add("WARC-Type", "conversion");
  header.add("Content-Length", "999");
  header.add("WARC-Block-Digest", "sha1:WRONG");
  header.add("X-Own", "kept");
  const std::string member = encoder_.encode_record(header, "block");
  MemoryFile file(member);
  const auto record = read_record_at(file, "test", 0, member.size(), 100);
  ASSERT_TRUE(record) << record.error().message;
  EXPECT_EQ(record->block, "block");
  EXPECT_EQ(record->header.fields,
            (std::vector<Field>{{"WARC-Type", "conversion"},
                                {"X-Own", "kept"},
                                {"WARC-Block-Digest", "sha1:" + sha1("block").base32()},
                                {"Content-Length", "5"}}));
}

}  // namespace
}  // namespace freshet::warc
