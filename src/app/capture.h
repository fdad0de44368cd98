// A capture of a site: its request, what the archive knows when it begins or goes on, its result.
// The run itself is wired by the caller, as that of a crawl.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/archive_session.h"
#include "base/error.h"
#include "base/time.h"
#include "capture/capture_visits.h"
#include "catalog/capture_rows.h"
#include "predict/first_sight.h"
#include "refresh/planner.h"
#include "refresh/record.h"
#include "url/url.h"

namespace freshet {

struct CaptureRequest {
  std::vector<Url> seeds = {};
  std::string name = {};    // empty: that of the host and the time
  CaptureOrder order = {};  // its seeds are not read
};

// A capture that is about to begin or to go on.
struct PreparedCapture {
  CaptureRow row = {};  // id 0: it begins
  CaptureBook book = {};
  std::unique_ptr<ObservationRecorder> recorder = {};
};

// Finds the capture to go on with, or begins one. An unfinished capture of the same name goes on;
// without a name the newest unfinished one with the same seeds, or without seeds the newest
// unfinished one. It keeps its own order. Errc::invalid if there is none and no seed, if the name
// is that of a capture that has ended, or if there is no such policy.
Result<PreparedCapture> prepare_capture(ArchiveSession& session, const CaptureRequest& request);

// The same for an archive that is not there yet. `first_sight` outlives the result.
Result<PreparedCapture> prepare_first_capture(const CaptureRequest& request,
                                              const FirstSight& first_sight,
                                              const GoneBackoff& gone, Time now);

struct CaptureResult {
  CaptureRow row = {};
  std::map<CaptureGap, std::int64_t> gaps = {};  // unknown pages by reason
  std::optional<CaptureOutlook> outlook = {};    // if a wanted share was not reached
  bool was_stopped = false;                      // before its end: it can go on
};

// Returns the result in sentences, one a line: how many pages are proven for which instant, how
// many changed, how many are unknown and why, and why the capture ended.
std::vector<std::string> capture_words(const CaptureResult& result);

// Returns the state of a capture in a phrase: "revisiting, round 2", "ended: all pages revisited".
std::string state_words(const CaptureRow& row);

// Returns the progress: "visited 61 of 300, proven so far 12 of 14 (86 %), until 14:31".
std::string progress_words(const CaptureView& view);

std::string to_json(const CaptureRow& row);
std::string to_json(const CaptureResult& result);

}  // namespace freshet
