#include "catalog/url_filter.h"

#include <fmt/format.h>

namespace freshet {

bool UrlFilter::add(std::uint64_t url_hash) {
  bool is_new = false;
  for (std::size_t i = 0; i < kBitsOfUrl; ++i) {
    const std::size_t bit = (url_hash >> (16 * i)) % kBits;
    is_new = is_new || !bits_[bit];
    bits_[bit] = true;
  }
  return is_new;
}

std::string UrlFilter::pack() const {
  std::string packed;
  if (bits_.count() * 2 < kPackedBytesMax) {
    for (std::size_t bit = 0; bit < kBits; ++bit) {
      if (!bits_[bit]) continue;
      packed.push_back(static_cast<char>(bit & 0xff));
      packed.push_back(static_cast<char>(bit >> 8));
    }
    return packed;
  }
  packed.assign(kPackedBytesMax, '\0');
  for (std::size_t bit = 0; bit < kBits; ++bit)
    if (bits_[bit])
      packed[bit / 8] =
          static_cast<char>(static_cast<unsigned char>(packed[bit / 8]) | 1u << (bit % 8));
  return packed;
}

Result<UrlFilter> UrlFilter::unpack(std::string_view packed) {
  const auto byte = [&](std::size_t i) -> std::size_t {
    return static_cast<unsigned char>(packed[i]);
  };
  UrlFilter filter;
  if (packed.size() == kPackedBytesMax) {
    for (std::size_t bit = 0; bit < kBits; ++bit)
      filter.bits_[bit] = (byte(bit / 8) >> (bit % 8) & 1) != 0;
  } else if (packed.size() < kPackedBytesMax && packed.size() % 2 == 0) {
    for (std::size_t i = 0; i < packed.size(); i += 2)
      filter.bits_[(byte(i) | byte(i + 1) << 8) % kBits] = true;
  }
  if (filter.pack() == packed) return filter;
  return std::unexpected(
      Error{Errc::corrupt,
            fmt::format("catalog: a filter of URLs is damaged ({} bytes)", packed.size())});
}

}  // namespace freshet
