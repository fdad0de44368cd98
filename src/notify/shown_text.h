// Text of pages, made fit to be shown in a message: no control characters, no reordering marks, cut
// where a reader sees a boundary. It comes before the escapes of a channel (escape_text.h), which
// make text longer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace freshet {

// Returns UTF-8 without characters that a reader cannot see but a program acts on: controls become
// their pictures (U+2400...), embeddings and overrides of direction "[U+202E]", other bytes U+FFFD.
// Line ends and tabs stay.
std::string shown_lines(std::string_view text);

// The same on one line: each run of white space becomes one space.
std::string shown_line(std::string_view text);

// The unit in which a channel counts its limits.
enum class TextUnit : std::uint8_t { bytes, utf16 };

std::size_t text_length(std::string_view text, TextUnit unit);

// Returns `text` if it is at most `length_max` long, or else its beginning with "…" behind it, at
// most `length_max` together. It is cut between characters as a reader sees them (UAX #29), unless
// one of them is longer than kClusterBytesMax. `text` is valid UTF-8.
std::string cut_text(std::string_view text, std::size_t length_max, TextUnit unit);

// The same for the end of the text, with "…" before it.
std::string cut_front(std::string_view text, std::size_t length_max, TextUnit unit);

inline constexpr std::size_t kClusterBytesMax = 256;

}  // namespace freshet
