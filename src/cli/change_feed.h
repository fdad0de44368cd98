// What happened in an archive, as lines of JSON for those who follow it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "catalog/history_rows.h"
#include "store/archive.h"

namespace freshet {

// A place in the events of one catalog: behind the event with this number.
struct Cursor {
  std::string incarnation;  // of the catalog
  std::int64_t number = 0;

  friend bool operator==(const Cursor&, const Cursor&) = default;
};

// "3f2a9c0d11e87b64-42" and back; nothing if it is anything else.
std::string cursor_text(const Cursor& cursor);
std::optional<Cursor> parse_cursor(std::string_view text);

// "added", "changed", "removed".
std::string_view event_name(EventKind kind);

// One event as an object on a line of its own, without the line's end: cursor, change, url, time,
// class, digest, before, digest_before; and if `has_text`, the text of what was added, or the
// blocks that differ. What the archive no longer has is null, and a phrase says why. Fails only
// where trying again may help.
Result<std::string> event_line(Archive& archive, const std::string& incarnation,
                               const PageEvent& event, bool has_text);

// "2026-11-16 00:34:46  changed  minor      https://example.com/".
std::string event_in_a_line(const PageEvent& event);

// The same for people: a line with time, change, class and URL, and if `has_text` some of the lines
// that went and came, each shortened. Ends with a line's end.
Result<std::string> event_words(Archive& archive, const PageEvent& event, bool has_text);

}  // namespace freshet
