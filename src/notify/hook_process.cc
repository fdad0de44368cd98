#include "notify/hook_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/check.h"

namespace freshet {
namespace {

using SteadyClock = std::chrono::steady_clock;

class OwnDescriptor {
 public:
  explicit OwnDescriptor(int fd) : fd_(fd) {}
  ~OwnDescriptor() { close(); }
  OwnDescriptor(const OwnDescriptor&) = delete;
  OwnDescriptor& operator=(const OwnDescriptor&) = delete;
  int get() const { return fd_; }
  void close() {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
  }

 private:
  int fd_;
};

SendAnswer own_failure(std::string_view what) {
  return {.failure = SendFailure::own, .detail = std::string(what)};
}

// Returns a file without a name that holds `input`; -1 if there is no room.
int input_file(std::string_view input) {
  const int fd = memfd_create("message", MFD_CLOEXEC);
  if (fd < 0) return -1;
  for (std::size_t at = 0; at < input.size();) {
    const ssize_t count = write(fd, input.data() + at, input.size() - at);
    if (count <= 0) {
      close(fd);
      return -1;
    }
    at += static_cast<std::size_t>(count);
  }
  lseek(fd, 0, SEEK_SET);
  return fd;
}

// Starts the command in a process group of its own. Returns 0 or the error.
int start_hook(const HookCommand& command, int input, int output, pid_t& process) {
  std::vector<std::string> words = command.words;
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  std::string path = "PATH=/usr/local/bin:/usr/bin:/bin", language = "LANG=C.UTF-8";
  const char* const home_of_ours = std::getenv("HOME");
  std::string home = fmt::format("HOME={}", home_of_ours == nullptr ? "/" : home_of_ours);
  std::array<char*, 4> environment = {path.data(), language.data(), home.data(), nullptr};

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
  posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
  posix_spawn_file_actions_addchdir_np(&actions, "/");
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  const int error = posix_spawn(&process, arguments.front(), &actions, &attributes,
                                arguments.data(), environment.data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

// Reads what there is; returns false at the end.
bool read_some(int fd, std::string& output) {
  std::array<char, 4096> bytes;
  const ssize_t count = read(fd, bytes.data(), bytes.size());
  if (count < 0) return errno == EINTR || errno == EAGAIN;
  const std::size_t room = kHookOutputBytesMax - output.size();
  output.append(bytes.data(), std::min(room, static_cast<std::size_t>(count)));
  return count > 0;
}

// Returns true if the process ended before `until`.
bool watch_hook(int process_fd, int output_fd, SteadyClock::time_point until, std::string& output) {
  bool is_open = true;
  while (true) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - SteadyClock::now());
    if (left.count() <= 0) return false;
    std::array<pollfd, 2> waiting = {pollfd{process_fd, POLLIN, 0},
                                     pollfd{is_open ? output_fd : -1, POLLIN, 0}};
    if (poll(waiting.data(), waiting.size(), static_cast<int>(left.count())) < 0 && errno != EINTR)
      return false;
    if (waiting[1].revents != 0) is_open = read_some(output_fd, output);
    if (waiting[0].revents == 0) continue;
    // A child that it has left behind may write on and on.
    while (is_open && output.size() < kHookOutputBytesMax && poll(&waiting[1], 1, 0) > 0)
      is_open = read_some(output_fd, output);
    return true;
  }
}

// Returns the answer for a command that could not be started, in the numbers of shells if there is
// no such program.
SendAnswer answer_of_start(int error) {
  constexpr int kShellNotFound = 127, kShellNotExecutable = 126;
  switch (error) {
    case ENOENT:
      return {.status = kShellNotFound};
    case EAGAIN:
    case ENOMEM:
    case EMFILE:
    case ENFILE:
    case EIO:
    case ETXTBSY:  // the program is being replaced
      return own_failure("the command could not be started; it is tried again");
    default:
      return {.status = kShellNotExecutable};
  }
}

int exit_status_of(int status) {
  constexpr int kSignalBase = 128;  // as shells count
  return WIFEXITED(status) ? WEXITSTATUS(status) : kSignalBase + WTERMSIG(status);
}

}  // namespace

SendAnswer run_hook(const HookCommand& command, std::string_view input) {
  require(!command.words.empty(), "a command has a word");
  const OwnDescriptor in(input_file(input));
  std::array<int, 2> pipe_ends{};
  if (in.get() < 0 || pipe2(pipe_ends.data(), O_CLOEXEC) != 0)
    return own_failure("there are no more open files");
  const OwnDescriptor reader(pipe_ends[0]);
  OwnDescriptor writer(pipe_ends[1]);
  pid_t process = 0;
  if (const int error = start_hook(command, in.get(), writer.get(), process); error != 0)
    return answer_of_start(error);
  writer.close();
  const OwnDescriptor process_fd(static_cast<int>(syscall(SYS_pidfd_open, process, 0)));
  SendAnswer answer;
  const bool has_ended = watch_hook(process_fd.get(), reader.get(),
                                    SteadyClock::now() + command.time_limit, answer.body);
  kill(-process, SIGKILL);  // not reaped yet, so the number is still its own
  int status = 0;
  waitpid(process, &status, 0);
  answer.status = exit_status_of(status);
  if (!has_ended) answer.failure = SendFailure::timeout;
  return answer;
}

}  // namespace freshet
