// Distinguishes failed attempts from content. A failed attempt is retried; it is never stored as
// the page.
#pragma once

#include <cstdint>
#include <string>

#include "base/time.h"
#include "web/web.h"

namespace freshet {

enum class AnswerFault : std::uint8_t {
  none,
  refusal,       // 429 or 503: the host asks for back-off
  server_error,  // another status of a failed attempt, such as 502
  cut,           // the connection ended, stalled or broke before the body was complete
};

// A body cut by our own limit of bytes is not a fault.
AnswerFault fault_of(const WebAnswer& answer);

// Returns the fault as the outcome of a note: "server-error", "cut".
std::string outcome_of(AnswerFault fault);

// Returns why the attempt failed, for people: "status 502", "only 10 bytes of the body came".
std::string detail_of(const WebAnswer& answer);

// Returns the wait before the next try of a URL that failed `tries` times: exponential back-off.
Duration retry_wait(int tries, Duration backoff, Duration wait_max);

}  // namespace freshet
