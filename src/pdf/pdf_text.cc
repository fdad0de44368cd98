#include "pdf/pdf_text.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>

#include "base/utf8.h"

namespace freshet {
namespace {

using SteadyClock = std::chrono::steady_clock;

// An open file.
class OpenFile {
 public:
  explicit OpenFile(int number = -1) : number_(number) {}
  ~OpenFile() { close(); }
  OpenFile(OpenFile&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  OpenFile& operator=(OpenFile&&) = delete;

  int get() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  void close() {
    if (number_ >= 0) ::close(std::exchange(number_, -1));
  }

 private:
  int number_;
};

Error failure(std::string_view what) {
  return {Errc::unavailable,
          fmt::format("the PDF document could not be read: {}: {}", what, strerrordesc_np(errno))};
}

// Returns a file in memory with these bytes, at its beginning.
Result<OpenFile> file_of(std::string_view bytes) {
  OpenFile file(::memfd_create("freshet-pdf", MFD_CLOEXEC));
  if (!file.is_open()) return std::unexpected(failure("no file in memory"));
  while (!bytes.empty()) {
    const ssize_t written = ::write(file.get(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return std::unexpected(failure("no memory for it"));
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  ::lseek(file.get(), 0, SEEK_SET);
  return file;
}

void set_limit(__rlimit_resource resource, rlim_t value) {
  const rlimit limit{value, value};
  ::setrlimit(resource, &limit);
}

// Runs in the child, between fork and exec: only calls that are safe there. Does not return.
[[noreturn]] void become_reader(int input, int output, const PdfLimits& limits) {
  constexpr int kCannotRun = 127;
  constexpr rlim_t kFilesMax = 32;
  ::setpgid(0, 0);
  if (::dup2(input, STDIN_FILENO) < 0 || ::dup2(output, STDOUT_FILENO) < 0) ::_exit(kCannotRun);
  const int nowhere = ::open("/dev/null", O_WRONLY);
  if (nowhere >= 0) ::dup2(nowhere, STDERR_FILENO);
  ::close_range(STDERR_FILENO + 1, ~0U, 0);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  const auto seconds =
      static_cast<rlim_t>(std::chrono::ceil<std::chrono::seconds>(limits.time).count());
  set_limit(RLIMIT_CPU, seconds + 1);
  set_limit(RLIMIT_AS, limits.memory_bytes);
  set_limit(RLIMIT_FSIZE, 0);
  set_limit(RLIMIT_CORE, 0);
  set_limit(RLIMIT_NOFILE, kFilesMax);
  // The document is standard input by its name, because "-" would be copied to a file first.
  const char* arguments[] = {"pdftotext", "-q",       "-enc",       "UTF-8", "-eol",
                             "unix",      "-nopgbrk", "/dev/stdin", "-",     nullptr};
  const char* environment[] = {"LC_ALL=C.UTF-8", "HOME=/nonexistent", nullptr};
  ::execve(limits.program.c_str(), const_cast<char* const*>(arguments),
           const_cast<char* const*>(environment));
  ::_exit(kCannotRun);
}

// Returns how long to wait until the deadline, for poll; 0: it has passed.
int wait_until(SteadyClock::time_point deadline) {
  const auto left =
      std::chrono::ceil<std::chrono::milliseconds>(deadline - SteadyClock::now()).count();
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, std::numeric_limits<int>::max()));
}

// A process that reads a document. It and what it has started are killed at the end.
class ReaderProcess {
 public:
  explicit ReaderProcess(pid_t process) : process_(process) {}
  ~ReaderProcess() {
    if (process_ > 0) end();
  }
  ReaderProcess(const ReaderProcess&) = delete;
  ReaderProcess& operator=(const ReaderProcess&) = delete;

  // Returns its wait status; none: it had not ended by then.
  std::optional<int> wait(SteadyClock::time_point deadline) {
    const OpenFile ending(static_cast<int>(::syscall(SYS_pidfd_open, process_, 0)));
    pollfd waits{.fd = ending.get(), .events = POLLIN, .revents = 0};
    while (::poll(&waits, 1, wait_until(deadline)) < 0 && errno == EINTR) {
    }
    if (waits.revents == 0) return std::nullopt;
    return end();
  }

 private:
  int end() {
    ::kill(-process_, SIGKILL);  // not reaped yet, so the number is still that of its group
    ::kill(process_, SIGKILL);   // if it has not made its group yet
    int status = 0;
    while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    process_ = -1;
    return status;
  }

  pid_t process_;
};

struct ReadText {
  std::string text = {};
  bool is_late = false;
  bool is_cut = false;
};

// Reads until the end of the output, the limit of bytes or the deadline.
ReadText read_output(const OpenFile& output, const PdfLimits& limits,
                     SteadyClock::time_point deadline) {
  ReadText read;
  std::array<char, 1 << 16> part;
  while (true) {
    pollfd waits{.fd = output.get(), .events = POLLIN, .revents = 0};
    const int left = wait_until(deadline);
    const int ready = left == 0 ? 0 : ::poll(&waits, 1, left);
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) {
      read.is_late = true;
      return read;
    }
    const ssize_t count = ::read(output.get(), part.data(), part.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return read;
    read.text.append(part.data(), static_cast<std::size_t>(count));
    if (read.text.size() <= limits.text_bytes) continue;
    read.is_cut = true;
    cut_utf8(read.text, limits.text_bytes);
    return read;
  }
}

Error unreadable() {
  return {Errc::invalid, "the PDF document is damaged, encrypted or too large to be read"};
}

Error too_slow(const PdfLimits& limits) {
  return {Errc::limit,
          fmt::format("the PDF document takes more than {} ms to read", limits.time.count())};
}

}  // namespace

bool has_pdf_reader(const PdfLimits& limits) { return ::access(limits.program.c_str(), X_OK) == 0; }

Result<std::string> read_pdf_text(std::string_view bytes, const PdfLimits& limits) {
  if (!has_pdf_reader(limits))
    return std::unexpected(
        Error{Errc::not_found, fmt::format("there is no {}; install the package poppler-utils to "
                                           "read PDF documents",
                                           limits.program)});
  const auto input = file_of(bytes);
  if (!input) return std::unexpected(input.error());
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return std::unexpected(failure("no pipe"));
  const OpenFile output(ends[0]);
  OpenFile output_of_child(ends[1]);
  const pid_t process = ::fork();
  if (process < 0) return std::unexpected(failure("no process"));
  if (process == 0) become_reader(input->get(), output_of_child.get(), limits);
  ReaderProcess reader(process);
  output_of_child.close();
  const auto deadline = SteadyClock::now() + limits.time;
  const ReadText read = read_output(output, limits, deadline);
  if (read.is_late) return std::unexpected(too_slow(limits));
  if (read.is_cut) return repair_utf8(read.text);
  const auto status = reader.wait(deadline);  // it can close its output and go on
  if (!status) return std::unexpected(too_slow(limits));
  if (!WIFEXITED(*status) || WEXITSTATUS(*status) != 0) return std::unexpected(unreadable());
  return repair_utf8(read.text);
}

}  // namespace freshet
