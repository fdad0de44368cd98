// Timers and completions of asynchronous work. One thread runs one Events, and all callbacks run on
// that thread.
#pragma once

#include <functional>

#include "base/time.h"

namespace freshet {

// Monotonic time since its Events was created. Delays and limits use it; stored times come from a
// Clock.
using Tick = Duration;

class Events {
 public:
  virtual ~Events() = default;

  virtual Tick tick() = 0;

  // Calls `what` once, at `when` or soon after; never from within this call. Calls for the same
  // tick run in the order of scheduling.
  virtual void at(Tick when, std::function<void()> what) = 0;

  // Runs callbacks until `until`, or until `is_done` (asked after each one) returns true.
  virtual void run(Tick until, const std::function<bool()>& is_done) = 0;

  void after(Duration delay, std::function<void()> what) { at(tick() + delay, std::move(what)); }
};

}  // namespace freshet
