#include "clean/tokens.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#include "base/ascii.h"
#include "base/check.h"
#include "base/hash.h"
#include "html/attributes.h"
#include "html/page_walk.h"
#include "html/text_flow.h"
#include "similar/mix.h"

namespace freshet {
namespace {

TokenShape tag_shape(TagName name, std::string_view written, bool is_end) {
  std::size_t number = static_cast<std::size_t>(name);
  if (name == TagName::unknown)
    number = kTagNameCount + find_tag_key(written).unknown_hash % kUnknownShapes;
  return static_cast<TokenShape>(1 + 2 * number + (is_end ? 1 : 0));
}

std::uint64_t from_little_endian(std::uint64_t bytes) {
  return std::endian::native == std::endian::big ? __builtin_bswap64(bytes) : bytes;
}

// Hashes a class or an id up to its first digit: row17 and row18 are the same kind of row.
std::uint64_t hash_before_digit(const char* value, const char* end, std::uint64_t hash) {
  const char* stop = value;
  while (stop < end && !is_ascii_digit(*stop)) ++stop;
  for (; stop - value >= 8; value += 8) {
    std::uint64_t eight;
    std::memcpy(&eight, value, 8);
    hash = mix64(hash ^ from_little_endian(eight));
  }
  std::uint64_t rest = 0;
  for (unsigned shift = 0; value < stop; ++value, shift += 8)
    rest |= std::uint64_t{static_cast<unsigned char>(*value)} << shift;
  return mix64(hash ^ rest);
}

bool is_class(std::string_view name) { return equals_ignoring_case(name, "class"); }
bool is_id(std::string_view name) { return equals_ignoring_case(name, "id"); }

// Returns a hash of class and id, 0 if the tag has neither.
std::uint64_t hash_attributes(std::string_view text, const Tag& tag) {
  constexpr std::uint64_t kClass = 0xcbf29ce484222325, kId = 0x84222325cbf29ce4;
  std::uint64_t hash = 0;
  std::size_t at = tag.start + tag.name_offset + tag.name_length;
  const std::size_t end = tag.end() - 1;
  while (const auto attribute = next_attribute(text, at, end)) {
    const std::size_t length = attribute->name_end - attribute->name_start;
    if (length != 5 && length != 2) continue;
    const bool counts =
        length == 5 ? is_class(attribute->name(text)) : is_id(attribute->name(text));
    if (counts)
      hash += hash_before_digit(text.data() + attribute->value_start,
                                text.data() + attribute->value_end, length == 5 ? kClass : kId);
  }
  return hash;
}

// Remembers the attributes of start tags: most are written as an earlier one of their page.
class KnownTags {
 public:
  explicit KnownTags(std::string_view text) : text_(text) {}

  // Returns hash_attributes of the tag.
  std::uint64_t hash(const Tag& tag) {
    const char* bytes = text_.data() + tag.start;
    std::uint64_t last = 0;  // "class=a>" and the like
    std::memcpy(&last, bytes + tag.length - std::min<std::size_t>(tag.length, sizeof(last)),
                std::min<std::size_t>(tag.length, sizeof(last)));
    Known& known = known_[((last ^ tag.length) * 0x9e3779b97f4a7c15) >> (64 - kBits)];
    if (known.length == tag.length &&
        std::memcmp(text_.data() + known.start, bytes, tag.length) == 0)
      return known.hash;
    known = {tag.start, tag.length, hash_attributes(text_, tag)};
    return known.hash;
  }

 private:
  struct Known {
    std::uint32_t start = 0, length = 0;
    std::uint64_t hash = 0;
  };
  static constexpr unsigned kBits = 6;

  std::string_view text_;
  std::array<Known, std::size_t{1} << kBits> known_{};
};

// Tags with many attributes of their own, whose class says little of the layout.
bool is_detail(TagName name) {
  switch (name) {
    case TagName::a:
    case TagName::img:
    case TagName::input:
    case TagName::link:
    case TagName::meta:
    case TagName::option:
    case TagName::script:
      return true;
    default:
      return false;
  }
}

class Tokenizer {
 public:
  Tokenizer(std::string_view text, const TagIndex& index, PageTokens& page)
      : text_(text), index_(index), page_(page), known_tags_(text) {}

  void text(std::size_t from, std::size_t to, TextKind kind, const Surroundings& around) {
    if (kind == TextKind::unseen || around.are_unseen()) return;
    std::size_t first = from, last = to;
    while (first < last && is_ascii_whitespace(text_[first])) ++first;
    while (last > first && is_ascii_whitespace(text_[last - 1])) --last;
    if (first == last) return;
    const std::string_view words = text_.substr(first, last - first);
    if (kind != TextKind::markup || words.find('<') == std::string_view::npos)
      return add(hash64(words), from, words.size(), kTextShape);
    flow_.add(text_, first, last, kind, around.place());
    const std::string seen = flow_.take();
    if (!seen.empty()) add(hash64(seen), from, seen.size(), kTextShape);
  }

  void start_tag(std::size_t i, TagName name, Namespace, const Surroundings&) {
    const Tag& tag = index_[i];
    const TokenShape shape = tag_shape(name, tag.name(text_), false);
    const bool is_bare = tag.length <= 2 + tag.name_length || is_detail(name);
    const std::uint64_t id = mix64(shape + (is_bare ? 0 : known_tags_.hash(tag)));
    std::uint16_t& bin = page_.bag[id % kTagBins];
    if (bin < std::numeric_limits<std::uint16_t>::max()) ++bin;
    add(id, tag.start, 0, shape);
  }

  void end_tag(std::size_t i, TagName name, Namespace, const Surroundings&) {
    const Tag& tag = index_[i];
    const TokenShape shape = tag_shape(name, tag.name(text_), true);
    add(mix64(shape), tag.start, 0, shape);
  }

 private:
  void add(std::uint64_t id, std::size_t from, std::size_t bytes, TokenShape shape) {
    page_.print = mix64(page_.print ^ id) + id;
    page_.tokens.push_back(
        {id, static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(bytes), shape});
  }

  std::string_view text_;
  const TagIndex& index_;
  PageTokens& page_;
  KnownTags known_tags_;
  TextFlow flow_;
};

}  // namespace

double bag_distance(const TagBag& a, const TagBag& b) {
  std::uint32_t common = 0, all = 0;
  for (std::size_t i = 0; i < kTagBins; ++i) {
    common += std::min(a[i], b[i]);
    all += std::max(a[i], b[i]);
  }
  return all == 0 ? 0 : 1 - static_cast<double>(common) / static_cast<double>(all);
}

void tokenize(std::string_view text, const TagIndex& index, Scripting scripting, PageTokens& page) {
  require(index.empty() || index.back().end() <= text.size(), "the index is that of the text");
  page.tokens.clear();
  page.bag.fill(0);
  page.print = 0;
  page.too_long = index.size() > kPageTokensMax;
  if (page.too_long) return;
  page.tokens.reserve(2 * index.size() + 1);
  Tokenizer tokenizer(text, index, page);
  walk_page(text, index, scripting, tokenizer);
  page.too_long = page.tokens.size() > kPageTokensMax;
  if (page.too_long) page.tokens.clear();
}

PageTokens tokenize(std::string_view text, const TagIndex& index, Scripting scripting) {
  PageTokens page;
  tokenize(text, index, scripting, page);
  return page;
}

}  // namespace freshet
