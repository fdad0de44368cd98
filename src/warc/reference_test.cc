// Reference members: what the packer writes, and what the reader makes of any bytes.
#include <gtest/gtest.h>
#include <zstd.h>

#include "base/random.h"
#include "warc/body.h"
#include "warc/member_reader.h"
#include "warc/record_packer.h"
#include "warc/warc_test_kit.h"

namespace freshet::warc {
namespace {

std::string page_text(int number, std::size_t words = 300) {
  Random random(7);  // the same words on every page: its template
  std::string block = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html>";
  for (std::size_t i = 0; i < words; ++i)
    block += "<li class=c" + std::to_string(random.below(1000)) + ">";
  block += "<p>page " + std::to_string(number) + "</html>";
  return record_text("response", "urn:uuid:" + std::to_string(number),
                     "Content-Type: application/http;msgtype=response\r\n", block);
}

// A page that shares nothing with others.
std::string odd_text(int number, std::size_t bytes = 2000) {
  Random random(static_cast<std::uint64_t>(number) + 100);
  std::string block(bytes, '\0');
  for (char& c : block) c = static_cast<char>(random.below(256));
  return record_text("response", "urn:uuid:" + std::to_string(number), "", block);
}

// A file that a packer writes.
struct PackedFile {
  RecordPacker packer{MemberPacking::reference};
  std::string bytes;
  std::vector<std::uint64_t> offsets;

