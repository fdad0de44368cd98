// The observations that a visit records of checks that needed no comparison. Pure.
#pragma once

#include <cstdint>
#include <vector>

#include "base/time.h"
#include "crawl/observation.h"
#include "crawl/visit/check_protocol.h"
#include "warc/record.h"

namespace freshet {

// The time of a check, and the depth of the page in its site.
struct CheckPlace {
  Time sent{};
  std::uint16_t depth = 0;
};

// For a check without an answer, or without a URL that may be requested.
Observation failed_check(CheckOrder order, Time now, int status);

// The page asks not to be kept any more: for the archive it is gone.
Observation hidden_check(CheckOrder order, const CheckPlace& place, int status);

// For a HEAD request with the same length and validators.
Observation same_by_head(CheckOrder order, const CheckPlace& place,
                         const std::vector<warc::Field>& fields, const HostTrust& trust);

// For a 304, or the same bytes.
Observation same_check(CheckOrder order, const CheckPlace& place, int status,
                       std::uint64_t body_bytes, const std::vector<warc::Field>& fields,
                       const HostTrust& trust);

// Returns the stages that the head of an answer decides.
std::vector<StageRecord> head_stages(const CheckOrder& order, int status,
                                     const std::vector<warc::Field>& fields,
                                     const HostTrust& trust);

}  // namespace freshet
