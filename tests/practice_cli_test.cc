// freshet practice as its users meet it.
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <fstream>
#include <iterator>

#include "program.h"

namespace {

using PracticeCliTest = ProgramTest;

TEST_F(PracticeCliTest, SaysWhatIsWrongWithItsArguments) {
  const auto refused = [&](const Words& words) {
    const Ran ran = run(words);
    EXPECT_EQ(ran.exit_code, 2);
    EXPECT_EQ(ran.out, "");
    return ran.err.substr(0, ran.err.find('\n'));
  };
  EXPECT_EQ(refused({"practice", "dance"}),
            "freshet: ACTION must be serve, score or compare-schedulers, not \"dance\"");
  EXPECT_EQ(refused({"practice", "serve", "--hosts", "0"}),
            "freshet: --hosts must be a number from 1 to 10000000, not \"0\"");
  EXPECT_EQ(refused({"practice", "serve", "--without", "rain"}),
            "freshet: --without: unknown feature \"rain\"; see --help for the list");
}

TEST_F(PracticeCliTest, ServesUntilItIsToldToEnd) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const std::string truth = folder() / "truth.jsonl", ca = folder() / "ca.pem";
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    execl(FRESHET_PROGRAM, "freshet", "practice", "serve", "--hosts", "10", "--pages", "50",
          "--http-port", "0", "--https-port", "0", "--dns-port", "0", "--log-level", "warning",
          "--truth", truth.c_str(), "--ca-file", ca.c_str(), nullptr);
    _exit(127);
  }
  close(ends[1]);
  std::string line;
  for (char c = 0; read(ends[0], &c, 1) == 1 && c != '\n';) line += c;
  close(ends[0]);
  EXPECT_TRUE(line.starts_with("http")) << line;
  kill(child, SIGTERM);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  std::ifstream truth_file(truth), ca_file(ca);
  const std::string first(std::istreambuf_iterator<char>(ca_file), {});
  EXPECT_TRUE(first.starts_with("-----BEGIN CERTIFICATE-----"));
  int lines = 0;
  for (std::string text; std::getline(truth_file, text);) ++lines;
  EXPECT_EQ(lines, 1 + 10 + 50);
}

}  // namespace
