// Events in virtual time: the next call runs at once, and time jumps to its tick. The same calls in
// the same order give the same history.
#pragma once

#include <cstdint>
#include <queue>
#include <vector>

#include "web/events.h"

namespace freshet {

class VirtualEvents final : public Events {
 public:
  Tick tick() override { return now_; }
  void at(Tick when, std::function<void()> what) override;
  void run(Tick until, const std::function<bool()>& is_done) override;

  // Drops all pending calls: their owners are gone.
  void forget() { queue_ = {}; }

  bool is_idle() const { return queue_.empty(); }
  std::uint64_t calls() const { return calls_; }

 private:
  struct Call {
    Tick when;
    std::uint64_t number;
    std::function<void()> what;
  };
  struct Later {
    bool operator()(const Call& a, const Call& b) const {
      return a.when != b.when ? a.when > b.when : a.number > b.number;
    }
  };

  Tick now_{};
  std::uint64_t asked_ = 0;
  std::uint64_t calls_ = 0;
  std::priority_queue<Call, std::vector<Call>, Later> queue_;
};

// The wall clock in the same virtual time; it can be set, as people do.
class VirtualClock final : public Clock {
 public:
  VirtualClock(VirtualEvents& events, Time began) : events_(events), began_(began) {}
  Time now() override { return began_ + events_.tick(); }
  void jump(Duration by) { began_ += by; }

 private:
  VirtualEvents& events_;
  Time began_;
};

}  // namespace freshet
