// Events of an archive with the text that belongs to them, for those who follow it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/host_templates.h"
#include "base/error.h"
#include "catalog/history_rows.h"
#include "change/text_diff.h"
#include "store/archive.h"

namespace freshet {

// A position in the events of one catalog: behind the event with this number.
struct Cursor {
  std::string incarnation;  // of the catalog
  std::int64_t number = 0;

  friend bool operator==(const Cursor&, const Cursor&) = default;
};

// "3f2a9c0d11e87b64-42" and back; nothing if it is anything else.
std::string cursor_text(const Cursor& cursor);
std::optional<Cursor> parse_cursor(std::string_view text);

// "added", "changed", "removed", "redesigned".
std::string_view event_name(EventKind kind);

// The class of a change, "minor"; empty for other events.
std::string_view event_class(const PageEvent& event);

// An event, and if requested what the page said then.
struct ChangeEntry {
  Cursor cursor;
  PageEvent event;
  bool has_text = false;                            // it was requested
  std::optional<std::string> text = {};             // of what was added or changed: its content
  std::string text_missing = {};                    // why there is none
  std::optional<std::vector<DiffLine>> delta = {};  // of what changed
  std::string delta_missing = {};                   // why there is none
};

// Parts that the archive no longer has are left out, with the reason. Fails only if a retry may
// help. `templates` are those of `archive`.
Result<ChangeEntry> read_entry(Archive& archive, HostTemplateReader& templates,
                               const std::string& incarnation, const PageEvent& event,
                               bool has_text);

// One object: cursor, change, url, time, class, digest, before, digest_before; with text, `text` of
// what was added or changed and `delta` of what changed. Missing parts are null, with text_missing
// or delta_missing.
std::string to_json(const ChangeEntry& entry);

// Returns a line of a difference without the pieces of kind `other`: as it was, or as it is.
std::string side_of(const DiffLine& line, DiffKind other);

}  // namespace freshet
