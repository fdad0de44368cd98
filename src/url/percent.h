// The sets of bytes that the URL standard percent-encodes in each part of a URL
// (https://url.spec.whatwg.org/#percent-encoded-bytes).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace freshet {

// The standard's percent-encode sets, one bit each, so that one table covers all of them.
enum class EncodeSet : std::uint8_t {
  c0_control = 1 << 0,  // for opaque paths and opaque hosts
  fragment = 1 << 1,
  query = 1 << 2,  // for schemes that are not special
  special_query = 1 << 3,
  path = 1 << 4,
  userinfo = 1 << 5,
};

namespace detail {

constexpr std::uint8_t sets_with(unsigned byte) {
  const auto is_one_of = [byte](std::string_view chars) {
    return byte < 0x80 && chars.find(static_cast<char>(byte)) != std::string_view::npos;
  };
  const bool c0_control = byte < 0x20 || byte > 0x7E;
  const bool fragment = c0_control || is_one_of(" \"<>`");
  const bool query = c0_control || is_one_of(" \"#<>");
  const bool special_query = query || byte == '\'';
  const bool path = query || is_one_of("?^`{}");
  const bool userinfo = path || is_one_of("/:;=@[\\]|");
  return static_cast<std::uint8_t>(c0_control << 0 | fragment << 1 | query << 2 |
                                   special_query << 3 | path << 4 | userinfo << 5);
}

inline constexpr auto kSetsWith = [] {
  std::array<std::uint8_t, 256> sets{};
  for (unsigned byte = 0; byte < 256; ++byte) sets[byte] = sets_with(byte);
  return sets;
}();

}  // namespace detail

constexpr bool is_in(EncodeSet set, char c) {
  return (detail::kSetsWith[static_cast<unsigned char>(c)] & static_cast<std::uint8_t>(set)) != 0;
}

// Appends `text` with the bytes in `set` encoded. '%' is in no set: encoded bytes stay.
void append_percent_encoded(std::string& out, std::string_view text, EncodeSet set);

}  // namespace freshet
