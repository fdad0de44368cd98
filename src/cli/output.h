// Data on stdout, written so that a full disk or a reader that left is noticed and said.
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

  // Writes what is still held back, for someone who watches.
  void flush();

  // The error says why what was written so far did not arrive. A command with much to write asks
  // now and then, to stop in time.
  Status arrived() const;

  // Returns true if a write failed because the reader of stdout has closed it.
  bool is_pipe_broken() const { return error_ == EPIPE && !excuses_reader_; }

  // Whether whoever read stdout has closed it: as far as a write has told, or as it is now.
  bool reader_has_left() const;
  // From now on it is no error that he has: he decides when there is enough.
  void excuse_reader() { excuses_reader_ = true; }

  // Writes what is still held back; the error says why what was written did not arrive.
  Status finish();

 private:
  std::string held_;
  int error_ = 0;  // of the first write that failed
  bool excuses_reader_ = false;
};

// Ends the process as the system ends one that writes to a closed pipe, without a word: `head` has
// seen enough.
[[noreturn]] void end_by_broken_pipe();

// Makes sure that file descriptors 0 to 2 are open, so that no file we open becomes our stdout, and
// that writing to a closed pipe is an error like any other instead of a signal.
void keep_standard_streams();

// Whether what goes to `fd` should be in color: on a terminal that can, unless NO_COLOR
// (https://no-color.org) or `mode` says otherwise.
bool may_use_color(ColorMode mode, int fd, const Environment& environment);

// Whether a line of progress on `fd` may be written over and over: on a terminal that can, to a
// person who wants to hear of progress at all.
bool may_rewrite_lines(const LogOptions& log, int fd, const Environment& environment);

}  // namespace freshet
