#include "web/open_files.h"

#include <sys/resource.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace freshet {
namespace {

constexpr std::size_t kFilesOfArchive = 16;
constexpr std::size_t kFilesOfLoop = 8;  // with those that its judge reads
// Used if /proc is not available.
constexpr std::size_t kOpenAssumed = 64;

std::size_t count_open_files() {
  std::error_code error;
  std::size_t count = 0;
  for (std::filesystem::directory_iterator at("/proc/self/fd", error), end; !error && at != end;
       at.increment(error))
    ++count;
  return count == 0 ? kOpenAssumed : count;
}

}  // namespace

OpenFiles raise_open_file_limit(std::size_t wanted) {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return {.limit = wanted, .open = 0};
  const std::size_t open = count_open_files();
  const rlim_t target = std::min<rlim_t>(wanted, limit.rlim_max);
  if (target > limit.rlim_cur) {
    const rlimit raised{.rlim_cur = target, .rlim_max = limit.rlim_max};
    if (setrlimit(RLIMIT_NOFILE, &raised) == 0) limit = raised;
  }
  return {.limit = static_cast<std::size_t>(limit.rlim_cur), .open = open};
}

std::size_t files_needed(std::size_t connections, std::size_t loops) {
  return connections + kFilesOfArchive + kFilesOfLoop * loops;
}

std::size_t connections_within(const OpenFiles& files, std::size_t wanted, std::size_t loops) {
  const std::size_t others = files.open + files_needed(0, loops);
  const std::size_t room = files.limit > others ? files.limit - others : 0;
  return std::max<std::size_t>(std::min(wanted, room), 1);
}

}  // namespace freshet
