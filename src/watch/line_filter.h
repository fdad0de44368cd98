// The lines of a page that count for a watch.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "select/text_regex.h"
#include "watch/watch_line.h"
#include "watch/watch_spec.h"

namespace freshet {

inline constexpr std::size_t kWatchPatternsMax = 500;  // of one list of a watch

// Errc::invalid if the pattern is a regular expression that cannot be read, or empty.
Result<TextRegex> read_pattern(const TextPattern& pattern);

// Returns the words with one space between two.
std::string trimmed_words(std::string_view text);

// Immutable; any thread may use it.
class LineFilter {
 public:
  // Errc::invalid names the pattern that is wrong.
  static Result<LineFilter> make(const WatchSpec& spec);

  // Trims, leaves out ignored, blank and not kept lines, sorts, and leaves out repeated ones.
  WatchLines apply(WatchLines lines) const;

 private:
  bool counts(std::string_view text) const;

  std::vector<TextRegex> ignored_;
  std::vector<TextRegex> kept_;
  bool trims_ = true;
  bool sorts_ = false;
  bool drops_repeated_ = false;
};

}  // namespace freshet
