// The archive of a command, opened according to the settings.
#pragma once

#include <expected>
#include <memory>
#include <string>

#include "app/archive_session.h"
#include "base/disk.h"
#include "base/error.h"
#include "base/time.h"
#include "cli/command.h"
#include "store/archive.h"
#include "store/archive_writer.h"

namespace freshet {

// The system clock.
Clock& system_clock();

// Converts an error; foreign text in its message is made safe to show.
std::unexpected<Failure> could_not(const Error& error);

// The same, but Errc::invalid is wrong usage: for errors of app/ that judge a request.
std::unexpected<Failure> failure_of(const Error& error);

// Returns the directory of the archive; wrong usage if none was given.
std::expected<std::string, Failure> archive_directory(const Session& session);

std::expected<Archive, Failure> open_to_read(const Session& session);

// Opens the archive with what the settings say of planning and of reading pages. Wrong usage if
// they contradict each other. A session that may not plan needs a planner to borrow.
std::expected<ArchiveSession, Failure> open_session(const Session& session, bool may_plan = true);

enum class Missing { is_an_error, is_made };  // an archive that is not there

std::expected<std::unique_ptr<ArchiveWriter>, Failure> open_to_write(const Session& session,
                                                                     Missing missing);

}  // namespace freshet
