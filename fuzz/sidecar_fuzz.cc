// Reads: src/store/tags_file.cc
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "base/hash.h"
#include "base/memory_file.h"
#include "store/archive/little_endian.h"
#include "store/tags_file.h"

namespace {

using namespace freshet;

void check_entry(std::string_view bytes, std::string_view page) {
  const auto entry = parse_tags_entry(bytes, "fuzz", 7);
  if (!entry) return require(!entry.error().message.empty(), "damage is named");
  for (const Tag& tag : entry->index)
    require(tag.end() <= entry->text_bytes, "tags lie inside of the text");
  const auto text = utf8_again(*entry, page);
  if (text) require(text->text(page).size() == entry->text_bytes, "the text is as long as it says");
}

std::uint64_t scan(std::string_view bytes) {
  MemoryFile file{std::string(bytes)};
  std::uint64_t good = 0, end = kTagsFileHeadBytes;
  const auto done = scan_tags(file, "fuzz", ~std::uint64_t{0}, [&](const TagsSeen& seen) {
    require(seen.offset == end && seen.length > 0, "entries follow one another");
    end = seen.offset + seen.length;
    require(end <= bytes.size(), "entries lie inside of the file");
    if (seen.entry) {
      const auto again = read_tags_entry(file, "fuzz", seen.offset, seen.length);
      require(again && *again == *seen.entry, "what the scan saw can be read");
      ++good;
    }
    return true;
  });
  if (!done) require(!done.error().message.empty(), "damage is named");
  return good;
}

}  // namespace

// Any bytes are refused or give an entry that holds together; an entry made of any page gives its
// text and tags back.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(bytes), size);
  check_entry(input, input);
  scan(input);
  scan(tags_file_head() + std::string(input));
  // With a right length and checksum the fuzzer reaches what lies behind them.
  if (size >= 56) {
    std::string sealed(input);
    write_number(sealed, 4, static_cast<std::uint32_t>(size));
    write_number(sealed, 24, hash64("page"));
    set_record_offset(sealed, size);
    check_entry(sealed, "page");
    scan(tags_file_head() + sealed + sealed);
  }
  const auto made = make_tags_entry(input, "", Scripting::off);
  require(made.has_value(), "a small page has an entry");
  const auto entry = parse_tags_entry(*made, "fuzz", 0);
  require(entry.has_value(), "the entry of a page is read");
  const Utf8Text text = to_utf8(input, "");
  const auto again = utf8_again(*entry, input);
  require(again && again->text(input) == text.text(input), "the text survives");
  require(entry->index == index_tags(text.text(input), Scripting::off), "the tags survive");
  require(scan(tags_file_head() + *made + std::string(input)) >= 1, "a whole entry is found");
  return 0;
}
