#include "html/packed_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "base/check.h"
#include "base/hash.h"

namespace freshet {
namespace {

constexpr std::string_view kMagic = "FTI";
constexpr char kVersion = 1;

// Offsets of the fields of the head.
constexpr std::size_t kVersionAt = 3;
constexpr std::size_t kChecksumAt = 4;
constexpr std::size_t kWidthsAt = 8;
constexpr std::size_t kEscapesAt = 12;
constexpr std::size_t kCountAt = 16;
static_assert(kCountAt + 4 == kPackedIndexHeadBytes);

constexpr unsigned kNameLengthBits = 4;
constexpr std::uint32_t kCountEscape = (1u << 19) - 1;  // the count follows the head word

// The stored numbers of one tag.
struct Fields {
  std::uint32_t gap;          // bytes between the end of the previous tag and this one
  std::uint32_t rest;         // bytes between the name and the '>'
  std::uint32_t name_offset;  // minus one
  std::uint32_t name_length;
};

struct Widths {
  unsigned gap = 0;
  unsigned rest = 0;
  unsigned name_offset = 0;

  unsigned sum() const { return gap + rest + name_offset + kNameLengthBits; }
};

struct Head {
  Widths widths;
  std::uint32_t count = 0;
  std::uint32_t escapes = 0;
  bool long_count = false;

  // Without the last word if the count fits into the head word.
  std::size_t size() const { return long_count ? kPackedIndexHeadBytes : kCountAt; }
  std::size_t fields_bytes() const {
    return static_cast<std::size_t>((std::uint64_t{count} * widths.sum() + 7) / 8);
  }
  std::size_t total() const { return size() + fields_bytes() + std::size_t{4} * escapes; }
};

// Returns the value that means "too wide for this field: take the next of the escapes".
constexpr std::uint32_t escape_of(unsigned width) {
  return static_cast<std::uint32_t>((std::uint64_t{1} << width) - 1);
}

std::uint32_t read_word(std::string_view bytes, std::size_t at) {
  std::uint32_t word = 0;
  for (std::size_t i = 0; i < 4; ++i)
    word |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
  return word;
}

void append_word(std::string& bytes, std::uint32_t word) {
  for (int i = 0; i < 4; ++i) bytes.push_back(static_cast<char>(word >> (8 * i)));
}

std::uint32_t checksum(std::string_view packed) {
  return static_cast<std::uint32_t>(hash64(packed.substr(kWidthsAt)));
}

// Counts the bit lengths of the values of a field, to choose its width.
class WidthChooser {
 public:
  void add(std::uint32_t value) {
    // A value needs the width at which it is less than all ones.
    ++needed_[static_cast<std::size_t>(std::bit_width(value + 1))];
    any_ |= value;
    ++count_;
  }

  // Returns the width that minimises the size of fields and escapes.
  unsigned best(unsigned width_max) const {
    if (any_ == 0) return 0;
    unsigned best_width = width_max;
    std::uint64_t best_bits = ~std::uint64_t{0};
    std::uint64_t escaped = count_ - needed_[0];
    for (unsigned width = 1; width <= width_max; ++width) {
      escaped -= needed_[width];
      const std::uint64_t bits = count_ * width + escaped * 32;
      if (bits < best_bits) {
        best_bits = bits;
        best_width = width;
      }
    }
    return best_width;
  }

 private:
  std::array<std::uint64_t, 34> needed_{};
  std::uint64_t count_ = 0;
  std::uint32_t any_ = 0;
};

std::vector<Fields> fields_of(const TagIndex& index) {
  std::vector<Fields> fields;
  fields.reserve(index.size());
  std::uint32_t end = 0;
  for (const Tag& tag : index) {
    const std::uint32_t named = tag.name_offset + tag.name_length + 1;
    require(tag.start >= end && tag.length >= named && tag.name_offset >= 1 && tag.name_length >= 1,
            "an index in the order of its page");
    fields.push_back({tag.start - end, tag.length - named, tag.name_offset - 1u, tag.name_length});
    end = tag.end();
  }
  return fields;
}

class BitWriter {
 public:
  explicit BitWriter(std::string& bytes) : bytes_(bytes) {}

