// A clock that a test sets by hand.
#pragma once

#include "base/time.h"

namespace freshet {

class HandClock final : public Clock {
 public:
  Time now() override { return time; }
  Time time = *parse_time("2026-11-16T00:00:00Z");
};

}  // namespace freshet
