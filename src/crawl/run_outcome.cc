#include "crawl/run_outcome.h"

#include <array>

#include "base/check.h"

namespace freshet {
namespace {

struct OutcomeRow {
  RunCause cause;
  std::string_view code;
  std::string_view sentence;
  std::string_view stored_before;  // the sentence that versions without codes stored
};

constexpr std::array<OutcomeRow, kRunCauses> kOutcomes = {{
    {RunCause::unknown, "", "", ""},
    {RunCause::nothing_left, "nothing-left", "nothing is left to do", "nothing is left to do"},
    {RunCause::page_limit, "page-limit", "the limit of pages is reached",
     "the limit of pages is reached"},
    {RunCause::byte_limit, "byte-limit", "the limit of bytes is reached",
     "the limit of bytes is reached"},
    {RunCause::time_limit, "time-limit", "the limit of time is reached",
     "the limit of time is reached"},
    {RunCause::told_to_stop, "told-to-stop", "it was told to stop", "it was told to stop"},
    {RunCause::nobody_listens, "nobody-listens", "nobody reads the events any more",
     "nobody reads the events any more"},
}};

const OutcomeRow& outcome_row(RunCause cause) {
  const OutcomeRow& row = kOutcomes[static_cast<std::size_t>(cause)];
  require(row.cause == cause, "the table is in the order of the causes");
  return row;
}

}  // namespace

std::string RunOutcome::sentence() const {
  return cause == RunCause::unknown ? detail : std::string(outcome_row(cause).sentence);
}

std::string RunOutcome::stored() const {
  return cause == RunCause::unknown ? detail : std::string(code_of(cause));
}

std::string_view code_of(RunCause cause) { return outcome_row(cause).code; }

RunOutcome read_run_outcome(std::string_view stored) {
  for (const OutcomeRow& row : kOutcomes)
    if (!row.code.empty() && (stored == row.code || stored == row.stored_before))
      return {.cause = row.cause};
  return {.detail = std::string(stored)};
}

}  // namespace freshet
