// One alarm of an Events: setting it again replaces the previous one, and it never fires after its
// owner is destroyed.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include "web/events.h"

namespace freshet {

class Waker {
 public:
  explicit Waker(Events& events) : events_(events) {}

  void set(Tick when, std::function<void()> ring) {
    const std::uint64_t number = ++*current_;
    events_.at(when,
               [ring = std::move(ring), number, current = std::weak_ptr<std::uint64_t>(current_)] {
                 const auto living = current.lock();
                 if (living && *living == number) ring();
               });
  }
  void cancel() { ++*current_; }

 private:
  Events& events_;
  std::shared_ptr<std::uint64_t> current_ = std::make_shared<std::uint64_t>(0);
};

}  // namespace freshet
