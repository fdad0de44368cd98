// The archive that a command works on: the one that the settings name, opened as they say.
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

// The clock on the wall.
Clock& system_clock();

// What an error of the store becomes: its message may hold words of others, and is made safe.
std::unexpected<Failure> could_not(const Error& error);

// The same, but Errc::invalid is wrong usage: for errors of app/ that judge a request.
std::unexpected<Failure> failure_of(const Error& error);

// The directory of the archive; wrong usage if none was named.
std::expected<std::string, Failure> archive_directory(const Session& session);

std::expected<Archive, Failure> open_to_read(const Session& session);

// Opens the archive with what the settings say of planning and of reading pages. Wrong usage if
// they contradict each other.
std::expected<ArchiveSession, Failure> open_session(const Session& session);

enum class Missing { is_an_error, is_made };  // an archive that is not there

std::expected<std::unique_ptr<ArchiveWriter>, Failure> open_to_write(const Session& session,
                                                                     Missing missing);

}  // namespace freshet
