// Runs the built freshet as a user would, each test in an empty folder of its own and with nothing
// in its environment but what the test puts there.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

inline bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

struct Ran {
  int exit_code;  // 128 + signal if it was killed
  std::string out;
  std::string err;
};

class ProgramTest : public testing::Test {
 protected:
  using Words = std::vector<std::string>;

  ProgramTest();
  ~ProgramTest() override;

  void file(const std::string& name, std::string_view text) const;
  void variable(const std::string& name, const std::string& value);
  const std::filesystem::path& folder() const { return folder_; }

  Ran run(const Words& words, std::string_view input = "") const;

  // With stdout going to `fd`, which is closed afterwards; -1: to nowhere, as after `>&-`.
  Ran run_into(int fd, const Words& words, std::string_view input = "") const;

  // Sends `signal` as soon as it is time, which is asked every few milliseconds.
  Ran run_and_signal(const Words& words, int signal, const std::function<bool()>& is_time) const;

  // The same with one signal after another. Fails and kills the program if a moment does not come.
  struct Moment {
    int signal;
    std::function<bool()> is_time;
  };
  Ran run_and_signal(const Words& words, const std::vector<Moment>& moments) const;

  // Return what the running program has written so far, to stderr and to stdout.
  std::string said() const;
  std::string printed() const;

  // What a person at a terminal sees: stdout and stderr together. `typed` is what he types.
  std::string run_on_terminal(const Words& words, int exit_code = 0,
                              std::string_view typed = "") const;

  // Whether we are root, whom no permissions bind.
  static bool is_root();
  // From now on freshet runs as somebody who owns nothing (only root can have it so).
  void run_as_nobody();
  // From now on freshet may have so many files open, and cannot raise that.
  void limit_open_files(int files) { open_files_max_ = files; }

 private:
  int start(int fd, const Words& words, std::string_view input) const;
  [[noreturn]] void become(const Words& words) const;
  std::string text_of(const std::string& name) const;

  bool as_nobody_ = false;
  int open_files_max_ = 0;  // 0: as we
  std::filesystem::path folder_;
  std::map<std::string, std::string> environment_;
};
