#include "cli/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "base/escape.h"
#include "base/log.h"

namespace freshet {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks{100};  // on a terminal
constexpr std::chrono::seconds kBetweenLines{10};        // in a log
constexpr std::size_t kUsualColumns = 80;

std::size_t terminal_columns() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kUsualColumns;
  return size.ws_col;
}

bool continues_a_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

}  // namespace

// Counts bytes, so text beyond ASCII is cut earlier than it had to be; never within a character.
std::string shortened_to(std::string_view text, std::size_t columns) {
  constexpr std::string_view kGap = "...";
  if (text.size() <= columns) return std::string(text);
  const std::size_t kept = columns > kGap.size() ? columns - kGap.size() : 0;
  std::size_t head = kept / 2, tail = text.size() - (kept - head);
  while (head > 0 && continues_a_character(text[head])) --head;
  while (tail < text.size() && continues_a_character(text[tail])) ++tail;
  return fmt::format("{}{}{}", text.substr(0, head), kGap.substr(0, columns), text.substr(tail));
}

Progress::Progress(const Session& session, std::string_view doing)
    : rewrites_(session.err_rewrites),
      doing_(doing),
      next_(std::chrono::steady_clock::now() +
            (rewrites_ ? std::chrono::milliseconds(kBetweenLooks) : kBetweenLines)) {}

void Progress::tell(std::string_view file, std::uint64_t count, std::string_view things) {
  const auto now = std::chrono::steady_clock::now();
  if (now < next_) return;
  if (!rewrites_) {
    next_ = now + kBetweenLines;
    log(LogLevel::info, doing_, {{"file", file}, {"done", count}, {"unit", things}});
    return;
  }
  next_ = now + kBetweenLooks;
  const std::string line =
      fmt::format("{}: {} {}, now in {}", doing_, count, things, visible(file));
  show(line);
}

void Progress::tell_line(std::string_view words) {
  const auto now = std::chrono::steady_clock::now();
  if (now < next_) return;
  next_ = now + (rewrites_ ? std::chrono::milliseconds(kBetweenLooks) : kBetweenLines);
  const std::string line = fmt::format("{}: {}", doing_, words);
  if (!rewrites_) return log(LogLevel::info, line);
  show(line);
}

void Progress::show(const std::string& line) {
  std::fputs(fmt::format("\r\x1B[K{}", shortened_to(line, terminal_columns() - 1)).c_str(), stderr);
  line_is_there_ = true;
}

void Progress::clear() {
  if (!line_is_there_) return;
  std::fputs("\r\x1B[K", stderr);
  line_is_there_ = false;
}

}  // namespace freshet
