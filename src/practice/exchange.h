// What a client with limits makes of an answer: the rules of web.h, applied to misbehaviour by
// arithmetic instead of by waiting.
#pragma once

#include <cstddef>

#include "practice/answer.h"
#include "web/web.h"

namespace freshet {

// How fast bodies come where nothing slows them.
inline constexpr std::size_t kPracticeBytesPerSecond = 20'000'000;

struct Exchange {
  WebAnswer answer;      // `took` is set, the address and the request's head are not
  bool is_kept = false;  // whether the connection can be used again
};

// `connect`: what it takes to have a connection; zero if there is one. `latency`: from the request
// to the first byte of a well-behaved answer.
Exchange exchange(PracticeAnswer answer, const WebRequest& request, Duration connect,
                  Duration latency);

// A failure, and when it is noticed at the latest.
WebAnswer failed(WebFailure failure, Duration took, std::string detail);

}  // namespace freshet
