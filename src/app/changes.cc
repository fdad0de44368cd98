#include "app/changes.h"

#include <fmt/format.h>

#include <utility>

#include "base/escape.h"

namespace freshet {
namespace {

constexpr std::size_t kEventsAtOnce = 256;
// After this many pauses without an event the incarnation of the archive is checked.
constexpr int kPausesBeforeCheck = 20;
constexpr const char* kBeginAgain = "begin again without a cursor, or with \"now\"";

std::unexpected<Error> reindexed(const Cursor& cursor) {
  return std::unexpected(
      Error{Errc::not_found, fmt::format("the archive was re-indexed since cursor {} was given; {}",
                                         cursor_text(cursor), kBeginAgain)});
}

}  // namespace

ChangeFeed::ChangeFeed(ArchiveSession& session, Cursor cursor)
    : session_(&session), cursor_(std::move(cursor)) {}

Result<ChangeFeed> ChangeFeed::open(ArchiveSession& session,
                                    const std::optional<std::string>& since) {
  const auto incarnation = session.catalog().incarnation();
  if (!incarnation) return std::unexpected(incarnation.error());
  const auto last = session.catalog().last_event();
  if (!last) return std::unexpected(last.error());
  if (!since) return ChangeFeed(session, {.incarnation = *incarnation, .number = 0});
  const Cursor end{.incarnation = *incarnation, .number = *last};
  if (*since == "now") return ChangeFeed(session, end);
  const auto given = parse_cursor(*since);
  if (!given) {
    return std::unexpected(Error{
        Errc::invalid, fmt::format("the cursor must be \"now\" or that of an earlier line, such as "
                                   "{}, not \"{}\"",
                                   cursor_text({*incarnation, 0}), visible(*since))});
  }
  if (given->incarnation != *incarnation) return reindexed(*given);
  if (given->number > *last) {
    return std::unexpected(Error{
        Errc::not_found,
        fmt::format("cursor {} is ahead of the archive, whose last event is {}: it was restored to "
                    "an older state; {}",
                    cursor_text(*given), *last, kBeginAgain)});
  }
  return ChangeFeed(session, *given);
}

Status ChangeFeed::read(bool has_text, const std::function<bool(const ChangeEntry&)>& visit) {
  HostTemplateReader templates(session_->archive());
  for (;;) {
    const auto events = session_->catalog().events(cursor_.number, kEventsAtOnce);
    if (!events) return std::unexpected(events.error());
    if (events->empty()) return {};
    for (const PageEvent& event : *events) {
      const auto entry =
          read_entry(session_->archive(), templates, cursor_.incarnation, event, has_text);
      if (!entry) return std::unexpected(entry.error());
      cursor_.number = event.number;
      if (!visit(*entry)) return {};
    }
  }
}

Status ChangeFeed::check_incarnation() {
  auto archive = Archive::open(session_->disk(), session_->archive().directory());
  if (!archive && archive.error().code == Errc::not_found) return {};  // it is being made
  if (!archive) return std::unexpected(archive.error());
  const auto incarnation = archive->catalog().incarnation();
  if (!incarnation) return std::unexpected(incarnation.error());
  if (*incarnation != cursor_.incarnation) return reindexed(cursor_);
  return {};
}

Status follow_changes(ChangeFeed& feed, bool has_text,
                      const std::function<bool(const ChangeEntry&)>& visit,
                      const std::function<bool()>& pause) {
  int pauses = 0;
  for (;;) {
    const std::int64_t before = feed.cursor().number;
    if (auto read = feed.read(has_text, visit); !read) return read;
    pauses = feed.cursor().number == before ? pauses + 1 : 0;
    if (pauses % kPausesBeforeCheck == kPausesBeforeCheck - 1)
      if (auto checked = feed.check_incarnation(); !checked) return checked;
    if (!pause()) return {};
  }
}

}  // namespace freshet
