#include "store/slots/slot_format.h"

#include <gtest/gtest.h>

#include "store/slots/slot_table.h"
#include "testkit/hex.h"
#include "testkit/memory_disk.h"

namespace freshet {
namespace {

const SlotsFileName kName{7'000'003, 256, false};
constexpr std::uint64_t kSecond = 64 + 256;

class SlotFormatTest : public testing::Test {
 protected:
  void SetUp() override {
    file = *disk.open("x", Access::create);
    write(0, slots_file_head(kName));
    write(64, empty_slot(kName, 64));
    write(kSecond, used_slot(kName, kSecond, "http://a/", Time(Duration(1000)), 77, "blob"));
  }
  void write(std::uint64_t at, std::string_view bytes) { EXPECT_TRUE(file->write(at, bytes)); }

  // The result of a scan, a word for each slot, and the damage of the file.
  std::string scan() {
    std::string words;
    const auto done = scan_slots(
        *file, kName,
        [&](const SlotSeen& seen) {
          words += !seen.head                            ? "damaged "
                   : seen.head->state == SlotState::used ? seen.url + " "
                                                         : "free ";
          if (!seen.head) last = seen.head.error().message;
          return true;
        },
        [&](const Error& error) {
          words += "! ";
          last = error.message;
        });
    EXPECT_TRUE(done);
    return words;
  }

