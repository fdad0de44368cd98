// Guessing the encoding of a page that does not say.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "charset/encoding.h"

namespace freshet {

// How far into a page we look for bytes that tell, and how many of them are enough.
inline constexpr std::size_t kDetectScanBytesMax = std::size_t{1} << 20;
inline constexpr std::size_t kDetectSampleBytesMax = std::size_t{16} << 10;

// The likeliest encoding of `bytes`, or nothing if they are ASCII or could be anything. Markup is
// passed over; what counts is the text between tags that is not ASCII.
std::optional<Encoding> detect_encoding(std::string_view bytes);

}  // namespace freshet
