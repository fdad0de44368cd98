// Tells the program that supervises us, such as systemd, how we are: sd_notify(3), without its
// library.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/time.h"
#include "web/events.h"

namespace freshet {

// The environment that a supervisor sets.
struct SupervisorEnvironment {
  std::string socket = {};         // $NOTIFY_SOCKET: a path, or "@" and an abstract name
  std::string watchdog_usec = {};  // $WATCHDOG_USEC
  std::string watchdog_pid = {};   // $WATCHDOG_PID; empty: ours

  static SupervisorEnvironment of_process();
};

// Without a supervisor all calls do nothing. A message that cannot be delivered is dropped: the
// supervisor notices our silence. Not thread-safe.
class Supervisor {
 public:
  Supervisor() = default;  // there is none
  explicit Supervisor(const SupervisorEnvironment& environment);

  bool is_there() const { return !socket_.empty(); }
  // How often it wants to hear is_alive(), at least; none: it does not watch us.
  std::optional<Duration> watchdog() const { return watchdog_; }

  void is_ready(std::string_view status) const;
  void is_reloading() const;  // is_ready() ends it
  void is_stopping() const;
  // Tells that the program works, at most twice in the time of the watchdog. Call it as often as
  // you like.
  void is_alive(Tick now);

 private:
  void send(const std::string& message) const;

  std::string socket_;
  std::optional<Duration> watchdog_;
  std::optional<Tick> told_;
};

}  // namespace freshet
