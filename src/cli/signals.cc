#include "cli/signals.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace freshet {
namespace {

sigset_t set_of(std::initializer_list<int> numbers) {
  sigset_t set;
  sigemptyset(&set);
  for (const int number : numbers) sigaddset(&set, number);
  return set;
}

}  // namespace

Result<std::unique_ptr<Signals>> Signals::open(EventLoop& loop, std::function<void(int)> told) {
  const sigset_t set = set_of({SIGINT, SIGTERM, SIGHUP});
  const int descriptor = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
  if (descriptor < 0) {
    return std::unexpected(
        Error{Errc::unavailable,
              fmt::format("cannot wait for signals: {}", std::generic_category().message(errno))});
  }
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  std::unique_ptr<Signals> signals(new Signals(loop, descriptor));
  loop.watch(descriptor, {.read = true}, [descriptor, told = std::move(told)](Readiness) {
    signalfd_siginfo came{};
    while (read(descriptor, &came, sizeof came) == sizeof came)
      told(static_cast<int>(came.ssi_signo));
  });
  return signals;
}

Signals::~Signals() {
  loop_.unwatch(descriptor_);
  close(descriptor_);
  const sigset_t set = set_of({SIGINT, SIGTERM, SIGHUP});
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

void Signals::let_them_end_us() {
  const sigset_t set = set_of({SIGINT, SIGTERM});
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

}  // namespace freshet
