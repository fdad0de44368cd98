// Decides, check by check, if somebody is told of a watched page, and of what. Pure.
//
// A watch with parts, or of a page that is no HTML, tells every difference of its lines. A watch of
// a whole page of HTML tells those that the judge calls meaningful (change/judge.h), and a new
// title. What is compared is always the text last told, so A-B-A is told twice. A page that stands
// in for another one (an error page answered with 200, maintenance, an empty answer) is trouble,
// not a change: it is told if the next check finds it again. Design: docs/design/watch.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "change/judge.h"
#include "watch/page_part.h"
#include "watch/watch_hunks.h"
#include "watch/watch_spec.h"
#include "watch/watch_state.h"

namespace freshet {

// Checks in a row until trouble, or a page that another one replaced, is told; more, if the watch
// asks for more confirmations.
inline constexpr int kTroubleChecks = 2;

// The result of one check of a watched page.
struct WatchObservation {
  Time at{};
  int status = 0;             // of the last answer, redirects followed; 0: there was none
  std::string problem = {};   // why there was no answer, or why it could not be read: one sentence
  bool is_unchanged = false;  // 304, or the same bytes as at the last check; `part` may be missing
  std::optional<PartText> part = {};
  // Of a page of HTML whose watch has no parts: the judge's verdict on the version
  // WatchState::told_version and this one; the other versions are the earlier ones.
  std::optional<Change> change = {};
  std::string version = {};  // the caller's name of this version
};

enum class WatchEvent : std::uint8_t {
  nothing,
  first,      // the first text of the watch, or the first with its new settings: nothing to tell
  changed,    // see `hunks`
  part_lost,  // the part was not on the page at `lost_after` checks
  part_back,  // ... and is again; `hunks` say what has changed meanwhile
  error,      // no answer, 4xx, 5xx, or a stand-in
  gone,       // 404 or 410
  recovered,  // the page is back after `error` or `gone`; `hunks` as above
};

// "nothing", "first", "changed", "part lost", ...
std::string_view watch_event_text(WatchEvent event);

struct WatchVerdict {
  WatchEvent event = WatchEvent::nothing;
  std::vector<WatchHunk> hunks = {};
  std::size_t hunks_left_out = 0;
  std::string problem = {};  // of error, gone and part_lost: one sentence
  // When the text that was compared was told: "since when". Nothing: never.
  std::optional<Time> since = {};
  std::string since_version = {};
  // Something was found that another check must confirm; better soon than at the usual time.
  bool needs_recheck = false;
  // The number of this check, if the watch keeps one, for its series; and the one before.
  std::optional<double> number = {};
  std::optional<double> number_before = {};

  // Returns true if somebody is to be told.
  bool tells() const { return event != WatchEvent::nothing && event != WatchEvent::first; }
};

struct WatchStep {
  WatchState state = {};
  WatchVerdict verdict = {};
};

// Returns the state after the check, and what to tell. `spec` is one that PartReader::make accepts.
WatchStep advance(const WatchSpec& spec, WatchState state, const WatchObservation& seen);

}  // namespace freshet
