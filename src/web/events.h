// Where things happen in time: timers, and the end of what was started elsewhere. One thread runs
// one Events, and everything that it calls back is called on that thread.
#pragma once

#include <functional>

#include "base/time.h"

namespace freshet {

// A moment of the clock that only goes forward, since its Events was made. Delays and limits are
// measured with it; what is written down is stamped by a Clock.
using Tick = Duration;

class Events {
 public:
  virtual ~Events() = default;

  virtual Tick tick() = 0;

  // Calls `what` once, at `when` or soon after; at once means: when whoever is running now has
  // returned. Calls for the same tick come in the order in which they were asked for.
  virtual void at(Tick when, std::function<void()> what) = 0;

  // Lets things happen, until `until`, or until `is_done` (asked after each call) says so.
  virtual void run(Tick until, const std::function<bool()>& is_done) = 0;

  void after(Duration delay, std::function<void()> what) { at(tick() + delay, std::move(what)); }
};

}  // namespace freshet
