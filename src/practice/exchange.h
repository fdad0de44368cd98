// Computes how a client with limits sees an answer: the rules of web.h, applied to misbehaviour by
// arithmetic instead of by waiting.
#pragma once

#include <cstddef>

#include "practice/answer.h"
#include "web/web.h"

namespace freshet {

// Transfer rate of bodies that nothing slows down.
inline constexpr std::size_t kPracticeBytesPerSecond = 20'000'000;

struct Exchange {
  WebAnswer answer;      // `took` is set; the address and the request's head are not
  bool is_kept = false;  // the connection can be reused
};

// `connect`: time to get a connection, zero if one is open. `latency`: from the request to the
// first byte of a well-behaved answer.
Exchange exchange(PracticeAnswer answer, const WebRequest& request, Duration connect,
                  Duration latency);

// Returns a failed answer; `took` is the latest time at which the failure is noticed.
WebAnswer failed(WebFailure failure, Duration took, std::string detail);

}  // namespace freshet