  MemoryDisk disk;
  std::unique_ptr<File> file;
  std::string last;
};

TEST(SlotsFileName, IsReadBackAsItWasWritten) {
  EXPECT_EQ(kName.text(), "7000003-256.slots");
  EXPECT_EQ((SlotsFileName{8, 2'097'152, true}).text(), "8-2097152.slot");
  EXPECT_EQ(SlotsFileName::parse("7000003-256.slots"), kName);
  EXPECT_EQ(SlotsFileName::parse("8-2097152.slot"), (SlotsFileName{8, 2'097'152, true}));
  for (const char* bad :
       {"", "table", "7-256", "7-256.slotss", "-256.slots", "7-.slots", "07-256.slots",
        "7-0256.slots", "7-300.slots", "7-64.slots", "7-2097152.slots",
        "7-99999999999999999999.slot", "+7-256.slots", "7-256.slots/../x", "7-256 .slots"})
    EXPECT_EQ(SlotsFileName::parse(bad), std::nullopt) << bad;
}

// docs/formats/slots.md works this example out.
TEST(SlotFormat, HasTheseBytes) {
  EXPECT_EQ(hex(slots_file_head(kName)),
            "46534c46"          // FSLF
            "01000000"          // version 1, not single
            "c3cf6a0000000000"  // number 7000003
            "0001000000000000"  // slots of 256 bytes
            "0000000000000000000000000000000000000000000000000000000000000000"
            "db79adcccc8e78fe");
  const std::string slot = used_slot(kName, kSecond, "http://a/", Time(Duration(1000)), 77, "blob");
  EXPECT_EQ(hex(slot.substr(0, 64)),
            "46534c01"          // FSL, version 1
            "01000000"          // used
            "01000000"          // the second slot
            "04000000"          // of 4 times 64 bytes
            "04000000"          // a blob of 4 bytes
            "09000000"          // a URL of 9
            "4d00000000000000"  // sequence number 77
            "e803000000000000"  // time
            "c3cf6a0000000000"  // in file 7000003
            "00702d86b93fd9c0"  // hash of the rest
            "6452defade45c7ea");
  EXPECT_EQ(slot.substr(64), "http://a/blob" + std::string(256 - 64 - 13, '\0'));
}

TEST(SlotFormat, NeedsAtLeastTheSmallestSlot) {
  EXPECT_EQ(slot_bytes_needed(0, 0), 256u);
  EXPECT_EQ(slot_bytes_needed(92, 100), 256u);
  EXPECT_EQ(slot_bytes_needed(93, 100), 320u);
}

TEST_F(SlotFormatTest, ReadsWhatIsThere) {
  EXPECT_EQ(scan(), "free http://a/ ");
  const auto content = read_slot(*file, kName, {kName.number, kSecond, 4});
  ASSERT_TRUE(content) << content.error().message;
  EXPECT_EQ(*content, (SlotContent{"http://a/", Time(Duration(1000)), 77, "blob"}));
}

TEST_F(SlotFormatTest, RefusesWhatIsNotThere) {
  const auto message = [&](std::uint64_t offset, std::uint64_t length) {
    const auto content = read_slot(*file, kName, {kName.number, offset, length});
    return content ? "no error" : content.error().message;
  };
  EXPECT_EQ(message(kSecond, 5),
            "7000003-256.slots: slot at byte 320: at byte 324: expected 5 bytes in use, found 4 "
            "bytes in use");
  EXPECT_EQ(message(64, 0),
            "7000003-256.slots: slot at byte 64: at byte 68: expected 0 bytes in use, found 0 "
            "bytes that are free");
  for (const std::uint64_t offset :
       {std::uint64_t{0}, std::uint64_t{63}, std::uint64_t{65}, kSecond + 256, ~std::uint64_t{0}})
    EXPECT_NE(message(offset, 4), "no error") << offset;
}

TEST_F(SlotFormatTest, KnowsASlotThatWentAstray) {
  write(64, used_slot(kName, kSecond, "http://a/", Time(), 1, "blob"));
  EXPECT_EQ(scan(), "damaged http://a/ ");
  EXPECT_EQ(last,
            "7000003-256.slots: slot at byte 64: at byte 72: expected this slot, found the head of "
            "another");
}

TEST_F(SlotFormatTest, FindsEveryFlippedBit) {
  const std::uint64_t size = *file->size();
  for (std::uint64_t bit = 0; bit < 8 * size; ++bit) {
    std::string byte(1, '\0');
    ASSERT_TRUE(file->read(bit / 8, byte));
    const std::string flipped(1, static_cast<char>(byte[0] ^ (1 << bit % 8)));
    write(bit / 8, flipped);
    EXPECT_EQ(scan(), bit < 8 * 64        ? "! free http://a/ "
                      : bit < 8 * kSecond ? "damaged http://a/ "
                                          : "free damaged ")
        << bit;
    write(bit / 8, byte);
  }
}

TEST_F(SlotFormatTest, ScansALargeSlotInPieces) {
  const SlotsFileName large{9, 3u << 20, true};
  const std::string url(1'200'000, 'u'), blob(1'000'000, 'b');
  auto other = *disk.open("y", Access::create);
  ASSERT_TRUE(other->write(0, slots_file_head(large) + used_slot(large, 64, url, Time(), 1, blob)));
  int seen = 0;
  ASSERT_TRUE(scan_slots(
      *other, large,
      [&](const SlotSeen& slot) {
        EXPECT_TRUE(slot.head);
        EXPECT_EQ(slot.url, url);
        ++seen;
        return true;
      },
      [](const Error& error) { ADD_FAILURE() << error.message; }));
  EXPECT_EQ(seen, 1);
  EXPECT_EQ(read_slot(*other, large, {9, 64, blob.size()})->blob, blob);
}

TEST(SlotTable, IsReadBackAsItWasWritten) {
  const SlotTable table{7, true, {256, 1024}};
  const std::string text = slot_table_text(table);
  EXPECT_EQ(text,
            "freshet slots 1\nepoch 7\nclosed 1\nclasses 256 1024\nchecksum e6c64ee76b22cf1c\n");
  EXPECT_EQ(*parse_slot_table(text, "t"), table);
  for (std::size_t bit = 0; bit < 8 * text.size(); ++bit) {
    std::string bad = text;
    bad[bit / 8] = static_cast<char>(bad[bit / 8] ^ (1 << bit % 8));
    EXPECT_FALSE(parse_slot_table(bad, "t")) << bad;
  }
  for (std::size_t size = 0; size < text.size(); ++size)
    EXPECT_FALSE(parse_slot_table(text.substr(0, size), "t")) << size;
  EXPECT_FALSE(parse_slot_table(text + "\n", "t"));
}

TEST(SlotTable, RefusesClassesThatAreNone) {
  for (const SlotClasses& classes : {SlotClasses{}, {100}, {512, 256}})
    EXPECT_EQ(parse_slot_table(slot_table_text({1, false, classes}), "t").error().code,
              Errc::corrupt);
}

}  // namespace
}  // namespace freshet
