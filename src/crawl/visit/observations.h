// The observations that a visit records of checks that needed no comparison. Pure.
#pragma once

#include <cstdint>
#include <vector>

#include "base/time.h"
#include "crawl/observation.h"
#include "crawl/visit/check_protocol.h"
#include "warc/record.h"

namespace freshet {

// When a check was made, and how deep in its site the page is.
struct CheckPlace {
  Time sent{};
  std::uint16_t depth = 0;
};

// There was no answer, or none that may be asked for.
Observation failed_check(CheckOrder order, Time now, int status);

// The page asks not to be kept any more: for the archive it is gone.
Observation hidden_check(CheckOrder order, const CheckPlace& place, int status);

// A HEAD request told the same length and validators.
Observation same_by_head(CheckOrder order, const CheckPlace& place,
                         const std::vector<warc::Field>& fields, const HostTrust& trust);

// A 304, or the same bytes.
Observation same_check(CheckOrder order, const CheckPlace& place, int status,
                       std::uint64_t body_bytes, const std::vector<warc::Field>& fields,
                       const HostTrust& trust);

// The stages that the head of an answer decides.
std::vector<StageRecord> head_stages(const CheckOrder& order, int status,
                                     const std::vector<warc::Field>& fields,
                                     const HostTrust& trust);

}  // namespace freshet
