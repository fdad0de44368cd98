// The decoders of the WHATWG Encoding Standard: any bytes in any encoding to UTF-8.
//
// What cannot be decoded becomes U+FFFD, and how many bytes each U+FFFD stands for follows the
// standard to the byte: a bad pair gives back its second byte if that is ASCII, so that a stray
// lead byte cannot swallow the '<' of a tag.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "charset/encoding.h"

namespace freshet {

// No byte becomes more than one code point of three bytes, on average over any page.
inline constexpr std::size_t kUtf8BytesPerByteMax = 3;

// `bytes` as UTF-8. A byte order mark is read like any other character: see charset.h for whole
// pages.
std::string decode_to_utf8(Encoding encoding, std::string_view bytes);

// True if `bytes` are ASCII and mean in `encoding` what they mean in ASCII.
bool is_plain_ascii(Encoding encoding, std::string_view bytes);

// The character that a byte of a single-byte encoding means, or kReplacementCharacter.
char32_t single_byte_character(Encoding encoding, unsigned char byte);

}  // namespace freshet
