#include "web/virtual_events.h"

#include <algorithm>
#include <utility>

namespace freshet {

void VirtualEvents::at(Tick when, std::function<void()> what) {
  queue_.push({.when = std::max(when, now_), .number = asked_++, .what = std::move(what)});
}

void VirtualEvents::run(Tick until, const std::function<bool()>& is_done) {
  while (!queue_.empty() && queue_.top().when <= until) {
    // priority_queue::top() is const; the call is moved out just before it is popped.
    const std::function<void()> what = std::move(const_cast<Call&>(queue_.top()).what);
    now_ = queue_.top().when;
    queue_.pop();
    ++calls_;
    what();
    if (is_done()) return;
  }
  if (until != Tick::max()) now_ = std::max(now_, until);
}

}  // namespace freshet
