// The views of `freshet show`: each writes one part of a snapshot.
#pragma once

#include <optional>

#include "app/archive_session.h"
#include "base/time.h"
#include "cli/command.h"
#include "store/archive.h"

namespace freshet {

// The snapshot to show. All references outlive the call.
struct Showing {
  const Session& session;
  ArchiveSession& archive;
  Found found;
  std::optional<Time> at = {};  // the time that was asked for; none: the newest version
};

CommandResult show_description(const Showing& showing);
CommandResult show_raw(const Showing& showing);
CommandResult show_body(const Showing& showing);
CommandResult show_text(const Showing& showing);  // or only the main text
CommandResult show_markdown(const Showing& showing);
CommandResult show_headers(const Showing& showing);
CommandResult show_record(const Showing& showing);

}  // namespace freshet
