#include "store/cdxj/cdxj_line.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace freshet {
namespace {

CdxjLine page() {
  return {.key = cdxj_key("http://www.example.com/a?b=1&a=2"),
          .time = *parse_time("2026-11-16T00:34:46.123Z"),
          .url = "http://www.example.com/a?b=1&a=2",
          .mime = "text/html",
          .status = 200,
          .digest = sha1("hello"),
          .filename = "freshet-20261116003446-00001.warc.gz",
          .offset = 4096,
          .length = 1234};
}

constexpr std::string_view kPageLine =
    R"(com,example)/a?a=2&b=1 20261116003446123 {"url":"http://www.example.com/a?b=1&a=2",)"
    R"("mime":"text/html","status":"200","digest":"sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N",)"
    R"("length":"1234","offset":"4096","filename":"freshet-20261116003446-00001.warc.gz"})";

std::string complaint(std::string_view line) {
  const auto parsed = parse_line(line);
  return parsed ? "none" : parsed.error().message;
}

TEST(CdxjLine, IsWrittenToTheByte) { EXPECT_EQ(write_line(page()).value(), kPageLine); }

TEST(CdxjLine, IsReadAgain) { EXPECT_EQ(parse_line(kPageLine).value(), page()); }

TEST(CdxjLine, LeavesOutWhatIsNotKnown) {
  const CdxjLine line = {
      .key = "urn:x", .time = *parse_time("2026"), .url = "urn:x", .filename = "a.warc"};
  EXPECT_EQ(
      write_line(line).value(),
      R"(urn:x 20260101000000000 {"url":"urn:x","length":"0","offset":"0","filename":"a.warc"})");
  EXPECT_EQ(parse_line(*write_line(line)).value(), line);
}

TEST(CdxjLine, ReadsWhatOthersWrite) {
  // warcio.js: 14 digits, no "sha1:".
  const auto warcio = parse_line(
      R"(com,example)/ 20260102030405 {"url":"http://example.com/","mime":"text/html","status":"200",)"
      R"("digest":"VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N","length":"500","offset":"0","filename":"x.warc.gz"})");
  ASSERT_TRUE(warcio) << warcio.error().message;
  EXPECT_EQ(warcio->digest, sha1("hello"));
  EXPECT_EQ(warcio->time, *parse_time("2026-01-02T03:04:05Z"));
  // The example of the WACZ specification: numbers, a digest of another kind, fields of its own.
  const auto spec = parse_line(
      R"(com,example)/ 20260102030405678 {"offset":7,"length":9,"status":200,"filename":"x.warc.gz",)"
      R"("digest":"sha256:00","recordDigest":{"url":["x"]},"note":null,"url":"http://example.com/"})");
  ASSERT_TRUE(spec) << spec.error().message;
  EXPECT_EQ(spec->offset, 7u);
  EXPECT_EQ(spec->length, 9u);
  EXPECT_EQ(spec->status, 200);
  EXPECT_FALSE(spec->digest);
  EXPECT_EQ(spec->url, "http://example.com/");
  // pywb: "-" for what is not known.
  const auto pywb = parse_line(
      R"(dns:x 20260102030405 {"url": "dns:x", "mime": "-", "status": "-", "length": "1", "offset": "2", "filename": "x"})");
  ASSERT_TRUE(pywb) << pywb.error().message;
  EXPECT_EQ(pywb->mime, "");
  EXPECT_EQ(pywb->status, 0);
}

TEST(CdxjLine, SaysWhatItExpected) {
  EXPECT_EQ(complaint(""), "expected a key of visible ASCII characters, then a space");
  EXPECT_EQ(complaint("k"), "expected a key of visible ASCII characters, then a space");
  EXPECT_EQ(complaint(" k"), "expected a key of visible ASCII characters, then a space");
  EXPECT_EQ(complaint("k 2026 {}"),
            "expected a time of 14 or 17 digits after the key, then a space");
  EXPECT_EQ(complaint("k 20261316003446 {}"), "expected a time that exists, not 20261316003446");
  EXPECT_EQ(complaint("k 20261116003446 []"), "expected a JSON object after the time");
  EXPECT_EQ(complaint("k 20261116003446 7"), "expected a JSON object after the time");
  EXPECT_EQ(complaint("k 20261116003446 {\"a\":"), "expected JSON, which breaks off at its byte 6");
  EXPECT_EQ(complaint("k 20261116003446 {\"offset\":\"-1\"}"),
            "expected a number in the field \"offset\", not \"-1\"");
  EXPECT_EQ(complaint("k 20261116003446 {\"offset\":1.5}"),
            "expected a number in the field \"offset\", not \"1.5\"");
  EXPECT_EQ(complaint("k 20261116003446 {\"status\":\"1000\"}"),
            "expected a number in the field \"status\", not \"1000\"");
  EXPECT_EQ(complaint("k 20261116003446 {\"url\":17}"),
            "expected text in the field \"url\", not \"17\"");
  EXPECT_EQ(complaint("k 20261116003446 {\"url\":\"u\",\"filename\":\"f\",\"offset\":\"1\"}"),
            "expected the fields \"url\", \"filename\", \"offset\" and \"length\"");
  EXPECT_EQ(complaint("k 20261116003446 {\"url\":{}}"),
            "expected the fields \"url\", \"filename\", \"offset\" and \"length\"");
}

TEST(CdxjLine, NoTruncationIsTakenForTheWhole) {
  for (std::size_t size = 0; size < kPageLine.size(); ++size)
    EXPECT_FALSE(parse_line(kPageLine.substr(0, size))) << size;
}

TEST(CdxjLine, NothingThatIsPutInBreaksTheLine) {
  CdxjLine line = page();
  line.url = "http://example.com/\nx y\r\"\\\u2028\xFF";
  line.key = cdxj_key(line.url);
  line.mime = "text/html\n\t";
  line.filename = "a b\n.warc";
  const std::string written = write_line(line).value();
  EXPECT_EQ(written.find_first_of("\r\n\t"), std::string::npos);
  const auto parsed = parse_line(written);
  ASSERT_TRUE(parsed) << parsed.error().message;
  EXPECT_EQ(parsed->filename, line.filename);
  EXPECT_EQ(parsed->mime, line.mime);
  EXPECT_EQ(parsed->url, "http://example.com/\nx y\r\"\\\u2028\uFFFD");  // JSON has no other bytes
}

TEST(CdxjLine, KeysAreVisibleAscii) {
  EXPECT_EQ(cdxj_key("http://www.a b/"), "http://a%20b/");
  EXPECT_EQ(cdxj_key("urn:\u00FC\n"), "urn:%C3%BC%0A");
  EXPECT_EQ(cdxj_key("https://Example.com/\u00DC"), "com,example)/%C3%BC");
}

TEST(CdxjLine, RefusesWhatCannotBeALine) {
  CdxjLine line = page();
  line.key = "a b";
  EXPECT_EQ(write_line(line).error().code, Errc::invalid);
  line.key = "";
  EXPECT_EQ(write_line(line).error().code, Errc::invalid);
  line = page();
  line.status = 1000;
  EXPECT_EQ(write_line(line).error().code, Errc::invalid);
  line = page();
  line.url.append(kCdxjLineBytesMax, 'x');
  EXPECT_EQ(write_line(line).error().code, Errc::limit);
  EXPECT_FALSE(parse_line(std::string(kCdxjLineBytesMax + 1, 'x')));
}

TEST(CdxjLine, ALongerOneIsTheLimitItself) {
  CdxjLine line = page();
  line.url.append(kCdxjLineBytesMax - kPageLine.size(), 'x');
  const std::string written = write_line(line).value();
  EXPECT_EQ(written.size(), kCdxjLineBytesMax);
  EXPECT_EQ(parse_line(written).value(), line);
}

TEST(CdxjLine, SurvivesTheRoundTripWhateverItHolds) {
  Random random(60);
  const auto text = [&] {
    std::string out;
    for (std::uint64_t n = random.below(20); n > 0; --n)
      out.push_back(static_cast<char>(random.below(128)));
    return out == "-" ? "" : out;  // which others write for nothing
  };
  for (int i = 0; i < 2000; ++i) {
    CdxjLine line = {.key = "k" + cdxj_key(text()),
                     .time = Time(std::chrono::milliseconds(random.below(4'000'000'000'000))),
                     .url = text(),
                     .mime = text(),
                     .status = static_cast<std::uint16_t>(random.below(1000)),
                     .digest = {},
                     .filename = text(),
                     .offset = random.next(),
                     .length = random.next()};
    if (random.with_probability(0.5)) line.digest = sha1(line.url);
    const std::string written = write_line(line).value();
    const auto parsed = parse_line(written);
    ASSERT_TRUE(parsed) << written << ": " << parsed.error().message;
    ASSERT_EQ(*parsed, line) << written;
  }
}

TEST(Cdx11, IsWrittenToTheByte) {
  EXPECT_EQ(kCdx11Header, " CDX N b a m s k r M S V g");
  EXPECT_EQ(write_cdx11_line(page()),
            "com,example)/a?a=2&b=1 20261116003446 http://www.example.com/a?b=1&a=2 text/html 200 "
            "VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N - - 1234 4096 freshet-20261116003446-00001.warc.gz");
}

TEST(Cdx11, NothingThatIsPutInBreaksTheLine) {
  CdxjLine line = page();
  line.url = "http://e/\n \u00FC";
  line.mime = "";
  line.status = 0;
  line.digest = std::nullopt;
  line.filename = "a b.warc";
  EXPECT_EQ(write_cdx11_line(line),
            "com,example)/a?a=2&b=1 20261116003446 http://e/%0A%20%C3%BC - - - - - 1234 4096 "
            "a%20b.warc");
}

}  // namespace
}  // namespace freshet
