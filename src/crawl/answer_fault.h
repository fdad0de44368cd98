// Which answers are failed attempts rather than content. A failed attempt is retried; it never
// stands for the page.
#pragma once

#include <cstdint>
#include <string>

#include "base/time.h"
#include "web/web.h"

namespace freshet {

enum class AnswerFault : std::uint8_t {
  none,
  refusal,       // 429 or 503: the host asks to be left alone for a while
  server_error,  // another status that says the attempt failed, not what the page is
  cut,           // the connection ended, stalled or broke before the body was complete
};

// A body that is cut by our own limit of bytes is no fault.
AnswerFault fault_of(const WebAnswer& answer);

// Returns the fault as the outcome of a note: "server-error", "cut".
std::string outcome_of(AnswerFault fault);

// Returns why the attempt failed, for people: "status 502", "only 10 bytes of the body came".
std::string detail_of(const WebAnswer& answer);

// The wait before a URL that failed `tries` times is asked for again: doubled each time.
Duration retry_wait(int tries, Duration backoff, Duration wait_max);

}  // namespace freshet