  void put(std::uint32_t value, unsigned width) {
    pending_ |= std::uint64_t{value} << bits_;
    bits_ += width;
    while (bits_ >= 8) {
      bytes_.push_back(static_cast<char>(pending_));
      pending_ >>= 8;
      bits_ -= 8;
    }
  }
  void finish() {
    if (bits_ > 0) bytes_.push_back(static_cast<char>(pending_));
  }

 private:
  std::string& bytes_;
  std::uint64_t pending_ = 0;
  unsigned bits_ = 0;
};

class BitReader {
 public:
  explicit BitReader(std::string_view bytes) : bytes_(bytes) {}

  std::uint32_t take(unsigned width) {
    while (bits_ < width) {
      pending_ |= std::uint64_t{static_cast<unsigned char>(bytes_[at_++])} << bits_;
      bits_ += 8;
    }
    const auto value = static_cast<std::uint32_t>(pending_ & ((std::uint64_t{1} << width) - 1));
    pending_ >>= width;
    bits_ -= width;
    return value;
  }
  std::size_t at() const { return at_; }  // bytes begun
  bool rest_is_zero() const { return at_ == bytes_.size() && pending_ == 0; }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
  std::uint64_t pending_ = 0;
  unsigned bits_ = 0;
};

// `at` counts from the beginning of the packed index.
std::unexpected<Error> damaged(const PackedIndexPlace& place, std::size_t at, std::string what) {
  return std::unexpected(
      Error{Errc::corrupt, fmt::format("{}: tag index at byte {}: at byte {}: {}", place.file,
                                       place.offset, place.offset + at, what)});
}

Result<Head> read_head(std::string_view packed, const PackedIndexPlace& place) {
  if (packed.size() < kCountAt)
    return damaged(place, packed.size(),
                   fmt::format("expected {} bytes of head, found {}", kCountAt, packed.size()));
  if (!packed.starts_with(kMagic)) return damaged(place, 0, "expected the magic \"FTI\"");
  if (packed[kVersionAt] != kVersion)
    return damaged(place, kVersionAt,
                   fmt::format("expected version {:d}, found {}", kVersion,
                               static_cast<unsigned char>(packed[kVersionAt])));
  const std::uint32_t word = read_word(packed, kWidthsAt);
  Head head{.widths = {.gap = word & 31, .rest = (word >> 5) & 15, .name_offset = (word >> 9) & 15},
            .count = word >> 13,
            .escapes = read_word(packed, kEscapesAt)};
  if (head.count == kCountEscape) {
    head.long_count = true;
    if (packed.size() < kPackedIndexHeadBytes)
      return damaged(place, packed.size(), "expected the number of tags, found the end");
    head.count = read_word(packed, kCountAt);
  }
  if (head.count > kIndexedBytesMax / 3)
    return damaged(
        place, kCountAt,
        fmt::format("expected at most {} tags, found {}", kIndexedBytesMax / 3, head.count));
  if (head.escapes > 3 * std::uint64_t{head.count})
    return damaged(place, kEscapesAt,
                   fmt::format("expected at most {} escapes, found {}",
                               3 * std::uint64_t{head.count}, head.escapes));
  return head;
}

}  // namespace

std::string pack_index(const TagIndex& index) {
  const std::vector<Fields> all = fields_of(index);
  WidthChooser gaps, rests, name_offsets;
  for (const Fields& f : all) {
    gaps.add(f.gap);
    rests.add(f.rest);
    name_offsets.add(f.name_offset);
  }
  const Widths widths{
      .gap = gaps.best(31), .rest = rests.best(15), .name_offset = name_offsets.best(1)};
  std::string packed(kMagic);
  packed.push_back(kVersion);
  packed.append(8 + 4, '\0');  // checksum, head word and escapes: filled in at the end
  const auto count = static_cast<std::uint32_t>(all.size());
  const bool long_count = count >= kCountEscape;
  if (long_count) append_word(packed, count);

  std::vector<std::uint32_t> escapes;
  BitWriter writer(packed);
  const auto put = [&](std::uint32_t value, unsigned width) {
    if (width == 0) return;
    const std::uint32_t escape = escape_of(width);
    if (value >= escape) escapes.push_back(value);
    writer.put(value < escape ? value : escape, width);
  };
  for (const Fields& f : all) {
    put(f.gap, widths.gap);
    put(f.rest, widths.rest);
    writer.put(f.name_offset, widths.name_offset);
    put(f.name_length, kNameLengthBits);
  }
  writer.finish();
  for (const std::uint32_t value : escapes) append_word(packed, value);

  const auto patch = [&](std::size_t at, std::uint32_t word) {
    for (std::size_t i = 0; i < 4; ++i) packed[at + i] = static_cast<char>(word >> (8 * i));
  };
  patch(kWidthsAt, widths.gap | widths.rest << 5 | widths.name_offset << 9 |
                       (long_count ? kCountEscape : count) << 13);
  patch(kEscapesAt, static_cast<std::uint32_t>(escapes.size()));
  patch(kChecksumAt, checksum(packed));
  return packed;
}

Result<std::size_t> packed_index_size(std::string_view head, const PackedIndexPlace& place) {
  const auto read = read_head(head, place);
  if (!read) return std::unexpected(read.error());
  return read->total();
}

Result<TagIndex> unpack_index(std::string_view packed, std::size_t page_bytes,
                              const PackedIndexPlace& place) {
  const auto head = read_head(packed, place);
  if (!head) return std::unexpected(head.error());
  if (packed.size() != head->total())
    return damaged(place, std::min(packed.size(), head->total()),
                   fmt::format("expected {} bytes in all, found {}", head->total(), packed.size()));
  if (checksum(packed) != read_word(packed, kChecksumAt))
    return damaged(place, kChecksumAt,
                   fmt::format("expected checksum {:08x}, found {:08x}", checksum(packed),
                               read_word(packed, kChecksumAt)));

  const std::size_t escapes_at = head->size() + head->fields_bytes();
  std::size_t next_escape = escapes_at;
  bool escapes_ran_out = false;
  BitReader reader(packed.substr(head->size(), head->fields_bytes()));
  const auto take = [&](unsigned width) -> std::uint64_t {
    const std::uint32_t value = reader.take(width);
    if (width == 0 || value != escape_of(width)) return value;
    escapes_ran_out |= next_escape == packed.size();
    if (escapes_ran_out) return 0;
    next_escape += 4;
    return read_word(packed, next_escape - 4);
  };
  TagIndex index;
  index.reserve(head->count);
  std::uint64_t end = 0;
  for (std::uint32_t i = 0; i < head->count; ++i) {
    const std::uint64_t start = end + take(head->widths.gap);
    const std::uint64_t rest = take(head->widths.rest);
    const std::uint64_t name_offset = reader.take(head->widths.name_offset) + 1;
    const std::uint64_t name_length = take(kNameLengthBits);
    end = start + name_offset + name_length + 1 + rest;
    if (escapes_ran_out)
      return damaged(place, packed.size(), fmt::format("expected an escape for tag {}", i));
    if (end > page_bytes || name_offset > 2 || name_length == 0)
      return damaged(place, head->size() + reader.at(),
                     fmt::format("expected tag {} inside of a page of {} bytes", i, page_bytes));
    index.push_back({static_cast<std::uint32_t>(start), static_cast<std::uint32_t>(end - start),
                     static_cast<std::uint32_t>(name_length),
                     static_cast<std::uint8_t>(name_offset)});
  }
  if (!reader.rest_is_zero())
    return damaged(place, escapes_at - 1, "expected zero bits behind the last tag");
  if (next_escape != packed.size()) return damaged(place, next_escape, "expected the end");
  return index;
}

}  // namespace freshet
