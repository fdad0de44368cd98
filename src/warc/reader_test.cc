#include "warc/reader.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "warc/warc_test_kit.h"

namespace freshet::warc {
namespace {

using Lines = std::vector<std::string>;

const std::string kOne = record_text("resource", "1", "", "one");
const std::string kTwo = record_text("resource", "2", "", "two\r\n\r\nWARC/1.0 is not here");
const std::string kThree = record_text("resource", "3", "", "");
const Lines kAll = {"1 resource one", "2 resource two\r\n\r\nWARC/1.0 is not here", "3 resource "};

Lines read(const std::string& bytes) {
  MemoryFile file(bytes);
  return transcript(file);
}
Lines read_on(const std::string& bytes) {
  MemoryFile file(bytes);
  return transcript(file, true);
}

std::vector<RecordPlace> places(const std::string& bytes) {
  MemoryFile file(bytes);
  auto reader = Reader::open(file, "test.warc");
  std::vector<RecordPlace> found;
  for (;;) {
    const auto head = reader->next();
    if (!head || !*head) return found;
    const auto place = reader->finish();
    if (!place) return found;
    found.push_back(*place);
  }
}

TEST(WarcReader, AnEmptyFileHasNoRecords) { EXPECT_EQ(read(""), Lines{}); }

TEST(WarcReader, ReadsAMemberForEachRecord) {
  const std::string bytes = gzipped(kOne) + gzipped(kTwo) + gzipped(kThree);
  EXPECT_EQ(read(bytes), kAll);
  const auto found = places(bytes);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[1].packing, Packing::member);
  EXPECT_EQ(found[1].offset, gzipped(kOne).size());
  EXPECT_EQ(found[1].length, gzipped(kTwo).size());
  EXPECT_EQ(found[1].seal, Seal::right);
}

TEST(WarcReader, ReadsFilesThatAreNotPacked) {
  const std::string bytes = kOne + kTwo + kThree;
  EXPECT_EQ(read(bytes), kAll);
  const auto found = places(bytes);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[1].packing, Packing::plain);
  EXPECT_EQ(found[1].offset, kOne.size());
  EXPECT_EQ(found[1].length, kTwo.size());
}

TEST(WarcReader, ReadsAMemberForAllRecords) {
  EXPECT_EQ(read(gzipped(kOne + kTwo + kThree)), kAll);
  const auto found = places(gzipped(kOne + kTwo + kThree));
  ASSERT_EQ(found.size(), 3u);
  for (const RecordPlace& place : found) {
    EXPECT_EQ(place.packing, Packing::inside);
    EXPECT_EQ(place.offset, 0u);
  }
}

TEST(WarcReader, ReadsMembersThatSplitRecordsAnywhere) {
  const std::string text = kOne + kTwo + kThree;
  for (std::size_t cut = 1; cut < text.size(); ++cut)
    EXPECT_EQ(read(gzipped(text.substr(0, cut)) + gzipped(text.substr(cut))), kAll) << cut;
  std::string bytes;
  for (const char c : text) bytes += gzipped(std::string(1, c)) + gzipped("");
  EXPECT_EQ(read(bytes), kAll);
}

TEST(WarcReader, ARecordOfItsOwnAmongOthersIsToldApart) {
  const std::string bytes =
      gzipped(kOne) + gzipped(kTwo + kThree) + gzipped("") + gzipped(kOne) + gzipped("\r\n" + kTwo);
  const auto found = places(bytes);
  std::vector<Packing> packings;
  for (const RecordPlace& place : found) packings.push_back(place.packing);
  EXPECT_EQ(packings, (std::vector{Packing::member, Packing::inside, Packing::inside,
                                   Packing::member, Packing::inside}));
}

