// Data on stdout. A full disk and a closed pipe are detected and reported.
#pragma once

#include <cerrno>
#include <string>
#include <string_view>

#include "base/error.h"
#include "cli/config.h"

namespace freshet {

// After the first failed write the rest is dropped, so a command may simply go on; finish() tells.
// Not thread-safe: the command owns it.
class Output {
 public:
  void write(std::string_view text);

  // Writes what is buffered.
  void flush();

  // Fails if a write has failed. A command with much output asks now and then, to stop in time.
  Status arrived() const;

  // Returns true if a write failed because the reader of stdout has closed it.
  bool is_pipe_broken() const { return error_ == EPIPE && !excuses_reader_; }

  // Returns true if the reader of stdout has closed it.
  bool reader_has_left() const;
  // From now on a closed stdout is not an error: the reader decides when there is enough.
  void excuse_reader() { excuses_reader_ = true; }

  // Writes what is buffered. Fails if any write has failed.
  Status finish();

 private:
  std::string held_;
  int error_ = 0;  // of the first write that failed
  bool excuses_reader_ = false;
};

// Ends the process silently, as the system ends one that writes to a closed pipe (`| head`).
[[noreturn]] void end_by_broken_pipe();

// Makes sure that file descriptors 0 to 2 are open, so that no file we open becomes our stdout, and
// that writing to a closed pipe is an error like any other instead of a signal.
void keep_standard_streams();

// Returns true if `fd` should get color: on a terminal that supports it, unless NO_COLOR
// (https://no-color.org) or `mode` says otherwise.
bool may_use_color(ColorMode mode, int fd, const Environment& environment);

// Returns true if a line of progress on `fd` may be rewritten: on a terminal that supports it, if
// the log level shows progress at all.
bool may_rewrite_lines(const LogOptions& log, int fd, const Environment& environment);

}  // namespace freshet