  void page(const std::string& text, const std::string& host = "a.example") {
    offsets.push_back(bytes.size());
    packer.append_page(bytes, text, host, bytes.size());
  }
  void other(const std::string& text) {
    offsets.push_back(bytes.size());
    packer.append(bytes, text);
  }
  std::string frame(std::size_t i) const {
    return bytes.substr(offsets[i] + kReferenceHeadBytes, length(i) - kReferenceHeadBytes);
  }
  std::size_t length(std::size_t i) const {
    return (i + 1 < offsets.size() ? offsets[i + 1] : bytes.size()) - offsets[i];
  }
};

// The texts of all members; "error: ..." for the first that cannot be read, "seal!" before a text
// whose seal is wrong or missing.
std::vector<std::string> texts_of(const std::string& bytes) {
  MemoryFile file(bytes);
  MemberReader reader(file, "test", 0, bytes.size());
  std::vector<std::string> texts;
  while (true) {
    const auto member = reader.next_member();
    if (!member) return texts.push_back("error: " + member.error().message), texts;
    if (!*member) return texts;
    auto text = read_member_text(reader, kPackedTextBytesMax);
    if (!text) return texts.push_back("error: " + text.error().message), texts;
    texts.push_back((reader.seal() == Seal::right ? "" : "seal!") + *text);
  }
}

TEST(Reference, PagesComeBackByteForByteBesideGzipMembers) {
  PackedFile file;
  std::vector<std::string> texts;
  for (int i = 0; i < 20; ++i) {
    texts.push_back(record_text("request", "urn:uuid:r" + std::to_string(i), "", "GET /"));
    file.other(texts.back());
    texts.push_back(i % 5 == 3 ? odd_text(i) : page_text(i));
    file.page(texts.back(), i % 2 ? "a.example" : "b.example");
  }
  EXPECT_EQ(texts_of(file.bytes), texts);
  MemoryFile memory(file.bytes);
  EXPECT_EQ(transcript(memory).size(), texts.size());
  EXPECT_LT(file.length(39), file.length(1) / 5);  // a later page of a host
}

TEST(Reference, OneRecordIsReadWithItsReferencesAlone) {
  PackedFile file;
  for (int i = 0; i < 10; ++i) file.page(page_text(i));
  MemoryFile memory(file.bytes);
  const auto record =
      read_record_at(memory, "test", file.offsets[7], file.length(7), kPackedTextBytesMax);
  ASSERT_TRUE(record) << record.error().message;
  EXPECT_TRUE(record->block.ends_with("<p>page 7</html>"));
  const auto header = read_header_at(memory, "test", file.offsets[9], file.length(9));
  ASSERT_TRUE(header) << header.error().message;
  EXPECT_EQ(header->record_id(), "urn:uuid:9");
}

TEST(Reference, UnlikePagesJoinTheReferencesUpToALimit) {
  PackedFile file;
  for (int i = 0; i < 30; ++i) file.page(odd_text(i));
  std::uint32_t most = 0;
  for (const std::uint64_t offset : file.offsets) {
    const auto head = parse_reference_head(std::string_view(file.bytes).substr(offset));
    ASSERT_TRUE(head);
    most = std::max(most, head->references);
  }
  EXPECT_EQ(most, 4U);
  EXPECT_EQ(texts_of(file.bytes).size(), 30U);
}

TEST(Reference, AHostOfUnlikePagesIsPackedFasterUntilItsPagesAreAlikeAgain) {
  PackedFile file, fast;
  fast.packer = RecordPacker(MemberPacking::reference, kUnlikeLevel);
  std::vector<std::string> texts;
  for (int i = 0; i < 3; ++i) texts.push_back(odd_text(i));
  for (int i = 3; i < 20; ++i) texts.push_back(page_text(i, 2000));
  for (const std::string& text : texts) {
    file.page(text);
    fast.page(text);
  }
  EXPECT_NE(file.frame(3), fast.frame(3));  // two unlike pages are no habit
  EXPECT_EQ(file.frame(4), fast.frame(4));  // three are
  EXPECT_EQ(file.frame(9), fast.frame(9));  // the last of six alike ones
  EXPECT_NE(file.frame(10), fast.frame(10));
  EXPECT_EQ(texts_of(file.bytes), texts);
}

TEST(Reference, ALongRecordIsAGzipMember) {
  PackedFile file;
  file.page(record_text("response", "urn:uuid:1", "", std::string(kPackedTextBytesMax, 'x')));
  EXPECT_TRUE(is_canonical_member_head(file.bytes));
}

TEST(Reference, AnotherFileBeginsWithoutReferences) {
  PackedFile file;
  file.page(page_text(1));
  file.packer.start_file();
  std::string second;
  file.packer.append_page(second, page_text(2), "a.example", 0);
  EXPECT_EQ(texts_of(second), std::vector<std::string>{page_text(2)});
}

TEST(Reference, AnyChangedByteIsFound) {
  PackedFile file;
  for (int i = 0; i < 3; ++i) file.page(page_text(i, 20));
  const auto whole = texts_of(file.bytes);
  for (std::size_t at = 0; at < file.bytes.size(); ++at) {
    for (const char flip : {'\x01', '\x80', '\xFF'}) {
      std::string bytes = file.bytes;
      bytes[at] = static_cast<char>(bytes[at] ^ flip);
      const auto texts = texts_of(bytes);
      const bool is_found = texts.size() != whole.size() ||
                            std::any_of(texts.begin(), texts.end(), [](const std::string& text) {
                              return text.starts_with("error") || text.starts_with("seal!");
                            });
      ASSERT_TRUE(is_found) << at;
    }
  }
}

TEST(Reference, EveryPrefixGivesTheWholeRecordsBeforeItsEnd) {
  PackedFile file;
  for (int i = 0; i < 4; ++i) file.page(page_text(i, 20));
  for (std::size_t size = 0; size < file.bytes.size(); ++size) {
    std::size_t whole = 0;
    while (whole < 4 && file.offsets[whole] + file.length(whole) <= size) ++whole;
    MemoryFile memory(file.bytes.substr(0, size));
    const auto lines = transcript(memory, true);
    std::size_t read = 0;
    for (const std::string& line : lines) read += line.starts_with("error") ? 0 : 1;
    ASSERT_EQ(read, whole) << size;
  }
}

TEST(Reference, ReadingGoesOnBehindADamagedMember) {
  PackedFile file;
  for (int i = 0; i < 6; ++i) file.page(page_text(i), i % 2 ? "a.example" : "b.example");
  file.bytes[file.offsets[0] + kReferenceHeadBytes + 30] ^= 4;  // the reference of b.example
  MemoryFile memory(file.bytes);
  const auto lines = transcript(memory, true);
  std::size_t read = 0;
  for (const std::string& line : lines) read += line.starts_with("error") ? 0 : 1;
  EXPECT_EQ(read, 3U);
}

// A member by hand, as hostile as one likes.
std::string member_of(std::string_view text, ReferenceHead head) {
  std::string frame(ZSTD_compressBound(text.size()), '\0');
  frame.resize(ZSTD_compress(frame.data(), frame.size(), text.data(), text.size(), 1));
  std::string member;
  append_reference_head(member, head, frame);
  return member + frame;
}

TEST(Reference, LiesInAHeadAreErrors) {
  const std::string text = page_text(1);
  const auto size = static_cast<std::uint32_t>(text.size());
  const std::string whole = member_of(text, {.text_bytes = size});
  EXPECT_EQ(texts_of(whole), std::vector<std::string>{text});
  const auto first = [](const std::string& bytes) { return texts_of(bytes).back().substr(0, 6); };
  EXPECT_EQ(first(member_of(text, {.text_bytes = size + 1})), "error:");
  EXPECT_EQ(first(member_of(text, {.text_bytes = kPackedTextBytesMax + 1})), "error:");
  // Before the file, in the middle of a member, with a wrong number of references, too many.
  EXPECT_EQ(first(member_of(text, {.text_bytes = size, .references = 1, .back = 9})), "error:");
  const auto behind = [&](std::uint32_t references, std::uint64_t back) {
    return first(whole +
                 member_of(text, {.text_bytes = size, .references = references, .back = back}));
  };
  EXPECT_EQ(behind(1, whole.size()), text.substr(0, 6));
  EXPECT_EQ(behind(1, whole.size() - 1), "error:");
  EXPECT_EQ(behind(2, whole.size()), "error:");
  EXPECT_EQ(behind(kReferencesMax + 1, whole.size()), "error:");
  EXPECT_EQ(behind(0, whole.size()), "error:");
  // References that are longer than all may be.
  const std::string large =
      record_text("response", "urn:uuid:1", "", std::string(kReferenceTextMax, 'x'));
  const std::string reference =
      member_of(large, {.text_bytes = static_cast<std::uint32_t>(large.size())});
  EXPECT_EQ(first(reference +
                  member_of(text, {.text_bytes = size, .references = 1, .back = reference.size()})),
            "error:");
}

TEST(Reference, TheHeadIsAsDocumented) {
  std::string head;
  append_reference_head(head, {.text_bytes = 0x1234, .references = 2, .back = 0x56}, "frame");
  EXPECT_EQ(head.substr(0, 32), std::string("\x57\x2A\x4D\x18\x20\0\0\0FRM1"
                                            "\x05\0\0\0\x34\x12\0\0\x02\0\0\0\x56\0\0\0\0\0\0\0",
                                            32));
  ASSERT_EQ(head.size(), kReferenceHeadBytes);
  EXPECT_TRUE(is_sealed(*parse_reference_head(head), "frame"));
  EXPECT_FALSE(is_sealed(*parse_reference_head(head), "flame"));
}

TEST(Reference, APageIsKeptWithoutItsContentCoding) {
  Exchange coded = page("http://a.example/", gzipped("<p>page"));
  coded.headers.push_back({"Content-Encoding", "gzip"});
  coded.headers.push_back({"Content-Length", std::to_string(coded.body.size())});
  const auto plain = without_content_coding(coded, 1000);
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->body, "<p>page");
  const StoredAnswer answer = stored_answer(*plain);
  EXPECT_EQ(answer.http.find("X-Crawler-Content-Encoding"), "gzip");
  EXPECT_EQ(answer.http.find("Content-Length"), "7");
  EXPECT_FALSE(answer.http.find("Content-Encoding"));
  EXPECT_FALSE(without_content_coding(*plain, 1000));
  EXPECT_FALSE(without_content_coding(coded, 3));
  coded.body.resize(20);
  EXPECT_FALSE(without_content_coding(coded, 1000));
}

}  // namespace
}  // namespace freshet::warc
