// Detection of the encoding of a page that does not declare it.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "charset/encoding.h"

namespace freshet {

// Bytes of a page that are scanned, and bytes that suffice for detection.
inline constexpr std::size_t kDetectScanBytesMax = std::size_t{1} << 20;
inline constexpr std::size_t kDetectSampleBytesMax = std::size_t{16} << 10;

// Returns the most likely encoding of `bytes`; nothing if they are ASCII or inconclusive. Markup is
// skipped; only text between tags that is not ASCII counts.
std::optional<Encoding> detect_encoding(std::string_view bytes);

}  // namespace freshet
