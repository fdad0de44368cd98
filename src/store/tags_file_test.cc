#include "store/tags_file.h"

#include <gtest/gtest.h>

#include <optional>

#include "base/random.h"
#include "html/index_limit.h"
#include "testkit/faulty_disk.h"
#include "testkit/hex.h"
#include "testkit/memory_disk.h"
#include "testkit/test_data.h"

namespace freshet {
namespace {

constexpr auto kAll = ~std::uint64_t{0};

class TagsFileTest : public testing::Test {
 protected:
  void SetUp() override { file = *disk.open("a.tags", Access::write); }

  // Appends the entry of a page and returns its place.
  std::uint64_t add(std::string_view page, std::uint64_t record_offset = 0) {
    std::string entry = *make_tags_entry(page, "text/html", Scripting::on);
    set_record_offset(entry, record_offset);
    const auto at = append_tags_entry(*file, *file->size(), entry);
    EXPECT_TRUE(at);
    return *at;
  }
  // The result of a scan, a word for each entry: its record, or "damaged@offset".
  std::string scan(std::uint64_t end = kAll) {
    std::string seen;
    const auto done = scan_tags(*file, "a.tags", end, [&](const TagsSeen& entry) {
      seen += entry.entry ? std::to_string(entry.entry->record_offset)
                          : "damaged@" + std::to_string(entry.offset);
      seen += ' ';
      if (!entry.entry) damage = entry.entry.error().message;
      return true;
    });
    if (!done) damage = done.error().message;
    return done ? seen : "unreadable";
  }
  void flip(std::uint64_t at) {
    std::string byte(1, '\0');
    EXPECT_TRUE(file->read(at, byte));
    byte[0] = static_cast<char>(byte[0] ^ 0x10);
    EXPECT_TRUE(file->write(at, byte));
  }

