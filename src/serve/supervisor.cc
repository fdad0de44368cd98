#include "serve/supervisor.h"

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace freshet {
namespace {

constexpr std::size_t kStatusBytesMax = 200;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

std::optional<std::int64_t> whole_number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value <= 0) return std::nullopt;
  return value;
}

}  // namespace

SupervisorEnvironment SupervisorEnvironment::of_process() {
  return {.socket = variable("NOTIFY_SOCKET"),
          .watchdog_usec = variable("WATCHDOG_USEC"),
          .watchdog_pid = variable("WATCHDOG_PID")};
}

Supervisor::Supervisor(const SupervisorEnvironment& environment) {
  const std::string& socket = environment.socket;
  const bool is_address = socket.starts_with('/') || socket.starts_with('@');
  if (!is_address || socket.size() >= sizeof(sockaddr_un::sun_path)) return;
  socket_ = socket;
  const bool is_ours =
      environment.watchdog_pid.empty() || whole_number(environment.watchdog_pid) == ::getpid();
  const auto micros = whole_number(environment.watchdog_usec);
  if (is_ours && micros) watchdog_ = std::chrono::microseconds(*micros);
}

void Supervisor::is_ready(std::string_view status) const {
  std::string line(status.substr(0, kStatusBytesMax));
  std::ranges::replace(line, '\n', ' ');
  send(fmt::format("READY=1\nSTATUS={}", line));
}

void Supervisor::is_reloading() const {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  send(fmt::format("RELOADING=1\nMONOTONIC_USEC={}",
                   std::int64_t{now.tv_sec} * 1'000'000 + now.tv_nsec / 1000));
}

void Supervisor::is_stopping() const { send("STOPPING=1"); }

void Supervisor::is_alive(Tick now) {
  if (!watchdog_ || (told_ && now - *told_ < *watchdog_ / 2)) return;
  told_ = now;
  send("WATCHDOG=1");
}

void Supervisor::send(const std::string& message) const {
  if (socket_.empty()) return;
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, socket_.data(), socket_.size());
  if (socket_.front() == '@') address.sun_path[0] = '\0';
  const int descriptor = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return;
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + socket_.size());
  [[maybe_unused]] const auto sent =
      ::sendto(descriptor, message.data(), message.size(), MSG_NOSIGNAL | MSG_DONTWAIT,
               reinterpret_cast<const sockaddr*>(&address), length);
  ::close(descriptor);
}

}  // namespace freshet
