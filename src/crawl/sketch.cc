#include "crawl/sketch.h"

#include <array>
#include <bit>
#include <cstring>
#include <string>

#include "base/ascii.h"
#include "base/quick_hash.h"

namespace freshet {
namespace {

constexpr int kBitsApartMax = 2;
constexpr std::uint64_t kEachByte = 0x0101010101010101u;
constexpr std::uint64_t kHighBits = 0x80 * kEachByte;

// Counts how many hashes have each of the 64 bits. The counts are stored bit-sliced: bit i of plane
// k is bit k of the count of bit i, so that one addition counts all 64 at once; eight hashes are
// added together, because most of the cost of an addition is its carry.
class BitCounts {
 public:
  void add(std::uint64_t hash) {
    waiting_[added_++ % waiting_.size()] = hash;
    if (added_ % waiting_.size() == 0) count_waiting();
  }

  // Returns the bits that more than half of the hashes have.
  std::uint64_t of_most() {
    const std::size_t added = added_;
    while (added_ % waiting_.size() != 0) add(0);
    std::uint64_t most = 0;
    for (std::size_t bit = 0; bit < 64; ++bit) {
      std::uint64_t count = 0;
      for (std::size_t k = 0; k < planes_.size(); ++k) count |= (planes_[k] >> bit & 1) << k;
      if (2 * count > added) most |= std::uint64_t{1} << bit;
    }
    return most;
  }

 private:
  // Adds a and b to a plane and returns the carry to the next.
  static std::uint64_t add_to(std::uint64_t& plane, std::uint64_t a, std::uint64_t b) {
    const std::uint64_t odd = plane ^ a;
    const std::uint64_t carry = (plane & a) | (odd & b);
    plane = odd ^ b;
    return carry;
  }

  void count_waiting() {
    std::array<std::uint64_t, 4> twos;
    for (std::size_t i = 0; i < 4; ++i)
      twos[i] = add_to(planes_[0], waiting_[2 * i], waiting_[2 * i + 1]);
    const std::uint64_t four = add_to(planes_[1], twos[0], twos[1]);
    std::uint64_t carry = add_to(planes_[2], four, add_to(planes_[1], twos[2], twos[3]));
    for (std::size_t k = 3; carry != 0; ++k) carry = add_to(planes_[k], carry, 0);
  }

  std::array<std::uint64_t, 8> waiting_{};
  std::array<std::uint64_t, 34> planes_{};  // a page has fewer than 2^32 words
  std::size_t added_ = 0;
};

// Eight bytes of text, the first one lowest; a mark is the high bit of a byte.
class EightBytes {
 public:
  explicit EightBytes(const char* bytes) {
    std::memcpy(&bytes_, bytes, 8);
    if constexpr (std::endian::native == std::endian::big) bytes_ = __builtin_bswap64(bytes_);
  }
  std::uint64_t blanks() const { return ~from('!') & ~bytes_ & kHighBits; }
  std::uint64_t digits() const { return from('0') & ~from(':') & ~bytes_ & kHighBits; }

 private:
  // Marks the bytes whose lower seven bits are at least `c`; other bits are meaningless.
  std::uint64_t from(std::uint64_t c) const {
    return (bytes_ & ~kHighBits) + (0x80 - c) * kEachByte;
  }

  std::uint64_t bytes_;
};

// The words of a page, separated by blanks. Digits are skipped: pages that differ only in numbers
// are alike.
class Words {
 public:
  explicit Words(BitCounts& counts) : counts_(counts) {}

  void add(std::string_view text) {
    std::size_t begin = 0;
    std::uint64_t digits = 0;  // not 0: there may be digits in the word
    std::size_t at = 0;
    for (; at + 8 <= text.size(); at += 8) {
      const EightBytes eight(text.data() + at);
      const std::uint64_t digits_here = eight.digits();
      digits |= digits_here;
      for (std::uint64_t blanks = eight.blanks(); blanks != 0; blanks &= blanks - 1) {
        const std::size_t end = at + static_cast<std::size_t>(std::countr_zero(blanks)) / 8;
        if (end > begin) add_word(text.substr(begin, end - begin), digits != 0);
        begin = end + 1;
        digits = digits_here;
      }
    }
    for (; at < text.size(); ++at) {
      if (static_cast<unsigned char>(text[at]) > ' ') continue;
      if (at > begin) add_word(text.substr(begin, at - begin), true);
      begin = at + 1;
    }
    if (begin < text.size()) add_word(text.substr(begin), true);
  }

 private:
  void add_word(std::string_view word, bool may_have_digits) {
    if (may_have_digits) word = without_digits(word);
    if (!word.empty()) counts_.add(quick_hash(word));
  }

  // Without a branch per byte: some words are long and have many digits.
  std::string_view without_digits(std::string_view word) {
    if (kept_.size() < word.size()) kept_.resize(word.size());
    std::size_t size = 0;
    for (const char c : word) {
      kept_[size] = c;
      size += is_ascii_digit(c) ? 0 : 1;
    }
    return {kept_.data(), size};
  }

  BitCounts& counts_;
  std::string kept_;
};

bool begins_code(TagName name) { return name == TagName::script || name == TagName::style; }

}  // namespace

std::uint64_t sketch_page(std::string_view text, const TagIndex& index) {
  BitCounts counts;
  Words words(counts);
  std::size_t at = 0;
  bool is_code = false;
  for (const Tag& tag : index) {
    if (tag.start > at && !is_code) words.add(text.substr(at, tag.start - at));
    at = tag.end();
    is_code = !tag.is_end() && begins_code(tag.known_name(text));
  }
  if (at < text.size() && !is_code) words.add(text.substr(at));
  return counts.of_most();
}

bool are_alike(std::uint64_t a, std::uint64_t b) { return std::popcount(a ^ b) <= kBitsApartMax; }

}  // namespace freshet