  MemoryDisk disk;
  std::unique_ptr<File> file;
  std::string damage;
};

// docs/formats/tags.md works this example out.
TEST(TagsEntry, HasTheseBytes) {
  EXPECT_EQ(hex(tags_file_head()),
            "46544753"  // FTGS
            "01000000"  // version 1
            "298b17162917ea34");
  std::string entry = *make_tags_entry("x<p class=a>y</p>", "text/html", Scripting::on);
  set_record_offset(entry, 0x1234);
  EXPECT_EQ(hex(entry),
            "46544501"          // FTE, version 1
            "4b000000"          // 75 bytes
            "3412000000000000"  // record
            "1100000000000000"  // 17 bytes of page
            "625311a2226cdd75"  // their hash
            "1100000000000000"  // 17 bytes of text
            "15040002"          // windows-1252, by fallback, no mark, not converted, scripting
            "00000000"          //
            "4654490129a2691a8242000000000000a10806"
            "70fc1a8a36d62cf8");
}

TEST(TagsEntry, TellsHowThePageBecameText) {
  const auto entry = [](std::string_view page, std::string_view type) {
    return *parse_tags_entry(*make_tags_entry(page, type, Scripting::off), "a", 0);
  };
  const TagsEntry plain = entry("<p>a", "text/html");
  EXPECT_EQ(plain.page_bytes, 4u);
  EXPECT_EQ(plain.text_bytes, 4u);
  EXPECT_FALSE(plain.converted);
  EXPECT_EQ(plain.scripting, Scripting::off);
  const TagsEntry marked = entry("\xEF\xBB\xBF<p>a", "");
  EXPECT_EQ(marked.source, CharsetSource::byte_order_mark);
  EXPECT_EQ(marked.mark_bytes, 3);
  EXPECT_EQ(marked.text_bytes, 4u);
  const TagsEntry latin = entry("<p>\xE4", "text/html; charset=latin1");
  EXPECT_EQ(latin.encoding, Encoding::windows_1252);
  EXPECT_EQ(latin.source, CharsetSource::content_type);
  EXPECT_TRUE(latin.converted);
  EXPECT_EQ(latin.text_bytes, 5u);
}

TEST(TagsEntry, GivesTextAndTagsOfRealPagesWithoutParsing) {
  if (!testkit::has_test_data("real-pages.tar.zst")) return;
  std::size_t pages = 0, converted = 0, page_bytes = 0, entry_bytes = 0;
  const auto check = [&](std::string_view page, std::string_view type, Scripting scripting) {
    const std::string bytes = *make_tags_entry(page, type, scripting);
    ASSERT_EQ(*make_tags_entry(page, type, scripting), bytes) << "the same page, the same bytes";
    const auto entry = parse_tags_entry(bytes, "a", 0);
    ASSERT_TRUE(entry) << entry.error().message;
    const Utf8Text made = to_utf8(page, type);
    const auto again = utf8_again(*entry, page);
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->encoding, made.encoding);
    EXPECT_EQ(again->source, made.source);
    EXPECT_EQ(again->mark_bytes, made.mark_bytes);
    ASSERT_EQ(again->converted, made.converted);
    ASSERT_EQ(entry->index, index_tags(made.text(page), scripting));
    EXPECT_EQ(entry->scripting, scripting);
    ++pages;
    converted += made.converted.has_value();
    page_bytes += page.size();
    entry_bytes += bytes.size();
  };
  for (const auto& path : testkit::real_pages()) {
    const std::string page = testkit::read_file(path);
    check(page, "", Scripting::on);
    check(page, "text/html; charset=shift_jis", Scripting::off);
  }
  EXPECT_EQ(pages, 2 * 446u);
  EXPECT_GT(converted, 100u);
  RecordProperty("entry_bytes_per_1000_page_bytes",
                 static_cast<int>(1000 * entry_bytes / page_bytes));
}

TEST(TagsEntry, RefusesAnotherPage) {
  const auto entry = parse_tags_entry(*make_tags_entry("<p>a", "", Scripting::on), "a", 0);
  EXPECT_TRUE(utf8_again(*entry, "<p>a"));
  EXPECT_EQ(utf8_again(*entry, "<p>b").error().code, Errc::corrupt);
  EXPECT_EQ(utf8_again(*entry, "<p>").error().code, Errc::corrupt);
}

TEST(TagsEntry, RefusesEveryTruncationAndEveryFlippedBit) {
  const std::string good = *make_tags_entry("<p>a<b class='x'>", "", Scripting::on);
  for (std::size_t size = 0; size < good.size(); ++size)
    EXPECT_FALSE(parse_tags_entry(good.substr(0, size), "a", 0)) << size;
  EXPECT_FALSE(parse_tags_entry(good + '\0', "a", 0));
  for (std::size_t bit = 0; bit < 8 * good.size(); ++bit) {
    std::string bad = good;
    bad[bit / 8] = static_cast<char>(bad[bit / 8] ^ (1 << (bit % 8)));
    EXPECT_FALSE(parse_tags_entry(bad, "a", 0)) << bit;
  }
}

TEST(TagsEntry, NamesFileOffsetAndExpectationOfDamage) {
  const std::string good = *make_tags_entry("<p>a", "", Scripting::on);
  const auto message = [](std::string_view bytes) {
    return parse_tags_entry(bytes, "tags/a\n.tags", 1000).error().message;
  };
  EXPECT_EQ(message("WARC/1.1"),
            "tags/a\\n.tags: tags entry at byte 1000: at byte 1008: expected 56 bytes at least, "
            "found 8");
  EXPECT_EQ(message(std::string(100, 'x')),
            "tags/a\\n.tags: tags entry at byte 1000: at byte 1000: expected the magic \"FTE\"");
  EXPECT_EQ(message(good + "x"),
            "tags/a\\n.tags: tags entry at byte 1000: at byte 1004: expected the length 74, found "
            "73");
}

TEST_F(TagsFileTest, ReadsAnEntryWhereItIs) {
  add("<p>one", 100);
  const std::uint64_t at = add("<p><b>two", 200);
  const std::uint64_t end = *file->size();
  const auto entry = read_tags_entry(*file, "a.tags", at, end - at);
  ASSERT_TRUE(entry) << entry.error().message;
  EXPECT_EQ(entry->record_offset, 200u);
  EXPECT_EQ(entry->index.size(), 2u);
  EXPECT_EQ(entry->page_bytes, 9u);
  for (const auto& [offset, length] : {std::pair{at, end - at + 1},
                                       {at + 1, end - at - 1},
                                       {at, std::uint64_t{0}},
                                       {kAll, std::uint64_t{100}},
                                       {at, kAll},
                                       {end, std::uint64_t{56}}}) {
    const auto bad = read_tags_entry(*file, "a.tags", offset, length);
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error().code, Errc::corrupt);
  }
}

