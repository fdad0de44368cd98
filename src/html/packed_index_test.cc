#include "html/packed_index.h"

#include <gtest/gtest.h>

#include <random>

#include "testkit/hex.h"
#include "testkit/test_data.h"

namespace freshet {
namespace {

const PackedIndexPlace kPlace{.file = "a.idx", .offset = 1000};

TagIndex reread(const TagIndex& index) {
  auto back = unpack_index(pack_index(index), kIndexedBytesMax, kPlace);
  EXPECT_TRUE(back) << back.error().message;
  return back ? *back : TagIndex{};
}

// The worked example of docs/formats/packed-index.md.
TEST(PackedIndex, HasTheseBytes) {
  const TagIndex index = index_tags("x<p class=a>y</p>", Scripting::on);
  EXPECT_EQ(hex(pack_index(index)),
            "46544901"  // FTI, version 1
            "29a2691a"  // checksum
            "82420000"  // gap 2 bits, rest 4 bits, name offset 1 bit, 2 tags
            "00000000"  // no escapes
            "a10806");
}

TEST(PackedIndex, GivesBackWhatItWasGiven) {
  EXPECT_EQ(reread({}), TagIndex{});
  std::mt19937_64 random(5);
  for (int i = 0; i < 500; ++i) {
    TagIndex index;
    std::uint32_t at = 0;
    for (std::uint64_t n = random() % 300; n > 0; --n) {
      const auto some = [&](unsigned bits) {
        return static_cast<std::uint32_t>(random() % (1ull << (random() % bits + 1)));
      };
      const std::uint32_t start = at + some(12) * (random() % 50 == 0 ? 100 : 1);
      const std::uint32_t name = 1 + some(random() % 40 == 0 ? 9 : 3);
      const auto offset = static_cast<std::uint8_t>(1 + random() % 2);
      index.push_back({start, offset + name + 1 + some(random() % 60 == 0 ? 18 : 6), name, offset});
      at = index.back().end();
    }
    ASSERT_EQ(reread(index), index);
  }
}

TEST(PackedIndex, HoldsWhatThePaperLeavesOpen) {
  // A tag over 32 KiB, a name over 15 bytes, a gap over 2^20.
  const TagIndex wide = {{0, 40'000, 100, 1}, {2'000'000, 3, 1, 1}, {2'000'010, 4, 1, 2}};
  EXPECT_EQ(reread(wide), wide);
  // More than 524,287 tags.
  TagIndex many;
  for (std::uint32_t i = 0; i < 600'000; ++i) many.push_back({3 * i, 3, 1, 1});
  EXPECT_EQ(reread(many), many);
  TagIndex limit(many.begin(), many.begin() + 524'287);
  EXPECT_EQ(reread(limit), limit);
  limit.pop_back();
  EXPECT_EQ(reread(limit), limit);
}

TEST(PackedIndex, TellsItsSizeFromItsHead) {
  const std::string packed = pack_index(index_tags("<p>a<b class='x'>", Scripting::on));
  EXPECT_EQ(*packed_index_size(packed.substr(0, kPackedIndexHeadBytes), kPlace), packed.size());
}

TEST(PackedIndex, NamesFileOffsetAndExpectationOfDamage) {
  const std::string good = pack_index(index_tags("<p>a<b class='x'>", Scripting::on));
  const auto message = [&](std::string_view bytes) {
    const auto result = unpack_index(bytes, 100, kPlace);
    return result ? "no error" : result.error().message;
  };
  EXPECT_EQ(message("WARC/1.1 and so on"),
            "a.idx: tag index at byte 1000: at byte 1000: expected the magic \"FTI\"");
  EXPECT_EQ(message(good.substr(0, 7)),
            "a.idx: tag index at byte 1000: at byte 1007: expected 16 bytes of head, found 7");
  std::string newer = good;
  newer[3] = 9;
  EXPECT_EQ(message(newer),
            "a.idx: tag index at byte 1000: at byte 1003: expected version 1, found 9");
  std::string flipped = good;
  flipped.back() = static_cast<char>(flipped.back() ^ 1);
  EXPECT_TRUE(message(flipped).starts_with(
      "a.idx: tag index at byte 1000: at byte 1004: expected checksum "))
      << message(flipped);
  EXPECT_EQ(
      unpack_index(good, 5, kPlace).error().message,
      "a.idx: tag index at byte 1000: at byte 1019: expected tag 1 inside of a page of 5 bytes");
}

TEST(PackedIndex, RefusesEveryTruncationAndEveryFlippedBit) {
  const std::string good =
      pack_index(index_tags("<p>a<b class='x'><averyveryverylongname>", Scripting::on));
  for (std::size_t size = 0; size < good.size(); ++size)
    EXPECT_FALSE(unpack_index(good.substr(0, size), 100, kPlace)) << size;
  EXPECT_FALSE(unpack_index(good + '\0', 100, kPlace));
  for (std::size_t bit = 0; bit < 8 * good.size(); ++bit) {
    std::string bad = good;
    bad[bit / 8] = static_cast<char>(bad[bit / 8] ^ (1 << (bit % 8)));
    EXPECT_FALSE(unpack_index(bad, 100, kPlace)) << bit;
  }
}

TEST(PackedIndex, KeepsRealPagesUnderFourBytesATag) {
  if (!testkit::has_test_data("real-pages.tar.zst")) return;
  std::size_t tags = 0, bytes = 0;
  for (const std::string& page : testkit::real_page_texts()) {
    const TagIndex index = index_tags(page, Scripting::on);
    const std::string packed = pack_index(index);
    const auto back = unpack_index(packed, page.size(), kPlace);
    ASSERT_TRUE(back) << back.error().message;
    ASSERT_EQ(*back, index);
    tags += index.size();
    bytes += packed.size();
  }
  EXPECT_LT(static_cast<double>(bytes) / static_cast<double>(tags), 3.9);
  RecordProperty("bytes_per_1000_tags", static_cast<int>(1000 * bytes / tags));
}

}  // namespace
}  // namespace freshet
