#include "program.h"

#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace fs = std::filesystem;

namespace {

// Where the driver keeps what goes in and out; hidden, so that a test may list its folder.
constexpr const char* kIn = ".stdin";
constexpr const char* kOut = ".stdout";
constexpr const char* kErr = ".stderr";
constexpr unsigned kNobody = 65534;
// Far longer than any moment takes to come on a busy machine, shorter than ctest's patience.
constexpr std::chrono::minutes kMomentsMax(5);

int exit_code_of(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void redirect(const char* file, int flags, int to) {
  const int fd = open(file, flags, 0600);
  if (fd < 0 || dup2(fd, to) < 0) _exit(127);
  close(fd);
}

}  // namespace

ProgramTest::ProgramTest() {
  std::string name = testing::TempDir() + "freshet-XXXXXX";
  if (!mkdtemp(name.data())) std::abort();
  folder_ = name;
  environment_ = {{"HOME", name}, {"TERM", "xterm"}};
}

ProgramTest::~ProgramTest() { fs::remove_all(folder_); }

void ProgramTest::file(const std::string& name, std::string_view text) const {
  fs::create_directories((folder_ / name).parent_path());
  std::ofstream(folder_ / name, std::ios::binary) << text;
}

void ProgramTest::variable(const std::string& name, const std::string& value) {
  environment_[name] = value;
}

Ran ProgramTest::run(const Words& words, std::string_view input) const {
  file(kOut, "");
  return run_into(open((folder_ / kOut).c_str(), O_WRONLY | O_CLOEXEC), words, input);
}

Ran ProgramTest::run_into(int fd, const Words& words, std::string_view input) const {
  const int exit_code = exit_code_of(start(fd, words, input));
  return {exit_code, text_of(kOut), text_of(kErr)};
}

Ran ProgramTest::run_and_signal(const Words& words, int signal,
                                const std::function<bool()>& is_time) const {
  return run_and_signal(words, {{signal, is_time}});
}

std::string ProgramTest::said() const { return text_of(kErr); }
std::string ProgramTest::printed() const { return text_of(kOut); }

Ran ProgramTest::run_and_signal(const Words& words, const std::vector<Moment>& moments) const {
  file(kOut, "");
  const pid_t child = start(open((folder_ / kOut).c_str(), O_WRONLY | O_CLOEXEC), words, "");
  siginfo_t gone{};
  const auto give_up = std::chrono::steady_clock::now() + kMomentsMax;
  for (const auto& [signal, is_time] : moments) {
    while (!is_time() && gone.si_pid == 0) {
      waitid(P_PID, static_cast<id_t>(child), &gone, WEXITED | WNOHANG | WNOWAIT);
      if (std::chrono::steady_clock::now() > give_up) {
        ADD_FAILURE() << "the moment for signal " << signal << " did not come; stderr:\n" << said();
        kill(child, SIGKILL);
        break;
      }
      usleep(2000);
    }
    kill(child, signal);
  }
  const int exit_code = exit_code_of(child);
  return {exit_code, text_of(kOut), text_of(kErr)};
}

// Runs it, and returns its process id.
int ProgramTest::start(int fd, const Words& words, std::string_view input) const {
  file(kIn, input);
  file(kErr, "");
  const pid_t child = fork();
  if (child == 0) {
    if (chdir(folder_.c_str()) != 0) _exit(127);
    redirect(kIn, O_RDONLY, STDIN_FILENO);
    redirect(kErr, O_WRONLY, STDERR_FILENO);
    if (fd >= 0)
      dup2(fd, STDOUT_FILENO);
    else
      close(STDOUT_FILENO);
    become(words);
  }
  if (fd >= 0) close(fd);
  return child;
}

bool ProgramTest::is_root() { return geteuid() == 0; }

void ProgramTest::run_as_nobody() {
  as_nobody_ = true;
  fs::permissions(folder_, fs::perms::others_all, fs::perm_options::add);
}

std::string ProgramTest::run_on_terminal(const Words& words, int exit_code,
                                         std::string_view typed) const {
  int terminal = -1;
  const pid_t child = forkpty(&terminal, nullptr, nullptr, nullptr);
  if (child == 0) {
    if (chdir(folder_.c_str()) != 0) _exit(127);
    become(words);
  }
  EXPECT_EQ(write(terminal, typed.data(), typed.size()), static_cast<ssize_t>(typed.size()));
  std::string seen;
  char buffer[4096];
  for (ssize_t got; (got = read(terminal, buffer, sizeof buffer)) > 0;)
    seen.append(buffer, static_cast<std::size_t>(got));
  close(terminal);
  EXPECT_EQ(exit_code_of(child), exit_code) << seen;
  return seen;
}

void ProgramTest::become(const Words& words) const {
  std::vector<std::string> arguments = {"freshet"}, variables;
  arguments.insert(arguments.end(), words.begin(), words.end());
  for (const auto& [name, value] : environment_) variables.push_back(name + "=" + value);
  std::vector<char*> argv, envp;
  for (std::string& text : arguments) argv.push_back(text.data());
  for (std::string& text : variables) envp.push_back(text.data());
  argv.push_back(nullptr);
  envp.push_back(nullptr);
  if (as_nobody_ && (setgid(kNobody) != 0 || setuid(kNobody) != 0)) _exit(127);
  const auto files = static_cast<rlim_t>(open_files_max_);
  const rlimit limit{.rlim_cur = files, .rlim_max = files};
  if (files > 0 && setrlimit(RLIMIT_NOFILE, &limit) != 0) _exit(127);
  execve(FRESHET_PROGRAM, argv.data(), envp.data());
  _exit(127);
}

std::string ProgramTest::text_of(const std::string& name) const {
  std::ifstream in(folder_ / name, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}
