// Tag indexes beside the pages: a file for each WARC with one entry for each HTML page in it, so
// that no analysis detects an encoding or parses a page again. The format is in
// docs/formats/tags.md. What is here can always be made again from the WARC.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/disk.h"
#include "base/error.h"
#include "charset/charset.h"
#include "html/tag_index.h"

namespace freshet {

// The head of the file; the first entry stands behind it.
inline constexpr std::size_t kTagsFileHeadBytes = 16;

// The longest entry that is read or written.
inline constexpr std::size_t kTagsEntryBytesMax = std::size_t{1} << 30;

// How a page became UTF-8 text, and where the tags of that text are.
struct TagsEntry {
  std::uint64_t record_offset = 0;  // of the page's record in the WARC; 0 in a slot
  std::uint64_t page_bytes = 0;     // the page: the body without transfer and content encodings
  std::uint64_t page_hash = 0;      // hash64 of it
  std::uint64_t text_bytes = 0;
  Encoding encoding = Encoding::utf_8;
  CharsetSource source = CharsetSource::fallback;
  std::uint8_t mark_bytes = 0;
  bool converted = false;  // else the text is in the page as it is
  Scripting scripting = Scripting::off;
  TagIndex index;

  friend bool operator==(const TagsEntry&, const TagsEntry&) = default;
};

// The bytes of a new tags file.
std::string tags_file_head();

// The entry of a page, with record offset 0; the same page always gives the same bytes. Errc::limit
// if its text is longer than kIndexedBytesMax.
Result<std::string> make_tags_entry(std::string_view page, std::string_view content_type,
                                    Scripting scripting);

// The same of a page that was read already: `utf8` is what to_utf8 gave, `index` the tags of its
// text, which is not longer than kIndexedBytesMax.
Result<std::string> make_tags_entry(std::string_view page, const Utf8Text& utf8,
                                    const TagIndex& index, Scripting scripting);

// Says in which record the page is. `entry` was made by make_tags_entry.
void set_record_offset(std::string& entry, std::uint64_t record_offset);

// Writes `entry` at `offset`, the end of the file; and the head of the file before it if the file
// is empty (`offset` 0). Returns where the entry begins. Lasting after file.sync().
Result<std::uint64_t> append_tags_entry(File& file, std::uint64_t offset, std::string_view entry);

// Reads back what make_tags_entry made. Any other bytes give Errc::corrupt with a message that
// names the file, the offset and what was expected there. `offset` is where `entry` stands in the
// file `name`.
Result<TagsEntry> parse_tags_entry(std::string_view entry, std::string_view name,
                                   std::uint64_t offset);

// The same from the file, whose name is for the message.
Result<TagsEntry> read_tags_entry(File& file, std::string_view name, std::uint64_t offset,
                                  std::uint64_t length);

// What to_utf8 gave for the page of this entry. Errc::corrupt if `page` is another one.
Result<Utf8Text> utf8_again(const TagsEntry& entry, std::string_view page);

// One entry as the scan meets it.
struct TagsSeen {
  std::uint64_t offset;
  std::uint64_t length;  // as far as it can be told
  Result<TagsEntry> entry;
};

// Visits all entries up to `end` (or the end of the file) in order, those that are damaged
// included. Where the length of a damaged entry cannot be trusted the scan ends with it. Stops when
// `visit` returns false. Fails if the file cannot be read, or its head is damaged.
Status scan_tags(File& file, std::string_view name, std::uint64_t end,
                 const std::function<bool(const TagsSeen&)>& visit);

}  // namespace freshet