TEST_F(TagsFileTest, ScansAllEntriesInOrder) {
  EXPECT_EQ(add("<p>one", 100), kTagsFileHeadBytes);
  const std::uint64_t second = add("two", 200);
  add("<html>three", 300);
  EXPECT_EQ(scan(), "100 200 300 ");
  EXPECT_EQ(scan(second), "100 ");
  EXPECT_EQ(scan(second + 10), "100 damaged@" + std::to_string(second) + " ");
}

TEST_F(TagsFileTest, NamesDamageByItsOffset) {
  add("<p>one", 100);
  const std::uint64_t second = add("<p>two", 200);
  add("<p>three", 300);
  flip(second + 20);
  EXPECT_EQ(scan(), "100 damaged@" + std::to_string(second) + " 300 ") << "the length still told";
  flip(second + 20);
  flip(second);
  EXPECT_EQ(scan(), "100 damaged@" + std::to_string(second) + " ");
  flip(second);
  EXPECT_EQ(scan(), "100 200 300 ");
  flip(3);
  EXPECT_EQ(scan(), "unreadable");
  EXPECT_EQ(damage, "a.tags: at byte 0: expected the head of a tags file");
}

TEST_F(TagsFileTest, FindsEveryFlippedByteAndEveryTruncation) {
  add("<p>one", 100);
  add("<p class='x'>two", 200);
  const std::uint64_t size = *file->size();
  for (std::uint64_t at = 0; at < size; ++at) {
    flip(at);
    const std::string seen = scan();
    EXPECT_TRUE(seen == "unreadable" || seen.find("damaged") != std::string::npos) << at;
    flip(at);
  }
  for (std::uint64_t end = size - 1; end > 0; --end) {
    EXPECT_TRUE(file->truncate(end));
    EXPECT_NE(scan(), "100 200 ") << end;
    EXPECT_EQ(scan().find("200"), std::string::npos) << end;
  }
}

TEST_F(TagsFileTest, KeepsWhatWasSyncedWhenPowerIsLost) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const std::string name = "b" + std::to_string(seed);
    file = *disk.open(name, Access::create);
    EXPECT_TRUE(disk.sync_directory("."));
    add("<p>" + std::string(3000, 'a'), 1);
    EXPECT_TRUE(file->sync());
    const std::uint64_t committed = *file->size();
    for (std::uint64_t i = 2; i < 20; ++i) add(std::string(i * 100, '<') + "<p><b><i>", i);
    disk.lose_power(seed);
    file = *disk.open(name, Access::write);
    EXPECT_EQ(scan(committed), "1 ");
    EXPECT_TRUE(file->truncate(committed));
    add("<p>", 2);
    EXPECT_EQ(scan(), "1 2 ") << "the writer goes on behind what was committed";
  }
}

// A page of 64 MB may have 20 million tags, whose index takes 350 MB.
TEST(TagsEntry, HasAtMostAMillionTags) {
  std::string page;
  for (std::size_t tag = 0; tag < kIndexedTagsMax; ++tag) page += "<b>";
  EXPECT_TRUE(make_tags_entry(page + "end", "", Scripting::off).has_value());
  EXPECT_EQ(make_tags_entry(page + "<b>", "", Scripting::off).error().code, Errc::limit);
}

TEST_F(TagsFileTest, SaysWhenTheDiskIsFull) {
  add("<p>one", 100);
  const std::uint64_t end = *file->size();
  FaultyDisk faulty(disk);
  auto same = *faulty.open("a.tags", Access::write);
  faulty.fail_from(faulty.calls());
  EXPECT_EQ(append_tags_entry(*same, end, *make_tags_entry("<p>", "", Scripting::on)).error().code,
            Errc::limit);
  EXPECT_EQ(scan(end), "100 ");
}

}  // namespace
}  // namespace freshet
