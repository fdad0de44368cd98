// The reason for which a run of a crawl or a refresh ended.
//
// To add one: add an enumerator here and a row with its code and sentence to the table in
// run_outcome.cc. Codes are stored in the catalog and never change; sentences may be reworded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace freshet {

enum class RunCause : std::uint8_t {
  unknown,         // it runs, or was killed; or the detail is the sentence of another version
  nothing_left,    // no limit ended it
  page_limit,      // of the run, over all hosts
  byte_limit,      // the same
  time_limit,      // the same
  told_to_stop,    // by a signal
  nobody_listens,  // the reader of its events is gone
};
inline constexpr std::size_t kRunCauses = static_cast<std::size_t>(RunCause::nobody_listens) + 1;

struct RunOutcome {
  RunCause cause = RunCause::unknown;
  std::string detail = {};  // only of unknown

  bool is_empty() const { return cause == RunCause::unknown && detail.empty(); }
  std::string sentence() const;  // "nothing is left to do": for people
  std::string stored() const;    // its code

  friend bool operator==(const RunOutcome&, const RunOutcome&) = default;
};

std::string_view code_of(RunCause cause);  // "nothing-left": for files

// Reads a code, or a sentence as earlier versions stored it.
RunOutcome read_run_outcome(std::string_view stored);

}  // namespace freshet
