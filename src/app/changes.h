// Reads the events of an archive in order, from a cursor on, and follows those to come.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "app/archive_session.h"
#include "app/change_entry.h"
#include "base/error.h"

namespace freshet {

// Not thread-safe. The session outlives it.
class ChangeFeed {
 public:
  // Begins after the cursor `since`; "now": after the last event; none: before the first.
  // Errc::invalid if it is no cursor, Errc::not_found if it is not one of this archive any more.
  static Result<ChangeFeed> open(ArchiveSession& session, const std::optional<std::string>& since);

  // The position after the last event that was read.
  const Cursor& cursor() const { return cursor_; }

  // Visits the events behind the cursor, which moves along. Stops at the end, or behind an event
  // for which `visit` returns false.
  Status read(bool has_text, const std::function<bool(const ChangeEntry&)>& visit);

  // Errc::not_found if the archive was re-indexed since the feed was opened: nobody writes to our
  // catalog any more.
  Status check_incarnation();

 private:
  ChangeFeed(ArchiveSession& session, Cursor cursor);

  ArchiveSession* session_;
  Cursor cursor_;
};

// Reads all events, then waits for more. `pause` waits a moment and returns false to end. If
// `visit` returns false, reading stops and `pause` is called immediately.
Status follow_changes(ChangeFeed& feed, bool has_text,
                      const std::function<bool(const ChangeEntry&)>& visit,
                      const std::function<bool()>& pause);

}  // namespace freshet
