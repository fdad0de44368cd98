// Packed bodies, and bodies that unpack to far more than they are.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace freshet {

enum class ContentCoding : std::uint8_t { identity, gzip, br, zstd };

std::string_view name_of(ContentCoding coding);

// Whether an Accept-Encoding with this value takes it. Weights are read as far as "q=0".
bool accepts(std::string_view accept_encoding, ContentCoding coding);

std::string packed(std::string_view bytes, ContentCoding coding);

// Zeros, packed: gzip of 256 MiB in many members, or zstd of 4 GiB in one frame.
const std::string& gzip_bomb();
const std::string& zstd_bomb();

}  // namespace freshet
