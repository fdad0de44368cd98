// The things that routes may use. Each reader thread has a world of its own around the shared
// parts.
#pragma once

#include <functional>
#include <string>

#include "app/archive_session.h"
#include "base/time.h"
#include "serve/job_board.h"
#include "serve/live_state.h"

namespace freshet {

// Shared by all readers, thread-safe. What it refers to outlives it.
struct ServerParts {
  JobBoard& jobs;
  LiveState& live;
  Clock& clock;
  std::string version;                    // of the program
  std::function<std::string()> settings;  // in effect, as JSON
};

class ApiWorld {
 public:
  ApiWorld(ArchiveSession& its_session, const ServerParts& its_parts)
      : session(its_session), parts(its_parts) {}

  ArchiveSession& session;
  const ServerParts& parts;

  Time now() const { return parts.clock.now(); }
};

}  // namespace freshet