// Every record with packing member or plain can be read by itself, with the same result.
TEST(WarcReader, RecordsAreFoundAgainByTheirPlace) {
  for (const std::string& bytes :
       {kOne + kTwo + kThree, gzipped(kOne) + gzipped(kTwo) + gzipped(kThree)}) {
    MemoryFile file(bytes);
    Lines lines;
    for (const RecordPlace& place : places(bytes)) {
      const auto record = read_record_at(file, "test.warc", place.offset, place.length, 100);
      ASSERT_TRUE(record) << record.error().message;
      lines.push_back(record->header.record_id() + " resource " + record->block);
      EXPECT_FALSE(read_record_at(file, "test.warc", place.offset, place.length + 1, 100));
      EXPECT_FALSE(read_record_at(file, "test.warc", place.offset + 1, place.length, 100));
    }
    EXPECT_EQ(lines, kAll);
    const auto limited = read_record_at(file, "test.warc", 0, places(bytes)[0].length, 2);
    ASSERT_FALSE(limited);
    EXPECT_EQ(limited.error().code, Errc::limit);
    const auto header = read_header_at(file, "test.warc", 0, places(bytes)[0].length);
    ASSERT_TRUE(header);
    EXPECT_FALSE(header->record_id().empty());
    EXPECT_FALSE(read_header_at(file, "test.warc", bytes.size(), 10));
    EXPECT_FALSE(read_record_at(file, "test.warc", bytes.size(), 10, 100));
    EXPECT_FALSE(read_record_at(file, "test.warc", bytes.size() + 10, 10, 100));
  }
}

// wget 1.21: brackets around the target, LF nowhere, a response in chunks; Heritrix: WARC/0.18 and
// empty lines; hand-made files: LF alone, no line ends after the last block.
TEST(WarcReader, TakesWhatOtherProgramsWrite) {
  EXPECT_EQ(read("WARC/0.18\nwarc-type:resource\nWARC-RECORD-ID : <1>\ncontent-length: 3\n\none\n\n"
                 "\n\r\n\nWARC/1.1\r\nWARC-Type: resource\r\nWARC-Record-ID: <2>\r\n"
                 "Content-Length: 3\r\n\r\ntwo"),
            (Lines{"1 resource one", "2 resource two"}));
  EXPECT_EQ(read("\r\n\r\n" + kOne), (Lines{kAll[0]}));
  EXPECT_EQ(read(gzipped(kOne.substr(0, kOne.size() - 4)) + gzipped(kThree)),
            (Lines{kAll[0], kAll[2]}));
  EXPECT_EQ(read(gzipped(kOne + "\r\n\r\n\n") + gzipped("\r\n\r\n" + kThree)),
            (Lines{kAll[0], kAll[2]}));
  EXPECT_EQ(read("WARC/1.0\r\nWARC-Type: unheard-of\r\nContent-Length: 0\r\n\r\n\r\n\r\n"),
            (Lines{" unknown "}));
}

TEST(WarcReader, EveryPrefixIsReadUpToItsLastWholeRecord) {
  struct Case {
    std::string bytes;
    std::vector<std::size_t> ends;
    bool is_packed;
  };
  const std::string one = gzipped(kOne), two = gzipped(kTwo), three = gzipped(kThree);
  const Case cases[] = {
      {one + two + three,
       {one.size(), one.size() + two.size(), one.size() + two.size() + three.size()},
       true},
      // The four bytes after a block may be missing.
      {kOne + kTwo + kThree,
       {kOne.size() - 4, kOne.size() + kTwo.size() - 4,
        kOne.size() + kTwo.size() + kThree.size() - 4},
       false}};
  for (const Case& example : cases) {
    for (std::size_t size = 0; size <= example.bytes.size(); ++size) {
      std::size_t whole = 0;
      while (whole < 3 && example.ends[whole] <= size) ++whole;
      const Lines lines = read(example.bytes.substr(0, size));
      const std::size_t border = whole == 0 ? 0 : example.ends[whole - 1];
      const bool is_clean =
          size == border || (!example.is_packed && whole > 0 && size <= border + 4);
      ASSERT_EQ(lines.size(), whole + (is_clean ? 0 : 1)) << size;
      for (std::size_t i = 0; i < whole; ++i) EXPECT_EQ(lines[i], kAll[i]);
      if (!is_clean) {
        EXPECT_TRUE(lines.back().starts_with("error: \"test.warc\", offset ")) << lines.back();
      }
    }
  }
}

