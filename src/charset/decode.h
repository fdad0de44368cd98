// The decoders of the WHATWG Encoding Standard: any bytes in any encoding to UTF-8.
//
// Bytes that cannot be decoded become U+FFFD. The number of bytes per U+FFFD follows the standard
// exactly: an invalid pair gives back its second byte if that is ASCII, so that a stray lead byte
// cannot swallow the '<' of a tag.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "charset/encoding.h"

namespace freshet {

// No byte becomes more than one code point of three bytes, on average over any page.
inline constexpr std::size_t kUtf8BytesPerByteMax = 3;

// Returns `bytes` as UTF-8. A byte order mark is decoded like any other character: see charset.h
// for whole pages.
std::string decode_to_utf8(Encoding encoding, std::string_view bytes);

// Returns true if `bytes` are ASCII and mean the same in `encoding`.
bool is_plain_ascii(Encoding encoding, std::string_view bytes);

// Returns the character of a byte in a single-byte encoding, or kReplacementCharacter.
char32_t single_byte_character(Encoding encoding, unsigned char byte);

}  // namespace freshet
