// A page as blocks of text and the elements around them: the units among which main text is chosen.
//
// Read off the tag index in one pass with a stack of open elements, without a tree. It differs from
// change/blocks.h, which compares versions: here each block knows its chain of elements, table
// cells are blocks of their own, a line break does not end a block, and links, images and markup
// are only counted. <noscript> is read as markup if the index is (Scripting::off): some forums keep
// all posts there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "html/tag_index.h"
#include "html/tag_names.h"

namespace freshet {

inline constexpr std::size_t kContentBlocksMax = 50'000;     // of a page; the rest is one block
inline constexpr std::size_t kContentElementsMax = 400'000;  // later elements are not tracked
inline constexpr std::size_t kContentDepthMax = 250;         // nor are deeper ones

struct PageElement {
  std::uint32_t parent = 0;  // its index; element 0 is the page and its own parent
  std::uint32_t tag = 0;     // its start tag in the tag index; not for element 0
  std::uint16_t depth = 0;
  TagName name = TagName::unknown;
};

// Counts of the words and characters of a block.
struct BlockCounts {
  std::uint32_t words = 0;
  std::uint32_t link_words = 0;
  std::uint32_t link_bytes = 0;
  std::uint32_t links = 0;
  std::uint32_t images = 0;
  std::uint32_t breaks = 0;
  std::uint32_t inputs = 0;
  std::uint32_t tags = 0;  // inside it
};

struct ContentBlock {
  std::string text;           // spaces collapsed, except in preformatted text; not empty
  std::uint32_t element = 0;  // the nearest one around it that is not inline
  std::uint32_t line = 0;     // where its inline markup may begin, in bytes of the page
  std::uint32_t from = 0;     // where its first text begins, and its last one ends
  std::uint32_t to = 0;
  std::uint64_t path = 0;  // hash of the names of all elements around it
  BlockCounts counts;
};

// The kind of page that its metadata declares (og:type, JSON-LD); a set of these bits.
enum DeclaredKind : std::uint8_t {
  kOgArticle = 1,
  kLdArticle = 2,
  kLdProduct = 4,
  kLdForum = 8,
  kLdList = 16,
};
inline constexpr std::size_t kDeclaredKindCount = 5;
inline constexpr std::size_t kDeclaredBytesMax = 1u << 16;  // of a JSON-LD script that are searched

// Invariant: a parent comes before its children; blocks are in the order of the page.
struct ContentPage {
  std::vector<PageElement> elements;
  std::vector<ContentBlock> blocks;
  std::string title;          // of the first <title>, as text
  std::uint8_t declared = 0;  // kinds
};

// `index` is the index of `text` in the same scripting mode.
ContentPage read_content_blocks(std::string_view text, const TagIndex& index, Scripting scripting);

// Returns 1 to 6 for h1 to h6, and 0 for other elements.
int heading_level(TagName name);

// Returns true for elements that flow within a line. `written` is the name in the page.
bool is_inline_element(TagName name, std::string_view written);

}  // namespace freshet
