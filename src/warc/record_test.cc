#include "warc/record.h"

#include <gtest/gtest.h>

namespace freshet::warc {
namespace {

std::string written(const Header& header) {
  std::string text;
  append_header(text, header);
  return text;
}

TEST(WarcHeader, IsWrittenAsTheStandardHasIt) {
  Header header;
  header.add("WARC-Type", "response");
  header.add("WARC-Target-URI", "https://a.example/");
  header.add("Content-Length", "0");
  EXPECT_EQ(written(header),
            "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: https://a.example/\r\n"
            "Content-Length: 0\r\n\r\n");
}

TEST(WarcHeader, SurvivesTheRoundTrip) {
  Header header;
  header.add("WARC-Type", "metadata");
  header.add("WARC-Record-ID", "<urn:uuid:1>");
  header.add("WARC-Concurrent-To", "<urn:uuid:2>");
  header.add("WARC-Concurrent-To", "<urn:uuid:3>");
  header.add("X-Note", "gr\xc3\xbc\xc3\x9f: dich");
  header.add("Content-Length", "18446744073709551615");
  const auto back = parse_header(written(header));
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(*back, header);
  EXPECT_EQ(back->type(), RecordType::metadata);
  EXPECT_EQ(back->record_id(), "urn:uuid:1");
  EXPECT_EQ(back->concurrent_to(), (std::vector<std::string>{"urn:uuid:2", "urn:uuid:3"}));
  EXPECT_EQ(back->content_length(), ~std::uint64_t{0});
}

TEST(WarcHeader, NoValueEndsItsLine) {
  Header header;
  header.add("WARC-Target-URI",
             "https://a.example/\r\nWARC-Type: warcinfo\r\n\r\n<x> \xc3\xbc\x7f");
  header.add("X-A", "one\r\nX-B: two\nX-C: three\rX-D: four");
  header.add("X-Zero", std::string("a\0b", 3));
  header.add("X-E: y\r\nX-F", "value");
  header.add("", "value");
  header.add("X G", "value");
  EXPECT_EQ(written(header),
            "WARC/1.1\r\n"
            "WARC-Target-URI: https://a.example/%0D%0AWARC-Type:%20warcinfo%0D%0A%0D%0A%3Cx%3E%20"
            "%C3%BC%7F\r\n"
            "X-A: one  X-B: two X-C: three X-D: four\r\n"
            "X-Zero: a b\r\n\r\n");
}

TEST(WarcHeader, AnyTwoCharactersInAValueStayOneField) {
  for (int a = 0; a < 256; ++a) {
    for (int b = 0; b < 256; ++b) {
      for (const char* name : {"WARC-Target-URI", "X-Value"}) {
        Header header;
        const std::string value{'v', static_cast<char>(a), static_cast<char>(b), 'w'};
        header.add(name, value);
        const auto back = parse_header(written(header));
        ASSERT_TRUE(back);
        ASSERT_EQ(back->fields.size(), 1u) << a << " " << b;
      }
    }
  }
}

TEST(WarcHeader, LineFeedsAloneFoldedLinesAndOddSpacesAreRead) {
  const auto header = parse_header(
      "WARC/0.18\nwarc-type : response\nWarc-Record-Id:<urn:uuid:1>\nX-Long: one\n  two\n\tthree\n"
      "no colon here\nCONTENT-LENGTH:\t 12 \n\nWARC/1.0");
  ASSERT_TRUE(header) << header.error().message;
  EXPECT_EQ(header->version, "WARC/0.18");
  EXPECT_EQ(header->type(), RecordType::response);
  EXPECT_EQ(header->record_id(), "urn:uuid:1");
  EXPECT_EQ(header->find("x-long"), "one two three");
  EXPECT_EQ(header->content_length(), 12u);
  EXPECT_EQ(header->fields.size(), 4u);
}

TEST(WarcHeader, BracketsAroundTargetUrisAreTakenOff) {
  const auto header = parse_header("WARC/1.0\r\nWARC-Target-URI: <http://a.example/>\r\n\r\n");
  ASSERT_TRUE(header);
  EXPECT_EQ(header->target_uri(), "http://a.example/");
  EXPECT_EQ(written(*header), "WARC/1.1\r\nWARC-Target-URI: http://a.example/\r\n\r\n");
}

TEST(WarcHeader, OtherVersionLinesAreRefused) {
  for (const char* line : {"", "WARC", "WARC/", "WARC/1", "WARC/1.", "WARC/.1", "WARC/1.x",
                           "warc/1.0", "HTTP/1.1 200 OK", "WARC/1.0.0", "WARC/1111111.1"})
    EXPECT_FALSE(parse_header(std::string(line) + "\r\nWARC-Type: response\r\n\r\n")) << line;
  for (const char* line : {"WARC/0.17", "WARC/0.18", "WARC/1.0", "WARC/1.1", "WARC/2.0"})
    EXPECT_TRUE(parse_header(std::string(line) + "\r\nWARC-Type: response\r\n\r\n")) << line;
}

TEST(WarcHeader, LengthsThatAreNoNumbersAreNone) {
  for (const char* text : {"", "-1", "+1", "1 2", "0x10", "18446744073709551616", "1e3"}) {
    Header header;
    header.add("Content-Length", text);
    EXPECT_EQ(header.content_length(), std::nullopt) << text;
  }
}

TEST(WarcHeader, FieldsHaveALimit) {
  std::string text = "WARC/1.0\r\n";
  for (std::size_t i = 0; i < kHeaderFieldsMax; ++i) text += "A: b\r\n";
  EXPECT_TRUE(parse_header(text + "\r\n"));
  const auto more = parse_header(text + "A: b\r\n\r\n");
  ASSERT_FALSE(more);
  EXPECT_EQ(more.error().code, Errc::limit);
}

TEST(WarcHeader, LengthIsKnownWhenTheEmptyLineIsThere) {
  EXPECT_EQ(header_length("WARC/1.0\r\nA: b\r\n\r\nblock"), 18u);
  EXPECT_EQ(header_length("WARC/1.0\nA: b\n\nblock"), 15u);
  EXPECT_EQ(header_length("WARC/1.0\r\nA: b\r\n\r"), 0u);
  EXPECT_EQ(header_length("WARC/1.0\r\nA: b\r\n"), 0u);
  EXPECT_EQ(header_length(""), 0u);
}

TEST(WarcHeader, FieldsAreSetAndRemovedInAnyLetterCase) {
  Header header;
  header.add("A", "1");
  header.add("B", "2");
  header.add("a", "3");
  header.set("a", "4");
  EXPECT_EQ(header.fields, (std::vector<Field>{{"A", "4"}, {"B", "2"}, {"a", "3"}}));
  header.remove("A");
  header.set("c", "5");
  EXPECT_EQ(header.fields, (std::vector<Field>{{"B", "2"}, {"c", "5"}}));
}

}  // namespace
}  // namespace freshet::warc