TEST(WarcReader, TheEndOfTheLastWholeRecordIsKnown) {
  const std::string good = gzipped(kOne) + gzipped(kTwo);
  MemoryFile file(good + gzipped(kThree).substr(0, 30));
  auto reader = Reader::open(file, "test.warc");
  EXPECT_EQ(reader->whole_end(), 0u);
  while (reader->next()) continue;
  EXPECT_EQ(reader->whole_end(), good.size());
}

TEST(WarcReader, GoesOnBehindADamagedMember) {
  const std::string one = gzipped(kOne), two = gzipped(kTwo), three = gzipped(kThree);
  for (std::size_t at = 0; at < two.size(); ++at) {
    std::string bad = two;
    bad[at] = static_cast<char>(bad[at] ^ 0x55);
    const Lines lines = read_on(one + bad + three);
    ASSERT_GE(lines.size(), 2u) << at;
    EXPECT_EQ(lines.front(), kAll[0]) << at;
    EXPECT_EQ(lines.back(), kAll[2]) << at;
  }
  EXPECT_EQ(read_on(one + two.substr(0, two.size() / 2) + three).back(), kAll[2]);
  EXPECT_EQ(read_on(one + "garbage" + three).back(), kAll[2]);
}

TEST(WarcReader, GoesOnBehindADamagedRecord) {
  const std::string bad_length = "WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: x\r\n\r\n";
  for (const std::string& bad :
       {bad_length, std::string("garbage\r\n"), std::string("WARC/x\r\n\r\n"),
        std::string("no line end before "), std::string(400'000, '\n')}) {
    for (const std::string& bytes :
         {kOne + bad + "\r\n" + kThree, gzipped(kOne + bad + "\n" + kThree),
          gzipped(kOne) + gzipped(bad) + gzipped(kThree)}) {
      const Lines lines = read_on(bytes);
      ASSERT_EQ(lines.size(), 3u) << bad.substr(0, 50) << lines.size();
      EXPECT_EQ(lines[0], kAll[0]);
      EXPECT_TRUE(lines[1].starts_with("error: ")) << lines[1];
      EXPECT_EQ(lines[2], kAll[2]);
    }
  }
}

TEST(WarcReader, ALengthThatLiesCostsOneRecord) {
  const auto lying = [](const char* length) {
    return std::string(
               "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Record-ID: <x>\r\nContent-Length: ") +
           length + "\r\n\r\nblock\r\n\r\n";
  };
  for (const char* length : {"2", "20", "400", "1000000", "17000000000", "18446744073709551615",
                             "99999999999999999999999"}) {
    const Lines packed = read_on(gzipped(kOne) + gzipped(lying(length)) + gzipped(kThree));
    EXPECT_EQ(packed.front(), kAll[0]) << length;
    EXPECT_EQ(packed.back(), kAll[2]) << length;
    const Lines plain = read_on(kOne + lying(length) + kThree + kThree);
    EXPECT_EQ(plain.front(), kAll[0]) << length;
    EXPECT_EQ(plain.back(), kAll[2]) << length;
    const Lines inside = read_on(gzipped(kOne + lying(length) + kThree + kThree));
    EXPECT_EQ(inside.front(), kAll[0]) << length;
    EXPECT_EQ(inside.back(), kAll[2]) << length;
  }
}

TEST(WarcReader, MembersInMembersAreNoRecords) {
  const Lines lines = read_on(gzipped(gzipped(kOne)) + gzipped(kThree));
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_TRUE(lines[0].starts_with("error: ")) << lines[0];
  EXPECT_EQ(lines[1], kAll[2]);
}

TEST(WarcReader, AHeaderWithoutEndIsRefused) {
  const std::string endless = "WARC/1.0\r\nX: " + std::string(20 << 20, 'x');
  for (const std::string& bytes : {kOne + endless, gzipped(kOne) + gzipped(endless)}) {
    const Lines lines = read_on(bytes);
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_NE(lines[1].find("header of at most"), std::string::npos) << lines[1];
  }
}

TEST(WarcReader, AHeaderIsReadAloneHoweverLongItIs) {
  std::string more;  // does not compress well
  for (std::uint64_t i = 1; i < 900; ++i)
    more += "X-" + std::to_string(i * 0x9e3779b97f4a7c15) + ": " + std::to_string(i * i) + "\r\n";
  for (const std::string& fields : {std::string(), more}) {
    std::string bytes = gzipped(record_text("resource", "r", fields, std::string(9000, 'x')));
    EXPECT_EQ(bytes.size() > 8192, !fields.empty());
    const std::uint64_t length = bytes.size();
    bytes.back() ^= 1;  // breaks the seal, and the block with it
    MemoryFile file(bytes);
    EXPECT_FALSE(read_record_at(file, "test.warc", 0, length, 1 << 20));
    const auto header = read_header_at(file, "test.warc", 0, length);
    ASSERT_TRUE(header) << header.error().message;
    EXPECT_EQ(header->record_id(), "r");
  }
}

TEST(WarcReader, ABlockOfABombIsPassedOverInPieces) {
  const std::string bomb = record_text("resource", "b", "", std::string(50 << 20, '\0'));
  const std::string bytes = gzipped(bomb) + gzipped(kThree);
  ASSERT_LT(bytes.size(), 1u << 20);
  const auto found = places(bytes);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[1].offset + found[1].length, bytes.size());
  MemoryFile file(bytes);
  const auto record = read_record_at(file, "test.warc", 0, found[0].length, 1 << 20);
  ASSERT_FALSE(record);
  EXPECT_EQ(record.error().code, Errc::limit);
}

// Compared with a naive version: the text is split as it was put together.
TEST(WarcReader, RandomFilesInAnyPackingGiveTheSameRecords) {
  Random random(7);
  for (int round = 0; round < 200; ++round) {
    Lines expected;
    std::string text;
    const std::uint64_t count = random.below(6);
    for (std::uint64_t i = 0; i < count; ++i) {
      std::string block;
      const std::uint64_t size = random.below(4) == 0 ? random.below(200'000) : random.below(50);
      while (block.size() < size) block += "\r\nWARC/1.0 x\n\0"[random.below(13)];
      text += record_text("resource", std::to_string(i), "", block);
      expected.push_back(std::to_string(i) + " resource " + block);
    }
    std::string packed;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t size = 1 + random.below(text.size());
      packed += gzipped(text.substr(at, size));
      at += size;
    }
    EXPECT_EQ(read(text), expected);
    EXPECT_EQ(read(packed), expected);
  }
}

// No input makes it hang or crash, and resynchronising always reaches the end.
TEST(WarcReader, AnyDamageIsSurvived) {
  Random random(8);
  const std::string good = gzipped(kOne) + gzipped(kTwo + kThree) + gzipped(kTwo) + gzipped(kOne);
  for (int round = 0; round < 3000; ++round) {
    std::string bad = round % 2 ? good : kOne + kTwo + kThree + kTwo;
    const std::uint64_t changes = 1 + random.below(4);
    for (std::uint64_t i = 0; i < changes; ++i) {
      const std::size_t at = random.below(bad.size());
      const std::uint64_t kind = random.below(3);
      if (kind == 0) bad[at] = static_cast<char>(random.below(256));
      if (kind == 1) bad.erase(at, random.below(50));
      if (kind == 2) bad.insert(at, bad.substr(random.below(bad.size()), random.below(100)));
    }
    EXPECT_LT(read_on(bad).size(), 100u);
  }
}

}  // namespace
}  // namespace freshet::warc
