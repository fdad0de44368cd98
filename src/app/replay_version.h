// One version of a page as a browser may show it: inert, with links to versions of the same time.
#pragma once

#include <string>
#include <vector>

#include "app/archive_session.h"
#include "base/error.h"
#include "replay/replay_headers.h"
#include "replay/replay_place.h"

namespace freshet {

struct ReplayedVersion {
  int status = 200;  // 302: an archived redirect, led to its replay
  std::vector<ReplayHeader> headers = {};
  std::string body = {};
};

// Returns the version nearest to the time of the target. `prefix` is that of ReplayPlace.
// Errc::not_found if the archive does not have the page, or not its body.
Result<ReplayedVersion> replay_version(ArchiveSession& session, const ReplayTarget& target,
                                       const std::string& prefix, const ReplayAccess& access);

}  // namespace freshet
