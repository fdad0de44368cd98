// Words in the classes, ids and roles of the elements around a block.
//
// Authors name the parts of a page for themselves: "sidebar", "post-content", "cookie-notice". A
// model has a table of such tokens with the log odds that text below them is main text. Tokens are
// hashed; each distinct attribute value of a page is split once.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "clean/content_blocks.h"

namespace freshet {

inline constexpr std::size_t kTokenBytesMax = 40;  // longer words are no names
inline constexpr std::size_t kTokensOfValueMax = 48;

// The surroundings of a block that its elements declare; a set of these bits.
enum ElementFlag : std::uint32_t {
  kElementNav = 1u << 0,
  kElementHeader = 1u << 1,
  kElementFooter = 1u << 2,
  kElementAside = 1u << 3,
  kElementForm = 1u << 4,
  kElementArticle = 1u << 5,
  kElementMain = 1u << 6,
  kElementTable = 1u << 7,
  kElementList = 1u << 8,
  kElementHidden = 1u << 9,
  kElementButton = 1u << 10,
  kElementDialog = 1u << 11,
  kElementFigure = 1u << 12,
  kElementHeading = 1u << 13,
  kElementPre = 1u << 14,
  kElementQuote = 1u << 15,
  kElementLabel = 1u << 16,
  kElementSelect = 1u << 17,
  kElementCell = 1u << 18,
  kElementSection = 1u << 19,
  kElementTerms = 1u << 20,
  kElementNoscript = 1u << 21,
};
inline constexpr std::size_t kElementFlagCount = 22;

// A run of token hashes: those of one attribute value.
struct TokenRun {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

// The declarations of all elements that have a block somewhere below them.
struct ElementMarks {
  std::vector<std::uint32_t> flags;        // of each element, with those of its ancestors
  std::vector<std::uint64_t> looks;        // of each element: hash of its name and class
  std::vector<std::uint32_t> first_value;  // of each element and one more: into `values`
  std::vector<std::uint32_t> values;       // indexes into `runs`
  std::vector<TokenRun> runs;              // distinct attribute values
  std::vector<std::uint64_t> tokens;       // hashes
  std::vector<bool> is_used;               // the element is around some block
};

// The names of tokens by their hashes, for training and explanations.
using TokenNames = std::unordered_map<std::uint64_t, std::string>;

// Reads the attributes of the elements around blocks. Adds their tokens to `names` if not null.
ElementMarks read_element_marks(std::string_view text, const TagIndex& index,
                                const ContentPage& page, TokenNames* names = nullptr);

std::uint64_t token_hash(std::string_view token);

// Returns the token that stands for elements of this name: "<p".
std::string tag_token(TagName name);

}  // namespace freshet
