#include "crawl/sketch.h"

#include <array>
#include <bit>
#include <string>

#include "base/ascii.h"
#include "base/hash.h"

namespace freshet {
namespace {

constexpr int kBitsApartMax = 2;

class Sums {
 public:
  void add(std::string_view word) {
    const std::uint64_t hash = hash64(word);
    for (std::size_t bit = 0; bit < 64; ++bit) sums_[bit] += (hash >> bit & 1) != 0 ? 1 : -1;
  }
  std::uint64_t signs() const {
    std::uint64_t made = 0;
    for (std::size_t bit = 0; bit < 64; ++bit)
      if (sums_[bit] > 0) made |= std::uint64_t{1} << bit;
    return made;
  }

 private:
  std::array<std::int32_t, 64> sums_{};
};

// Numbers are left out: pages that differ only in them are alike.
void add_words(Sums& sums, std::string_view text) {
  std::string word;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && !is_ascii_whitespace(text[i])) {
      if (!is_ascii_digit(text[i])) word += text[i];
      continue;
    }
    if (!word.empty()) sums.add(word);
    word.clear();
  }
}

}  // namespace

std::uint64_t sketch_page(std::string_view text, const TagIndex& index) {
  Sums sums;
  std::size_t at = 0;
  for (const Tag& tag : index) {
    if (tag.start > at) add_words(sums, text.substr(at, tag.start - at));
    at = tag.end();
  }
  if (at < text.size()) add_words(sums, text.substr(at));
  return sums.signs();
}

bool are_alike(std::uint64_t a, std::uint64_t b) { return std::popcount(a ^ b) <= kBitsApartMax; }

}  // namespace freshet
