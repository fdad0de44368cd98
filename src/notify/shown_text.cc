#include "notify/shown_text.h"

#include <fmt/format.h>
#include <unicode/ubrk.h>
#include <unicode/utext.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>

#include "base/ascii.h"
#include "base/utf8.h"

namespace freshet {
namespace {

constexpr std::string_view kEllipsis = "…";

bool reorders(char32_t value) {
  return (value >= 0x202A && value <= 0x202E) || (value >= 0x2066 && value <= 0x2069);
}

void append_shown(std::string& out, const CodePoint& point, std::string_view bytes) {
  const char32_t value = point.value;
  if (!point.valid || value == 0xFFFE || value == 0xFFFF) {
    append_utf8(out, kReplacementCharacter);
  } else if (value < 0x20) {
    append_utf8(out, 0x2400 + value);
  } else if (value == 0x7F) {
    append_utf8(out, 0x2421);
  } else if ((value >= 0x80 && value < 0xA0) || reorders(value)) {
    fmt::format_to(std::back_inserter(out), "[U+{:04X}]", static_cast<std::uint32_t>(value));
  } else if (value != 0xFEFF) {
    out += bytes;
  }
}

bool is_start_of_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

struct CloseBreaks {
  void operator()(UBreakIterator* breaks) const { ubrk_close(breaks); }
};
struct CloseText {
  void operator()(UText* text) const { utext_close(text); }
};

enum class Search : std::uint8_t { backward, forward };

// Returns `at` if it is a boundary, or the next one in this direction; none: there is none.
std::optional<std::size_t> boundary_near(std::string_view window, std::size_t at, Search search) {
  UErrorCode error = U_ZERO_ERROR;
  const std::unique_ptr<UText, CloseText> text(
      utext_openUTF8(nullptr, window.data(), static_cast<std::int64_t>(window.size()), &error));
  const std::unique_ptr<UBreakIterator, CloseBreaks> breaks(
      ubrk_open(UBRK_CHARACTER, "", nullptr, 0, &error));
  if (U_FAILURE(error)) return std::nullopt;
  ubrk_setUText(breaks.get(), text.get(), &error);
  if (U_FAILURE(error)) return std::nullopt;
  const auto place = static_cast<std::int32_t>(at);
  if (ubrk_isBoundary(breaks.get(), place)) return at;
  const std::int32_t found = search == Search::backward ? ubrk_preceding(breaks.get(), place)
                                                        : ubrk_following(breaks.get(), place);
  if (found == UBRK_DONE) return std::nullopt;
  return static_cast<std::size_t>(found);
}

std::size_t character_before(std::string_view text, std::size_t at) {
  while (at > 0 && at < text.size() && !is_start_of_character(text[at])) --at;
  return at;
}

// Returns the nearest boundary at or beyond `at` between what a reader sees as characters; one
// between code points if there is none within kClusterBytesMax.
std::size_t cluster_boundary(std::string_view text, std::size_t at, Search search) {
  at = character_before(text, at);
  if (at == 0 || at >= text.size()) return at;
  constexpr std::size_t kAround = 2 * kClusterBytesMax;
  const std::size_t from = character_before(text, at > kAround ? at - kAround : 0);
  const std::size_t to = character_before(text, std::min(text.size(), at + kAround));
  const auto found = boundary_near(text.substr(from, to - from), at - from, search);
  if (!found) return at;
  const std::size_t boundary = from + *found;
  const std::size_t distance = boundary < at ? at - boundary : boundary - at;
  return distance > kClusterBytesMax ? at : boundary;
}

// Returns how many bytes of the text have at most this length.
std::size_t bytes_within(std::string_view text, std::size_t length_max, TextUnit unit) {
  if (unit == TextUnit::bytes) return character_before(text, std::min(text.size(), length_max));
  std::size_t at = 0;
  for (std::size_t length = 0; at < text.size();) {
    const CodePoint point = read_utf8(text, at);
    length += point.value > 0xFFFF ? 2 : 1;
    if (length > length_max) break;
    at += point.length;
  }
  return at;
}

// Returns the room beside "…"; none if not even that fits.
std::optional<std::size_t> room_beside_ellipsis(std::size_t length_max, TextUnit unit) {
  const std::size_t length = text_length(kEllipsis, unit);
  if (length_max < length) return std::nullopt;
  return length_max - length;
}

}  // namespace

std::string shown_lines(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = read_utf8(text, at);
    const std::string_view bytes = text.substr(at, point.length);
    at += point.length;
    if (point.value == U'\n' || point.value == U'\t') {
      out += bytes;
    } else if (point.value == U'\r') {
      if (at >= text.size() || text[at] != '\n') out += '\n';
    } else if (point.valid && (point.value == 0x2028 || point.value == 0x2029)) {
      out += '\n';
    } else {
      append_shown(out, point, bytes);
    }
  }
  return out;
}

std::string shown_line(std::string_view text) {
  std::string out;
  for (const char c : shown_lines(text)) {
    if (!is_ascii_whitespace(c)) {
      out += c;
    } else if (out.empty() || out.back() != ' ') {
      out += ' ';
    }
  }
  return out;
}

std::size_t text_length(std::string_view text, TextUnit unit) {
  if (unit == TextUnit::bytes) return text.size();
  std::size_t length = 0;
  for (const char c : text) {
    if (is_start_of_character(c)) ++length;
    if (static_cast<unsigned char>(c) >= 0xF0) ++length;  // a surrogate pair
  }
  return length;
}

std::string cut_text(std::string_view text, std::size_t length_max, TextUnit unit) {
  if (text_length(text, unit) <= length_max) return std::string(text);
  const auto room = room_beside_ellipsis(length_max, unit);
  if (!room) return "";
  const std::size_t end = cluster_boundary(text, bytes_within(text, *room, unit), Search::backward);
  return std::string(text.substr(0, end)).append(kEllipsis);
}

std::string cut_front(std::string_view text, std::size_t length_max, TextUnit unit) {
  const std::size_t length = text_length(text, unit);
  if (length <= length_max) return std::string(text);
  const auto room = room_beside_ellipsis(length_max, unit);
  if (!room) return "";
  std::size_t begin = bytes_within(text, length - *room, unit);
  if (begin < text.size() && text_length(text.substr(begin), unit) > *room)
    begin += read_utf8(text, begin).length;
  begin = cluster_boundary(text, begin, Search::forward);
  return std::string(kEllipsis).append(text.substr(begin));
}

}  // namespace freshet
