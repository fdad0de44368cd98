// A capture that a job of the server asks for: a run of its own, during which pages are not
// refreshed.
#pragma once

#include <functional>

#include "app/archive_session.h"
#include "base/error.h"
#include "engine/platform.h"
#include "engine/run.h"
#include "serve/job_board.h"
#include "serve/live_state.h"
#include "web/event_loop.h"

namespace freshet {

struct CaptureWorld {
  Platform& platform;
  EventLoop& events;
  JobBoard& jobs;
  LiveState& live;
  const RunOptions& options;
  // True once the server is to stop: the capture goes on when it starts again.
  const bool& is_stopping;
};

// Leaves timers in the event loop, which must be dropped. Runs it to its end, until it is
// cancelled, or until the server stops; then the job waits again.
Status run_capture_job(const CaptureWorld& world, ArchiveSession& session, const JobView& job);

}  // namespace freshet
