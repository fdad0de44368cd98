// The reason for which a visit ended.
//
// To add one: add an enumerator here and a row with its code and sentence to the table in
// visit_reason.cc. Codes are stored in the catalog and never change; sentences may be reworded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "crawl/drop_reason.h"

namespace freshet {

enum class VisitCause : std::uint8_t {
  unknown,             // a report of another version; the detail is its sentence
  nothing_left,        // no limit ended it
  cut_off,             // by a limit or a trap; the detail is the code of its DropReason
  urls_failed,         // the count
  more_wanted,         // other hosts want more URLs than one visit takes
  stopped,             // by whoever runs the crawl
  slice_over,          // other hosts have their turn
  memory_lent,         // other hosts need the memory
  waits_for_memory,    // there is none to begin with
  asked_to_wait,       // by Retry-After or a long back-off
  server_refuses,      // the count of answers in a row; the detail is their status
  requests_failed,     // the count in a row; the detail is the last failure
  robots_unavailable,  // the detail is the failure, if there was one
  name_unresolved,     // the detail is the answer of the resolver
  address_refused,     // the detail is the address and the reason
  archive_unreadable,  // the detail is the error
};
inline constexpr std::size_t kVisitCauses =
    static_cast<std::size_t>(VisitCause::archive_unreadable) + 1;

struct VisitReason {
  VisitCause cause = VisitCause::unknown;
  std::int64_t count = 0;
  std::string detail = {};

  static VisitReason cut_off(DropReason reason);

  std::string sentence() const;  // "the page limit is reached": for people

  friend bool operator==(const VisitReason&, const VisitReason&) = default;
};

std::string_view code_of(VisitCause cause);  // "nothing-left": for files and programs

// Reads a code, or a sentence as earlier versions stored it.
VisitReason read_visit_reason(std::string_view code, std::int64_t count, std::string detail);

}  // namespace freshet
