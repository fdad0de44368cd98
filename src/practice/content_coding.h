// Compressed bodies, and decompression bombs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace freshet {

enum class ContentCoding : std::uint8_t { identity, gzip, br, zstd };

std::string_view name_of(ContentCoding coding);

// Returns true if this Accept-Encoding value accepts the coding. Of weights only "q=0" is read.
bool accepts(std::string_view accept_encoding, ContentCoding coding);

std::string packed(std::string_view bytes, ContentCoding coding);

// Compressed zeros: 256 MiB as gzip in many members, or 4 GiB as zstd in one frame.
const std::string& gzip_bomb();
const std::string& zstd_bomb();

}  // namespace freshet
