// The protocol of checks of known pages: by a HEAD request, a conditional request or an
// unconditional one; the consequences of the answer; and the trust in a host's 304. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "catalog/rows.h"
#include "change/judge.h"
#include "crawl/continuation.h"
#include "crawl/observation.h"
#include "warc/record.h"

namespace freshet {

// The known behaviour of a host in checks. It is passed from visit to visit.
struct HostTrust {
  ConditionTrust conditions = ConditionTrust::unknown;
  bool are_lengths_wrong = false;  // HEAD reported another length for an unchanged page
};

struct CheckRequest {
  bool is_head = false;
  std::vector<warc::Field> conditions = {};  // none: an unconditional request
};

// Uses HEAD if order.length is set: for pages that answered 304 but never changed. HEAD costs as
// much as a 304 and also returns the length.
CheckRequest check_request(const CheckOrder& order, const HostTrust& trust);

// Returns the conditions of a request for a page that cannot exist. A server that answers 304 does
// so to everything.
std::vector<warc::Field> probe_conditions(Time now);
ConditionTrust trust_after_probe(int status);

enum class HeadVerdict : std::uint8_t {
  same,     // validators and length are those of the copy
  denied,   // the same validators, another length: they prove nothing
  unclear,  // only the page itself can tell
};
HeadVerdict judge_head(const CheckOrder& order, int status, const std::vector<warc::Field>& fields);

// Returns a copy of the order that is sent as an unconditional request.
CheckOrder asked_whole(CheckOrder order, Denial denial);

enum class CheckAnswer : std::uint8_t {
  ask_whole,  // a 304 contradicts what others say: ask again without a condition
  unchanged,  // the page is as it was, and need not be read
  read,
};
CheckAnswer judge_check(const CheckOrder& order, int status, std::string_view body);

// Returns true for 3xx other than 304.
bool is_redirect_status(int status);

// Returns true if the page was not there at the last check.
bool was_gone(const CheckOrder& order);

// Returns the change as it counts. A different page at the URL counts as a stand-in, which is a
// failed check. If stand-ins answer as often as would end the page, the last one counts as a major
// change of the page.
Change accepted_change(const CheckOrder& order, Change change);

// Returns the outcome of a check whose page was read. `change`: of a 200; `is_itself`: a redirect
// to the page's own URL.
CheckOutcome outcome_of_check(const CheckOrder& order, int status,
                              const std::optional<ChangeClass>& change, bool is_itself);

}  // namespace freshet
