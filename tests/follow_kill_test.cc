// Whoever follows an archive hears of every event once, whenever writer and reader are killed.
#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/random.h"
#include "store/archive_writer.h"
#include "testkit/scratch.h"

namespace freshet {
namespace {

constexpr int kKills = 20;  // of each
constexpr std::int64_t kPages = 40;
constexpr int kPatienceMs = 60'000;

// The event with this number is about a version whose text says it.
std::string url_of(std::int64_t number) {
  return fmt::format("https://a.example/{}", number % kPages);
}
std::string words_of(std::int64_t number) { return fmt::format("Version {} of the page.", number); }

Time time_of(std::int64_t number) { return Time(std::chrono::hours(500'000 + number)); }

// Appends versions of pages with their events until it is killed; writes a byte for each commit.
[[noreturn]] void write_for_ever(const std::string& directory, int out) {
  SystemClock clock;
  auto writer = ArchiveWriter::open(system_disk(), directory, clock, Random::from_system(),
                                    {.warc_bytes_max = 30'000, .tail_bytes_max = 6'000});
  if (!writer) _exit(3);
  std::int64_t number = *(*writer)->archive().catalog().last_event();
  Random random = Random::from_system();
  while (true) {
    PageNews news;
    for (std::uint64_t i = 1 + random.below(4); i > 0; --i) {
      ++number;
      warc::Exchange exchange;
      exchange.url = url_of(number);
      exchange.time = time_of(number);
      exchange.status = 200;
      exchange.headers = {{"Content-Type", "text/html"}};
      exchange.body = "<p>" + words_of(number);
      PageEvent event{.url = exchange.url, .time = exchange.time, .digest = sha1(exchange.body)};
      if (number > kPages) {
        event.kind = EventKind::changed;
        event.before = time_of(number - kPages);
        event.digest_before = sha1("<p>" + words_of(number - kPages));
      }
      news.events.push_back(std::move(event));
      if (!(*writer)->append(exchange)) _exit(4);
    }
    (*writer)->add(std::move(news));
    if (!(*writer)->commit()) _exit(5);
    if (write(out, "+", 1) != 1) _exit(6);
    usleep(2000);  // the reader is to keep up
  }
}

// A process with a pipe that it writes to.
struct Child {
  pid_t pid = -1;
  int out = -1;

  // Ends it; how it ended.
  int end(int signal) {
    kill(pid, signal);
    int how = 0;
    waitpid(pid, &how, 0);
    pid = -1;
    return how;
  }
};

class FollowKillTest : public testing::Test {
 protected:
  void start_writer() {
    start(writer, [&](int out) { write_for_ever(directory, out); });
  }
  // The program, behind the last whole line that we have.
  void start_reader() {
    unfinished.clear();
    start(reader, [&](int out) {
      dup2(out, STDOUT_FILENO);
      std::vector<std::string> words = {"freshet", "changes", "--archive", directory, "--follow"};
      if (!cursor.empty()) words.insert(words.end(), {"--since", cursor});
      std::vector<char*> argv;
      for (std::string& word : words) argv.push_back(word.data());
      argv.push_back(nullptr);
      execv(FRESHET_PROGRAM, argv.data());
      _exit(127);
    });
  }

  // Takes what both have to say until the reader has told so many lines.
  void take_until(std::size_t enough) {
    while (lines.size() < enough) {
      pollfd both[2] = {{.fd = reader.out, .events = POLLIN, .revents = 0},
                        {.fd = writer.pid < 0 ? -1 : writer.out, .events = POLLIN, .revents = 0}};
      ASSERT_GT(poll(both, 2, kPatienceMs), 0) << "nothing more behind " << cursor;
      char bytes[4096];
      if (both[1].revents != 0) {
        ASSERT_GT(read(writer.out, bytes, sizeof bytes), 0) << "the writer failed";
      }
      if (both[0].revents == 0) continue;
      const ssize_t got = read(reader.out, bytes, sizeof bytes);
      ASSERT_GT(got, 0) << "the reader ended behind " << cursor;
      take(std::string_view(bytes, static_cast<std::size_t>(got)));
    }
  }
  // What the reader wrote before it was killed counts too, up to its last whole line.
  void take_rest() {
    char bytes[4096];
    for (ssize_t got; (got = read(reader.out, bytes, sizeof bytes)) > 0;)
      take(std::string_view(bytes, static_cast<std::size_t>(got)));
  }

  Scratch scratch;
  const std::string directory = scratch / "archive";
  Child writer, reader;
  std::string unfinished;
  std::vector<nlohmann::json> lines;
  std::string cursor;

 private:
  template <class Run>
  void start(Child& child, Run run) {
    if (child.out >= 0) close(child.out);
    int ends[2];
    ASSERT_EQ(pipe2(ends, O_CLOEXEC), 0);
    child.out = ends[0];
    child.pid = fork();
    ASSERT_GE(child.pid, 0);
    if (child.pid == 0) run(ends[1]);
    close(ends[1]);
  }
  void take(std::string_view bytes) {
    unfinished += bytes;
    for (std::size_t end; (end = unfinished.find('\n')) != std::string::npos;) {
      lines.push_back(nlohmann::json::parse(unfinished.substr(0, end), nullptr, false));
      ASSERT_TRUE(lines.back().is_object()) << unfinished;
      cursor = lines.back()["cursor"];
      unfinished.erase(0, end + 1);
    }
  }
};

TEST_F(FollowKillTest, HearsEveryEventOnceOverKillsOfWriterAndReader) {
  {
    SystemClock clock;
    auto made = ArchiveWriter::open(system_disk(), directory, clock, Random(1), {});
    ASSERT_TRUE(made) << made.error().message;
    ASSERT_TRUE((*made)->close());
  }
  Random random(20261116);
  int writer_kills = 0, reader_kills = 0;
  start_writer();
  start_reader();
  while (writer_kills < kKills || reader_kills < kKills) {
    take_until(lines.size() + random.below(20));
    ASSERT_FALSE(HasFatalFailure());
    usleep(static_cast<useconds_t>(random.below(20'000)));  // somewhere into what comes next
    if (reader_kills == kKills || (writer_kills < kKills && random.below(2) == 0)) {
      ASSERT_TRUE(WIFSIGNALED(writer.end(SIGKILL))) << "it was killed, and did not fail";
      ++writer_kills;
      start_writer();
    } else {
      ASSERT_TRUE(WIFSIGNALED(reader.end(SIGKILL))) << "it was killed, and did not end";
      ++reader_kills;
      take_rest();
      start_reader();
    }
    ASSERT_FALSE(HasFatalFailure());
  }
  writer.end(SIGKILL);
  auto archive = Archive::open(system_disk(), directory);
  ASSERT_TRUE(archive) << archive.error().message;
  EXPECT_TRUE(archive->catalog().check());
  const auto last = static_cast<std::size_t>(*archive->catalog().last_event());
  take_until(last);
  ASSERT_FALSE(HasFatalFailure());
  const int how = reader.end(SIGTERM);
  EXPECT_TRUE(WIFEXITED(how) && WEXITSTATUS(how) == 0);
  take_rest();
  ASSERT_EQ(lines.size(), last);
  EXPECT_GT(last, 200u);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto number = static_cast<std::int64_t>(i) + 1;
    nlohmann::json& line = lines[i];
    ASSERT_EQ(line["cursor"], fmt::format("{}-{}", *archive->catalog().incarnation(), number));
    ASSERT_EQ(line["url"], url_of(number));
    // The version that it tells of was committed with it.
    nlohmann::json now = nlohmann::json::array({line["text"]});
    if (number > kPages) now = line["delta"]["added"];
    ASSERT_EQ(now, nlohmann::json::array({words_of(number)})) << line;
  }
}

}  // namespace
}  // namespace freshet
