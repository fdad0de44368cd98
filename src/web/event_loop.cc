#include "web/event_loop.h"

#include <fmt/format.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>

#include "base/check.h"

namespace freshet {
namespace {

constexpr int kWaitMsMax = 60'000;

Tick monotonic_now() {
  return std::chrono::duration_cast<Tick>(std::chrono::steady_clock::now().time_since_epoch());
}

// Packs descriptor and number of the watch into epoll's data: an event fetched before its
// descriptor was closed and reopened is thereby known to be stale.
std::uint64_t pack(int fd, std::uint32_t number) {
  return std::uint64_t{number} << 32 | static_cast<std::uint32_t>(fd);
}

}  // namespace

Result<std::unique_ptr<EventLoop>> EventLoop::open() {
  const int epoll = epoll_create1(EPOLL_CLOEXEC);
  const int wake = epoll < 0 ? -1 : eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (wake < 0) {
    const int error = errno;
    if (epoll >= 0) close(epoll);
    return std::unexpected(
        Error{Errc::unavailable,
              fmt::format("no event loop can be made: {}; is the limit of open files reached?",
                          std::strerror(error))});
  }
  return std::unique_ptr<EventLoop>(new EventLoop(epoll, wake));
}

EventLoop::EventLoop(int epoll, int wake) : epoll_(epoll), wake_(wake), began_(monotonic_now()) {
  watch(wake_, {.read = true}, [this](Readiness) { on_posted(); });
}

EventLoop::~EventLoop() {
  close(wake_);
  close(epoll_);
}

Tick EventLoop::tick() { return monotonic_now() - began_; }

EventLoop::CallId EventLoop::call_at(Tick when, std::function<void()> what) {
  const CallId call{std::max(when, tick()), asked_++};
  calls_.emplace_hint(calls_.end(), call, std::move(what));
  return call;
}

void EventLoop::drop_calls() {
  calls_.clear();
  to_call_.clear();
  const std::lock_guard lock(mutex_);
  posted_.clear();
}

void EventLoop::post(std::function<void()> what) {
  const std::lock_guard lock(mutex_);
  posted_.push_back(std::move(what));
  if (posted_.size() > 1) return;  // the first post has woken the loop
  const std::uint64_t one = 1;
  require(write(wake_, &one, sizeof one) == sizeof one, "an eventfd takes a one");
}

void EventLoop::on_posted() {
  const std::lock_guard lock(mutex_);
  std::uint64_t count = 0;
  require(read(wake_, &count, sizeof count) == sizeof count, "an eventfd that woke us has a count");
  std::move(posted_.begin(), posted_.end(), std::back_inserter(to_call_));
  posted_.clear();
}

void EventLoop::tell_epoll(int operation, int fd, const Watch& watch) {
  epoll_event event{};
  event.events = (watch.interest.read ? EPOLLIN | EPOLLRDHUP : 0U) |
                 (watch.interest.write ? std::uint32_t{EPOLLOUT} : 0U);
  event.data.u64 = pack(fd, watch.number);
  require(epoll_ctl(epoll_, operation, fd, &event) == 0, "a watched descriptor is open and known");
}

void EventLoop::watch(int fd, Readiness interest, std::function<void(Readiness)> ready) {
  if (watches_.contains(fd)) unwatch(fd);
  auto made = std::make_unique<Watch>();
  made->interest = interest;
  made->number = watched_++;
  made->ready = std::move(ready);
  tell_epoll(EPOLL_CTL_ADD, fd, *made);
  watches_.emplace(fd, std::move(made));
}

void EventLoop::change_watch(int fd, Readiness interest) {
  const auto found = watches_.find(fd);
  require(found != watches_.end(), "only what is watched can be watched for something else");
  if (found->second->interest == interest) return;
  found->second->interest = interest;
  tell_epoll(EPOLL_CTL_MOD, fd, *found->second);
}

void EventLoop::unwatch(int fd) {
  const auto found = watches_.find(fd);
  if (found == watches_.end()) return;
  tell_epoll(EPOLL_CTL_DEL, fd, *found->second);
  retired_.push_back(std::move(found->second));
  watches_.erase(found);
}

int EventLoop::wait_ms(Tick until) {
  if (!to_call_.empty()) return 0;
  if (!calls_.empty()) until = std::min(until, calls_.begin()->first.first);
  const Tick now = tick();
  if (until <= now) return 0;
  const auto wait = std::chrono::ceil<std::chrono::milliseconds>(until - now);
  return static_cast<int>(std::min<std::int64_t>(wait.count(), kWaitMsMax));
}

bool EventLoop::call_timers(const std::function<bool()>& is_done) {
  const Tick now = tick();
  for (std::size_t i = 0; i < kTimersPerTurnMax; ++i) {
    if (calls_.empty() || calls_.begin()->first.first > now) return false;
    const auto call = calls_.extract(calls_.begin());
    call.mapped()();
    if (is_done()) return true;
  }
  return false;
}

bool EventLoop::call_posted(const std::function<bool()>& is_done) {
  for (std::size_t left = to_call_.size(); left > 0; --left) {
    const std::function<void()> what = std::move(to_call_.front());
    to_call_.pop_front();
    what();
    if (is_done()) return true;
  }
  return false;
}

bool EventLoop::call_ready(int wait, const std::function<bool()>& is_done) {
  std::array<epoll_event, kReadyPerTurnMax> ready;
  const int count = epoll_wait(epoll_, ready.data(), kReadyPerTurnMax, wait);
  require(count >= 0 || errno == EINTR, "epoll can be waited for");
  for (int i = 0; i < count; ++i) {
    const epoll_event& event = ready[static_cast<std::size_t>(i)];
    const int fd = static_cast<int>(event.data.u64 & 0xffffffff);
    const auto found = watches_.find(fd);
    if (found == watches_.end() || pack(fd, found->second->number) != event.data.u64) continue;
    const Watch& watch = *found->second;  // lives until the end of the turn, even if unwatched
    const bool is_broken = (event.events & (EPOLLERR | EPOLLHUP)) != 0;
    watch.ready({.read = is_broken || (event.events & (EPOLLIN | EPOLLRDHUP)) != 0,
                 .write = is_broken || (event.events & EPOLLOUT) != 0});
    if (is_done()) return true;
  }
  retired_.clear();
  return false;
}

void EventLoop::run(Tick until, const std::function<bool()>& is_done) {
  if (is_done()) return;
  while (true) {
    if (call_timers(is_done) || call_posted(is_done)) return;
    const bool is_over = tick() >= until;
    if (call_ready(is_over ? 0 : wait_ms(until), is_done) || is_over) return;
  }
}

}  // namespace freshet
