// Events in real time: timers, ready descriptors (epoll), and calls posted by other threads. It
// sleeps in the kernel while idle.
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

// The events a descriptor is watched for, or has. An error or a hang-up sets both flags: the next
// read or write returns the error.
struct Readiness {
  bool read = false;
  bool write = false;
  friend bool operator==(const Readiness&, const Readiness&) = default;
};

// Only post() is thread-safe.
class EventLoop final : public Events {
 public:
  // Limits of one turn, so that no kind of work starves the others.
  static constexpr int kReadyPerTurnMax = 256;
  static constexpr std::size_t kTimersPerTurnMax = 1024;

  // Identifies a call made with call_at.
  using CallId = std::pair<Tick, std::uint64_t>;

  static Result<std::unique_ptr<EventLoop>> open();
  ~EventLoop() override;
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  // Counts ticks from the same origin as `other`, so that both can be compared. Call it before the
  // loop is used.
  void share_ticks_of(const EventLoop& other) { began_ = other.began_; }

  Tick tick() override;
  void at(Tick when, std::function<void()> what) override { call_at(when, std::move(what)); }
  // Returns only at `until` or when done, even if nothing is pending: another thread may post.
  void run(Tick until, const std::function<bool()>& is_done) override;

  // Like at(), but can be cancelled; cancelling a finished call does nothing.
  CallId call_at(Tick when, std::function<void()> what);
  void cancel(const CallId& call) { calls_.erase(call); }

  // Runs `what` on the thread of the loop, in the order of posting. Thread-safe.
  void post(std::function<void()> what);

  // Drops all timers and posted calls: those who made them are gone. Not from within a call.
  void drop_calls();

  // Calls `ready` in each turn in which `fd` has an event in `interest`. Watching a descriptor
  // again replaces the watch. Unwatch before closing it.
  void watch(int fd, Readiness interest, std::function<void(Readiness)> ready);
  // Changes the interest and keeps the callback.
  void change_watch(int fd, Readiness interest);
  void unwatch(int fd);

 private:
  struct Watch {
    Readiness interest;
    std::uint32_t number = 0;  // distinguishes it from an earlier watch of the same descriptor
    std::function<void(Readiness)> ready;
  };

  EventLoop(int epoll, int wake);
  void tell_epoll(int operation, int fd, const Watch& watch);
  int wait_ms(Tick until);
  // Each runs one kind of work of a turn; returns true if `is_done` was true after a call.
  bool call_timers(const std::function<bool()>& is_done);
  bool call_posted(const std::function<bool()>& is_done);
  bool call_ready(int wait, const std::function<bool()>& is_done);
  void on_posted();

  int epoll_;
  int wake_;  // an eventfd: readable while calls are posted
  Tick began_;
  std::map<CallId, std::function<void()>> calls_;
  std::uint64_t asked_ = 0;
  std::unordered_map<int, std::unique_ptr<Watch>> watches_;
  std::uint32_t watched_ = 0;
  std::vector<std::unique_ptr<Watch>> retired_;  // unwatched, perhaps by the running call
  std::deque<std::function<void()>> to_call_;    // posted calls, taken over

  std::mutex mutex_;  // guards what follows
  std::vector<std::function<void()>> posted_;
};

}  // namespace freshet
