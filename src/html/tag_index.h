// The only parse of a page: the positions of all tags.
//
// A tag index lists the tags of a page in order, each as a quadruple of numbers and the element
// that its name stands for, and nothing else: no tree, no copies of text. It is made once, when the
// page is fetched, stored beside it (see packed_index.h), and every later stage reads it instead of
// parsing again (after Genovese and Geraci, "Web crawling and processing with limited resources",
// 2018, section 2.4.1).
//
// Tags are recognised exactly as in a browser: by the tokenizer of the HTML standard, with the tree
// builder's feedback where it changes the tokenizer's state (raw text, foreign content). Comments,
// declarations, CDATA sections and the content of scripts have no tags. Total, in linear time.
// Design: docs/design/html.md.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "html/tag_names.h"

namespace freshet {

// Offsets count bytes of the UTF-8 text that was indexed.
struct Tag {
  std::uint32_t start;   // of the '<'
  std::uint32_t length;  // from the '<' to the '>', both included
  std::uint32_t name_length;
  std::uint8_t name_offset;  // distance of the name from `start`: 1 in a start tag, 2 in an end tag
  TagName read_name = kUnreadTagName;  // as index_tags found it; an unpacked index has none

  bool is_end() const { return name_offset == 2; }
  std::uint32_t end() const { return start + length; }
  std::string_view name(std::string_view text) const {
    return text.substr(start + name_offset, name_length);  // as written: any case, any bytes
  }
  // Returns find_tag_name of the name, at no cost if index_tags made this tag.
  TagName known_name(std::string_view text) const {
    return read_name != kUnreadTagName ? read_name : find_tag_name(name(text));
  }

  // Compares places: a name that was not read is the same.
  bool operator==(const Tag& other) const {
    return start == other.start && length == other.length && name_length == other.name_length &&
           name_offset == other.name_offset;
  }
};

using TagIndex = std::vector<Tag>;

// Reads the page as a browser with or without scripts: with scripts the content of <noscript> is
// text, otherwise markup.
enum class Scripting { off, on };

// Longest text that can be indexed; code that fetches or reads pages must enforce it.
inline constexpr std::size_t kIndexedBytesMax = std::size_t{1} << 30;

// Returns the tags of `text`, which must not be longer than kIndexedBytesMax.
TagIndex index_tags(std::string_view text, Scripting scripting);

// The same, reusing the memory of an index.
void index_tags(std::string_view text, Scripting scripting, TagIndex& index);

}  // namespace freshet
