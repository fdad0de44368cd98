// Tags files: one for each WARC, with an entry for each HTML page in it, so that no analysis has to
// detect an encoding or parse a page again. The format is in docs/formats/tags.md. A tags file can
// always be rebuilt from its WARC.
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

// The length of the file head; the first entry follows it.
inline constexpr std::size_t kTagsFileHeadBytes = 16;

// The longest entry that is read or written.
inline constexpr std::size_t kTagsEntryBytesMax = std::size_t{1} << 30;

// The conversion of a page to UTF-8 text, and the tag index of that text.
struct TagsEntry {
  std::uint64_t record_offset = 0;  // of the page's record in the WARC; 0 in a slot
  std::uint64_t page_bytes = 0;     // the page: the body without transfer and content encodings
  std::uint64_t page_hash = 0;      // hash64 of it
  std::uint64_t text_bytes = 0;
  Encoding encoding = Encoding::utf_8;
  CharsetSource source = CharsetSource::fallback;
  std::uint8_t mark_bytes = 0;
  bool converted = false;  // false: the text is a part of the page, unchanged
  Scripting scripting = Scripting::off;
  TagIndex index;

  friend bool operator==(const TagsEntry&, const TagsEntry&) = default;
};

// Returns the content of a new tags file.
std::string tags_file_head();

// Makes the entry of a page, with record offset 0. The same page always gives the same bytes.
// Errc::limit if its text is longer than kIndexedBytesMax or has more than kIndexedTagsMax tags.
Result<std::string> make_tags_entry(std::string_view page, std::string_view content_type,
                                    Scripting scripting);

// The same for a page that was parsed already: `utf8` is the result of to_utf8, `index` the tags of
// its text, which is not longer than kIndexedBytesMax.
Result<std::string> make_tags_entry(std::string_view page, const Utf8Text& utf8,
                                    const TagIndex& index, Scripting scripting);

// Sets the record that holds the page. `entry` was made by make_tags_entry.
void set_record_offset(std::string& entry, std::uint64_t record_offset);

// Writes `entry` at `offset`, the end of the file, after a file head if the file is empty (`offset`
// 0). Returns the offset of the entry. Durable after file.sync().
Result<std::uint64_t> append_tags_entry(File& file, std::uint64_t offset, std::string_view entry);

// Parses an entry of make_tags_entry. Other bytes give Errc::corrupt with a message that names the
// file, the offset and what was expected there. `offset` is the place of `entry` in the file
// `name`.
Result<TagsEntry> parse_tags_entry(std::string_view entry, std::string_view name,
                                   std::uint64_t offset);

// The same, read from the file; `name` is for messages.
Result<TagsEntry> read_tags_entry(File& file, std::string_view name, std::uint64_t offset,
                                  std::uint64_t length);

// Returns the result of to_utf8 for the page of this entry. Errc::corrupt if `page` is another one.
Result<Utf8Text> utf8_again(const TagsEntry& entry, std::string_view page);

// An entry as scan_tags finds it.
struct TagsSeen {
  std::uint64_t offset;
  std::uint64_t length;  // as far as it is known
  Result<TagsEntry> entry;
};

// Visits all entries up to `end` (or the end of the file) in order, damaged ones included. If the
// length of a damaged entry cannot be trusted, the scan ends there. Stops when `visit` returns
// false. Fails if the file is unreadable or its head is damaged.
Status scan_tags(File& file, std::string_view name, std::uint64_t end,
                 const std::function<bool(const TagsSeen&)>& visit);

}  // namespace freshet
