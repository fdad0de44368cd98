// Events in real time: timers, descriptors that became ready (epoll), and calls that other threads
// hand over. It sleeps in the kernel while there is nothing to do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/error.h"
#include "web/events.h"

namespace freshet {

// What a descriptor is watched for, or has become ready for. An error or a hang-up is told as both:
// who then reads or writes is told what it is.
struct Readiness {
  bool read = false;
  bool write = false;
  friend bool operator==(const Readiness&, const Readiness&) = default;
};

// Only post() may be called by a thread other than the one that runs it.
class EventLoop final : public Events {
 public:
  // How much one turn may do before the other kinds of work have theirs.
  static constexpr int kReadyPerTurnMax = 256;
  static constexpr std::size_t kTimersPerTurnMax = 1024;

  // Names a call that was asked for with call_at.
  using CallId = std::pair<Tick, std::uint64_t>;

  static Result<std::unique_ptr<EventLoop>> open();
  ~EventLoop() override;
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  // Counts ticks from where `other` does, so that both can be compared. Called before the loop runs
  // and before anything is asked of it.
  void share_ticks_of(const EventLoop& other) { began_ = other.began_; }

  Tick tick() override;
  void at(Tick when, std::function<void()> what) override { call_at(when, std::move(what)); }
  // Returns only when it is time or done, also while there is nothing to wait for: another thread
  // may post.
  void run(Tick until, const std::function<bool()>& is_done) override;

  // As at(), but it can be taken back; taking back what was called already does nothing.
  CallId call_at(Tick when, std::function<void()> what);
  void cancel(const CallId& call) { calls_.erase(call); }

  // Runs `what` on the thread of the loop, in the order of posting.
  void post(std::function<void()> what);

  // Calls `ready` in each turn in which `fd` is ready for something in `interest`. Watching a
  // descriptor again replaces what it is watched for. Unwatch before closing it.
  void watch(int fd, Readiness interest, std::function<void(Readiness)> ready);
  // The same with the callback that it has.
  void change_watch(int fd, Readiness interest);
  void unwatch(int fd);

 private:
  struct Watch {
    Readiness interest;
    std::uint32_t number = 0;  // tells it from an earlier watch of the same descriptor
    std::function<void(Readiness)> ready;
  };

  EventLoop(int epoll, int wake);
  void tell_epoll(int operation, int fd, const Watch& watch);
  int wait_ms(Tick until);
  // Each is one kind of work of a turn; true if `is_done` said so behind a call.
  bool call_timers(const std::function<bool()>& is_done);
  bool call_posted(const std::function<bool()>& is_done);
  bool call_ready(int wait, const std::function<bool()>& is_done);
  void take_posted();

  int epoll_;
  int wake_;  // an eventfd: readable while there is something posted
  Tick began_;
  std::map<CallId, std::function<void()>> calls_;
  std::uint64_t asked_ = 0;
  std::unordered_map<int, std::unique_ptr<Watch>> watches_;
  std::uint32_t watched_ = 0;
  std::vector<std::unique_ptr<Watch>> retired_;  // unwatched, perhaps by the call that runs
  std::deque<std::function<void()>> to_call_;    // what was posted, taken over

  std::mutex mutex_;  // guards what follows
  std::vector<std::function<void()>> posted_;
};

}  // namespace freshet
