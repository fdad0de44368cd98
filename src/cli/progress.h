// Progress of long work on stderr: one line that is rewritten on a terminal, elsewhere a log line
// now and then.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "cli/command.h"

namespace freshet {

// Not thread-safe: the command owns it. Whatever else goes to the terminal must wait for clear().
class Progress {
 public:
  // `doing` is what the command does: "verifying".
  Progress(const Session& session, std::string_view doing);
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // So many `things` ("records") are done, the last of them in `file`. Cheap: most calls say
  // nothing.
  void tell(std::string_view file, std::uint64_t count, std::string_view things);

  // The same with the caller's own words.
  void tell_line(std::string_view words);

  // Takes the line away, to make room for other words.
  void clear();

 private:
  void show(const std::string& line);

  bool rewrites_;
  std::string doing_;
  std::chrono::steady_clock::time_point next_;
  bool line_is_there_ = false;
};

// `text` as it fits into `columns` of a terminal, cut in its middle, where names differ least.
std::string shortened_to(std::string_view text, std::size_t columns);

}  // namespace freshet
