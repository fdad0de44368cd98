// The files of other monitors, and watches files, as commands read them.
#pragma once

#include <expected>
#include <string>

#include "cli/command.h"
#include "registrar/watch_files.h"

namespace freshet {

// Reads a directory or backup of changedetection.io, or jobs of urlwatch or webchanges, by what is
// there at `path`.
std::expected<ImportedWatches, Failure> read_import(const std::string& path);

std::expected<WatchFile, Failure> read_watches(const std::string& path);

// Reads secrets of the environment and of files.
SecretReader secret_reader();

}  // namespace freshet
