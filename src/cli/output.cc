#include "cli/output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <system_error>

namespace freshet {
namespace {

constexpr std::size_t kHeldBytes = std::size_t{1} << 16;

// A terminal that understands escape sequences.
bool is_able_terminal(int fd, const Environment& environment) {
  const auto terminal = environment.find("TERM");
  return isatty(fd) == 1 && terminal != environment.end() && terminal->second != "dumb";
}

}  // namespace

void Output::write(std::string_view text) {
  if (error_ != 0) return;
  held_ += text;
  if (held_.size() >= kHeldBytes) flush();
}

Status Output::finish() {
  flush();
  return arrived();
}

Status Output::arrived() const {
  if (error_ == 0 || (error_ == EPIPE && excuses_reader_)) return {};
  return std::unexpected(Error{
      Errc::unavailable,
      fmt::format("cannot write to standard output: {}", std::generic_category().message(error_))});
}

bool Output::reader_has_left() const {
  if (error_ == EPIPE) return true;
  pollfd out{.fd = STDOUT_FILENO, .events = 0, .revents = 0};
  return poll(&out, 1, 0) == 1 && (out.revents & (POLLERR | POLLHUP)) != 0;
}

void Output::flush() {
  std::string_view rest = held_;
  while (error_ == 0 && !rest.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, rest.data(), rest.size());
    if (written >= 0) {
      rest.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      error_ = errno;
    }
  }
  held_.clear();
}

void end_by_broken_pipe() {
  std::signal(SIGPIPE, SIG_DFL);
  std::raise(SIGPIPE);
  _exit(128 + SIGPIPE);  // where the signal is blocked
}

void keep_standard_streams() {
  std::signal(SIGPIPE, SIG_IGN);
  // A closed stream is opened the wrong way round: using it stays an error, as it was.
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd)
    if (fcntl(fd, F_GETFD) < 0) open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

bool may_use_color(ColorMode mode, int fd, const Environment& environment) {
  if (mode != ColorMode::automatic) return mode == ColorMode::always;
  const auto no_color = environment.find("NO_COLOR");
  if (no_color != environment.end() && !no_color->second.empty()) return false;
  return is_able_terminal(fd, environment);
}

bool may_rewrite_lines(const LogOptions& log, int fd, const Environment& environment) {
  if (log.format != LogFormat::text || log.level > LogLevel::info) return false;
  return is_able_terminal(fd, environment);
}

}  // namespace freshet
