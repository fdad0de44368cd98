#include "change/page_print.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/ascii.h"
#include "base/hash.h"
#include "base/quick_hash.h"
#include "similar/mix.h"

namespace freshet {
namespace {

// Forms are none of them: the text of some policies changes within one.
constexpr std::array<unsigned, 5> kFramePlaces = {kInMenu, kInFooter, kInAside, kInOverlay,
                                                  kHidden};

std::uint64_t hash_text(std::string_view text) { return text.empty() ? 0 : quick_hash(text) | 1; }

std::uint64_t hash_all(const std::vector<std::string>& texts) {
  std::uint64_t hash = 0;
  for (const std::string& text : texts) hash = mix64(hash + quick_hash(text)) | 1;
  return hash;
}

std::uint32_t count_words(std::string_view text) {
  std::uint32_t words = 0;
  bool in_word = false;
  for (const char c : text) {
    const bool part = !is_ascii_whitespace(c);
    words += part && !in_word;
    in_word = part;
  }
  return words;
}

bool tells_of_error(std::string_view text) {
  static constexpr std::array<std::string_view, 18> kPhrases = {
      "access denied",
      "access to this page has been denied",
      "403 forbidden",
      "404 not found",
      "page not found",
      "error 404",
      "502 bad gateway",
      "503 service",
      "504 gateway",
      "service unavailable",
      "just a moment",
      "checking your browser",
      "are you a robot",
      "are a human",
      "unusual traffic",
      "attention required",
      "enable javascript and cookies",
      "too many requests"};
  const std::string lower = ascii_lower(text);
  return std::any_of(kPhrases.begin(), kPhrases.end(),
                     [&](std::string_view phrase) { return lower.find(phrase) != lower.npos; });
}

void sort_unique(std::vector<std::uint64_t>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

}  // namespace

unsigned frame_of(const std::vector<Block>& blocks) {
  std::size_t all = 0;
  std::array<std::size_t, kFramePlaces.size()> bytes{};
  for (const Block& block : blocks) {
    all += block.text.size();
    for (std::size_t i = 0; i < kFramePlaces.size(); ++i)
      if (block.place & kFramePlaces[i]) bytes[i] += block.text.size();
  }
  unsigned frame = kInTemplate;
  for (std::size_t i = 0; i < kFramePlaces.size(); ++i)
    if (static_cast<double>(bytes[i]) < kFrameShareMax * static_cast<double>(all))
      frame |= kFramePlaces[i];
  return frame;
}

bool reads_like_error(std::string_view text) {
  return count_words(text) <= kErrorPageWordsMax && tells_of_error(text);
}

PagePrint print_blocks(const std::vector<Block>& blocks) {
  PagePrint print;
  const unsigned frame = frame_of(blocks);
  std::string text;
  for (const Block& block : blocks) {
    BlockPrint one;
    one.text = hash_text(block.text);
    one.links = hash_all(block.links);
    one.markup = hash_text(block.markup);
    one.images = hash_all(block.images);
    one.words = count_words(block.text);
    one.is_content = (block.place & frame) == 0;
    print.words += one.words;
    for (const std::string& link : block.links) print.links.push_back(quick_hash(link));
    if (one.is_content)
      for (const std::string& image : block.images) print.images.push_back(quick_hash(image));
    if (one.text == 0 && one.links == 0) continue;
    print.blocks.push_back(one);
    if (one.text == 0) continue;
    text += block.text;
    text += '\n';
  }
  std::sort(print.links.begin(), print.links.end());
  sort_unique(print.images);
  print.text_hash = hash64(text);
  print.shingles = word_shingle_set(text);
  print.sketch = min_hash(print.shingles);
  print.tells_of_error = print.words <= kErrorPageWordsMax && tells_of_error(text);
  return print;
}

PagePrint print_page(std::string_view bytes, std::string_view text, const TagIndex& index,
                     Scripting scripting, std::span<const std::uint32_t> template_texts) {
  PagePrint print = print_blocks(read_blocks(text, index, scripting, template_texts));
  print.bytes_hash = hash64(bytes);
  for (const Tag& tag : index)
    if (!tag.is_end()) ++print.tags[static_cast<std::size_t>(tag.known_name(text))];
  return print;
}

double same_structure(const PagePrint& a, const PagePrint& b) {
  std::uint64_t common = 0, all = 0;
  for (std::size_t i = 0; i < kTagNameCount; ++i) {
    common += std::min(a.tags[i], b.tags[i]);
    all += std::uint64_t{a.tags[i]} + b.tags[i];
  }
  return all == 0 ? 1.0 : 2.0 * static_cast<double>(common) / static_cast<double>(all);
}

}  // namespace freshet
