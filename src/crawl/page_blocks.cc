#include "crawl/page_blocks.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/ascii.h"
#include "base/percent.h"
#include "base/quick_hash.h"

namespace freshet {
namespace {

constexpr std::size_t kBlockBytesMax = std::size_t{512} << 10;  // of a page's text
constexpr std::size_t kWordsOfUrlMax = 64;
// Length of a word in scripts without spaces.
constexpr std::size_t kWordBytesMax = 24;
// Words counted for a body that is not HTML.
constexpr std::uint32_t kWordsOfBody = 100;

std::uint64_t stirred(std::uint64_t x) {
  x ^= x >> 33;
  x *= 0xff51afd7ed558ccd;
  x ^= x >> 33;
  x *= 0xc4ceb9fe1a85ec53;
  return x ^ (x >> 33);
}

// Returns true for tags that do not end a block. Most names are looked up here, so few are
// compared: those that begin with the same letter.
bool is_inline(std::string_view name) {
  if (name.empty() || name.size() > 6) return false;
  const auto is_one_of = [name](std::initializer_list<std::string_view> known) {
    return std::ranges::any_of(
        known, [&](std::string_view one) { return equals_ignoring_case(name, one); });
  };
  switch (to_ascii_lower(name.front())) {
    case 'a':
      return is_one_of({"abbr"});
    case 'b':
      return name.size() == 1;
    case 'c':
      return is_one_of({"code"});
    case 'e':
      return is_one_of({"em"});
    case 'f':
      return is_one_of({"font"});
    case 'i':
      return name.size() == 1;
    case 'm':
      return is_one_of({"mark"});
    case 's':
      return is_one_of({"span", "strong", "small", "sup", "sub"});
    case 'u':
      return name.size() == 1;
    case 'w':
      return is_one_of({"wbr"});
    default:
      return false;
  }
}

bool holds_code(std::string_view name) {
  return equals_ignoring_case(name, "script") || equals_ignoring_case(name, "style");
}

// For each byte: 0 if it ends a word, else the byte in lower case.
constexpr std::array<char, 256> kWordBytes = [] {
  std::array<char, 256> table{};
  for (std::size_t i = 0; i < table.size(); ++i) {
    const char c = static_cast<char>(i);
    if (is_ascii_digit(c) || is_ascii_alpha(c) || i >= 0x80) table[i] = to_ascii_lower(c);
  }
  return table;
}();

// Calls `take` with each word of `text` in lower case. Numbers are skipped: they count pages, days
// and visitors.
template <class Take>
void each_word(std::string_view text, const Take& take) {
  std::array<char, kWordBytesMax> word;
  std::size_t size = 0;
  bool is_number = true;
  const auto end_word = [&] {
    if (!is_number) take(std::string_view(word.data(), size));
    size = 0;
    is_number = true;
  };
  for (const char c : text) {
    const char lower = kWordBytes[static_cast<unsigned char>(c)];
    if (lower == 0) {
      if (size > 0) end_word();
      continue;
    }
    is_number = is_number && is_ascii_digit(lower);
    word[size++] = lower;
    if (size == word.size()) end_word();
  }
  end_word();
}

class BlockMaker {
 public:
  explicit BlockMaker(const Url& url) {
    std::string target(url.path());
    if (const auto query = url.query()) target.append(" ").append(*query);
    each_word(percent_decode(target), [&](std::string_view word) {
      if (known_.size() < kWordsOfUrlMax) known_.push_back(quick_hash(word));
    });
    std::ranges::sort(known_);
  }

  void add(std::string_view text) {
    each_word(text, [&](std::string_view word) {
      const std::uint64_t hash = quick_hash(word);
      if (std::ranges::binary_search(known_, hash)) return;
      block_.hash = stirred(block_.hash ^ hash);
      last_ = {last_[1], last_[2], hash};
      if (++block_.words >= 3) add_shingle();
    });
  }

  void end_block() {
    if (block_.words == 0) return;
    if (block_.words < 3) add_shingle();
    block_.shingles = static_cast<std::uint32_t>(made_.shingles.size()) - block_.first_shingle;
    made_.blocks.push_back(block_);
    block_ = {.first_shingle = static_cast<std::uint32_t>(made_.shingles.size())};
    last_ = {};
  }

  PageBlocks take() {
    end_block();
    std::ranges::stable_sort(made_.blocks, {}, &TextBlock::hash);
    made_.blocks.erase(std::ranges::unique(made_.blocks, {}, &TextBlock::hash).begin(),
                       made_.blocks.end());
    for (const TextBlock& block : made_.blocks) {
      made_.words += block.words;
      made_.fingerprint = stirred(made_.fingerprint ^ block.hash);
    }
    return std::move(made_);
  }

 private:
  void add_shingle() {
    if (made_.shingles.size() >= kBlockShinglesMax) return;
    made_.shingles.push_back(stirred(stirred(stirred(last_[0]) ^ last_[1]) ^ last_[2]));
  }

  std::vector<std::uint64_t> known_;  // words of the URL, sorted
  std::array<std::uint64_t, 3> last_{};
  TextBlock block_;
  PageBlocks made_;
};

}  // namespace

PageBlocks page_blocks(const Url& url, std::string_view text, const TagIndex& index) {
  text = text.substr(0, kBlockBytesMax);
  BlockMaker maker(url);
  std::size_t at = 0;
  bool is_code = false;
  bool is_drawing = false;  // one block: its labels are words of one statement
  for (const Tag& tag : index) {
    if (tag.end() > text.size()) break;
    if (tag.start > at && !is_code) maker.add(text.substr(at, tag.start - at));
    at = tag.end();
    const std::string_view name = tag.name(text);
    if (equals_ignoring_case(name, "svg")) {
      // "<svg/>" is empty.
      is_drawing = !tag.is_end() && text[tag.end() - 2] != '/';
      maker.end_block();
    } else if (!is_drawing && !is_inline(name)) {
      maker.end_block();
    }
    is_code = !tag.is_end() && holds_code(name);
  }
  if (at < text.size() && !is_code) maker.add(text.substr(at));
  return maker.take();
}

PageBlocks body_blocks(std::string_view body) {
  const std::uint64_t hash = stirred(quick_hash(body));
  return {.blocks = {{.hash = hash, .words = kWordsOfBody, .shingles = 1}},
          .shingles = {hash},
          .words = kWordsOfBody,
          .fingerprint = hash};
}

}  // namespace freshet
