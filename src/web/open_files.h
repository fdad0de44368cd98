// The limit of open files of the process (RLIMIT_NOFILE). Each connection takes one.
#pragma once

#include <cstddef>

namespace freshet {

struct OpenFiles {
  std::size_t limit = 0;  // the soft limit
  std::size_t open = 0;   // now
};

// Raises the soft limit to `wanted`, or as far as the hard limit allows; never lowers it.
OpenFiles raise_open_file_limit(std::size_t wanted);

// Returns the files needed for `connections` connections and `loops` fetching threads, beyond those
// already open: for name look-ups, records being read, new files.
std::size_t files_needed(std::size_t connections, std::size_t loops);

// Returns how many connections fit, at most `wanted` and at least one.
std::size_t connections_within(const OpenFiles& files, std::size_t wanted, std::size_t loops);

}  // namespace freshet
