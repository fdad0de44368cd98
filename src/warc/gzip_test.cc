#include "warc/gzip.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "base/memory_file.h"
#include "base/random.h"
#include "testkit/scratch.h"
#include "warc/warc_test_kit.h"

namespace freshet::warc {
namespace {

std::string some_text(Random& random, std::size_t size) {
  std::string text;
  while (text.size() < size) {
    const std::uint64_t kind = random.below(3);
    const std::uint64_t count = random.below(200);
    for (std::uint64_t i = 0; i < count; ++i)
      text += kind == 0   ? static_cast<char>(random.below(256))
              : kind == 1 ? "<p class=\"x\">"[random.below(13)]
                          : ' ';
  }
  text.resize(size);
  return text;
}

Result<std::string> read_all(const std::string& bytes) {
  MemoryFile file(bytes);
  GzipReader reader(file, "a.gz", 0, bytes.size());
  std::string text;
  std::vector<char> piece(333);
  for (;;) {
    auto member = reader.next_member();
    if (!member) return std::unexpected(member.error());
    if (!*member) return text;
    for (;;) {
      auto got = reader.read(piece);
      if (!got) return std::unexpected(got.error());
      if (*got == 0) break;
      text.append(piece.data(), *got);
    }
  }
}

TEST(Gzip, StoredMembersAreReadLikePackedOnes) {
  Random random(5);
  for (const std::size_t size : {0u, 1u, 1000u, 65'535u, 65'536u, 200'000u}) {
    const std::string text = some_text(random, size);
    GzipWriter writer(MemberPacking::stored);
    std::string out;
    writer.append_member(
        out, std::array<std::string_view, 3>{std::string_view(text).substr(0, size / 3), "",
                                             std::string_view(text).substr(size / 3)});
    EXPECT_LT(out.size(), size + 100);
    EXPECT_NE(out.find(text.substr(0, 100)), std::string::npos);
    const auto read = read_all(out);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, text);
  }
}

TEST(Gzip, HeadIsTheSameForEveryMemberUpToTheSeal) {
  const std::string member = gzipped("hello");
  const std::string_view head("\x1f\x8b\x08\x04\0\0\0\0\0\xff\x0c\0FS\x08\0", 16);
  EXPECT_EQ(member.substr(0, 16), head);
  EXPECT_TRUE(is_canonical_member_head(member));
  EXPECT_FALSE(is_canonical_member_head(member.substr(0, 15)));
  EXPECT_FALSE(is_canonical_member_head(member.substr(1)));
}

// The seal is the CRC-64 of xz. The deflate stream may differ between processors, so the test
// computes the CRC itself, bit by bit.
TEST(Gzip, SealIsTheCrc64OfXz) {
  const auto crc64_of_xz = [](std::string_view bytes) {
    std::uint64_t crc = ~std::uint64_t{0};
    for (const char c : bytes) {
      crc ^= static_cast<unsigned char>(c);
      for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xC96C5795D7870F42 : 0);
    }
    return ~crc;
  };
  ASSERT_EQ(crc64_of_xz("123456789"), 0x995DC9BBDF1939FA);
  const std::string member = gzipped("hello");
  std::uint64_t seal = 0;
  for (std::size_t i = 24; i-- > 16;) seal = seal << 8 | static_cast<unsigned char>(member[i]);
  EXPECT_EQ(seal, crc64_of_xz(std::string_view(member).substr(24)));
}

TEST(Gzip, MembersOfAnySizeSurviveTheRoundTrip) {
  Random random(1);
  GzipWriter writer;
  std::string file, all;
  for (const std::size_t size :
       {0u, 1u, 2u, 100u, 5'000u, 65'535u, 65'536u, 70'000u, 400'000u, 3u}) {
    const std::string text = some_text(random, size);
    const std::size_t cut = random.below(size + 1);
    const std::string_view parts[] = {
        std::string_view(text).substr(0, cut), {}, std::string_view(text).substr(cut)};
    const std::size_t begin = file.size();
    writer.append_member(file, parts);
    EXPECT_TRUE(is_sealed_member(std::string_view(file).substr(begin)));
    all += text;
    const auto back = read_all(file.substr(begin));
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(*back, text);
  }
  const auto back = read_all(file);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(*back, all);
}

// Small members have another encoding, here alternating with large ones, with any bytes.
TEST(Gzip, SmallMembersOfAnyBytesSurviveTheRoundTrip) {
  Random random(3);
  GzipWriter writer;
  std::string every_byte;
  for (int byte = 0; byte < 256; ++byte) every_byte += static_cast<char>(byte);
  std::vector<std::string> texts = {every_byte, std::string(2047, 'a'), std::string(2048, '\xff')};
  for (std::size_t size = 2040; size < 2056; ++size) texts.push_back(some_text(random, size));
  for (int i = 0; i < 500; ++i) texts.push_back(some_text(random, random.below(4096)));
  std::string file, all;
  for (const std::string& text : texts) {
    const std::size_t begin = file.size();
    const std::size_t cut = random.below(text.size() + 1);
    const std::string_view parts[] = {std::string_view(text).substr(0, cut),
                                      std::string_view(text).substr(cut)};
    writer.append_member(file, parts);
    EXPECT_TRUE(is_sealed_member(std::string_view(file).substr(begin)));
    all += text;
  }
  const auto back = read_all(file);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_TRUE(*back == all);
}

// Most of a header is ids and digests, which do not compress. With igzip's default codes, made for
// web pages, this one would grow.
TEST(Gzip, TheCodesOfSmallMembersSuitHeaders) {
  const std::string header =
      "WARC/1.1\r\nWARC-Type: metadata\r\n"
      "WARC-Record-ID: <urn:uuid:7b1e90c4-5d2f-4a68-93be-c07f14d8a526>\r\n"
      "WARC-Date: 2026-05-19T11:03:47.295816Z\r\n"
      "WARC-Target-URI: https://museum.example/exhibitions/maps-of-the-north\r\n"
      "WARC-Concurrent-To: <urn:uuid:f8a3d560-1c9b-4e72-80d4-6b95e7c2031f>\r\n"
      "Content-Type: application/warc-fields\r\n"
      "WARC-Block-Digest: sha1:M3KZ7QXDNB5WJTYA2HRVCFPG6LEUOSI4\r\n"
      "Content-Length: 18\r\n\r\nfetchTimeMs: 385\r\n\r\n\r\n";
  EXPECT_LT(gzipped(header).size(), header.size() * 19 / 20);
}

TEST(Gzip, GzipItselfReadsOurMembers) {
  const Scratch scratch;
  Random random(2);
  {
    std::ofstream out(scratch / "a.gz", std::ios::binary);
    for (const std::size_t size : {0u, 10u, 2'000u, 100'000u})
      out << gzipped(some_text(random, size));
  }
  EXPECT_EQ(std::system(("gzip -t '" + scratch / "a.gz" + "'").c_str()), 0);
}

// RFC 1952, 2.3: extra field, name, comment, checksum of the head.
TEST(Gzip, HeadsOfOtherProgramsAreRead) {
  const std::string body = gzipped("hello").substr(24);
  const std::string extra("\x05\0abcde", 7);
  const std::string name("name\0", 5);
  const std::string comment("comment\0", 8);
  for (int flags = 0; flags < 32; ++flags) {
    std::string head("\x1f\x8b\x08\0\x01\x02\x03\x04\x02\x03", 10);
    head[3] = static_cast<char>(flags);
    if (flags & 4) head += extra;
    if (flags & 8) head += name;
    if (flags & 16) head += comment;
    if (flags & 2) head += "xy";
    const auto text = read_all(head + body);
    ASSERT_TRUE(text) << text.error().message;
    EXPECT_EQ(*text, "hello");
  }
}

TEST(Gzip, EveryTruncationIsAnErrorThatNamesTheOffset) {
  const std::string member = gzipped("hello, hello, hello");
  for (std::size_t size = 1; size < member.size(); ++size) {
    const auto text = read_all(member.substr(0, size));
    ASSERT_FALSE(text) << size;
    EXPECT_EQ(text.error().code, Errc::corrupt);
    EXPECT_TRUE(text.error().message.starts_with("\"a.gz\", offset ")) << text.error().message;
  }
}

// Every other value of every byte: the checks of gzip alone would miss some of them.
TEST(Gzip, AnyChangedByteIsFound) {
  const std::string good = gzipped("the cat sat on the mat, the cat sat on the hat");
  int unpacked_all_the_same = 0;
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (int change = 1; change < 256; ++change) {
      std::string bad = good;
      bad[at] = static_cast<char>(bad[at] ^ change);
      EXPECT_FALSE(is_sealed_member(bad)) << at << " ^ " << change;
      MemoryFile file(bad);
      GzipReader reader(file, "a.gz", 0, bad.size());
      std::vector<char> piece(1000);
      const auto member = reader.next_member();
      if (!member) continue;
      Result<std::size_t> got = 0;
      while ((got = reader.read(piece)) && *got > 0) continue;
      if (!got) continue;
      ++unpacked_all_the_same;
      EXPECT_NE(reader.seal(), Seal::right) << at << " ^ " << change;
    }
  }
  EXPECT_GT(unpacked_all_the_same, 0);  // otherwise the seal would be unnecessary
}

TEST(Gzip, AHeadThatDoesNotEndIsRefused) {
  std::string head("\x1f\x8b\x08\x08\0\0\0\0\0\xff", 10);
  head.append(2 * kForeignHeadBytesMax, 'n');
  const auto text = read_all(head);
  ASSERT_FALSE(text);
  EXPECT_NE(text.error().message.find("does not end"), std::string::npos);
}

}  // namespace
}  // namespace freshet::warc
