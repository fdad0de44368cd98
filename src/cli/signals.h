// SIGINT, SIGTERM and SIGHUP as events of a loop.
#pragma once

#include <functional>
#include <memory>

#include "base/error.h"
#include "web/event_loop.h"

namespace freshet {

// One at a time. Made before other threads start: then none of them is hit by a signal.
class Signals {
 public:
  // `told` gets the number of each signal, on the thread of the loop, which outlives this.
  static Result<std::unique_ptr<Signals>> open(EventLoop& loop, std::function<void(int)> told);
  ~Signals();
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

  // From now on SIGINT and SIGTERM end the program at once, whatever it is doing.
  static void let_them_end_us();

 private:
  Signals(EventLoop& loop, int descriptor) : loop_(loop), descriptor_(descriptor) {}

  EventLoop& loop_;
  int descriptor_;
};

}  // namespace freshet
