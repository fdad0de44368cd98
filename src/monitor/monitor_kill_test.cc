// The monitor is killed at any moment between the commit of the archive, the telling and the
// sending, and its receiver is down half of the time: each change is told at least once, and a
// repeat has the same id.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <string>

#include "base/random.h"
#include "monitor/monitor_driver_test.h"

namespace freshet {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

constexpr int kMonitorKills = 20;
constexpr std::int64_t kChangesBeforeKill = 6;
// A receiver that is never down for longer: no message is given up.
constexpr std::int64_t kDownAttemptsMax = 6;
constexpr std::uint64_t kAnswerMicroseconds = 5000;

// FRESHET_KILLS=1000 tries for longer.
int monitor_kills() {
  const char* const wanted = std::getenv("FRESHET_KILLS");
  return wanted == nullptr ? kMonitorKills : std::atoi(wanted);
}

class MonitorKill : public MonitorDriver {
 protected:
  using Say = std::function<void(const std::string&)>;

  // Says "+" and the time of each change that the archive acknowledged.
  void change_page(const Say& say) {
    wait(minutes(10));
    archive.check(kHome, fmt::format("<p id=n>Number {}", now().time_since_epoch().count()),
                  CheckOutcome::changed);
    say(fmt::format("+{};", now().time_since_epoch().count()));
    work->add_hint({.url = kHome, .time = now()});
  }

  // Sends what is due; says "=", the id of the delivery, and the changes in it, if it arrives.
  void send_due(const Say& say, Random& random) {
    for (const Outgoing& sent : must(work->dispatcher().take(now(), 100))) {
      const bool is_down = sent.attempts < kDownAttemptsMax && random.with_probability(0.5);
      if (!is_down) say("=" + sent.delivery + changes_in(sent.composed.body) + ";");
      const SendAnswer answer =
          is_down ? SendAnswer{.failure = SendFailure::unreachable} : SendAnswer{.status = 200};
      // A receiver takes its time to answer, in which the process may die.
      usleep(static_cast<useconds_t>(random.below(kAnswerMicroseconds)));
      must(work->dispatcher().on_answer(sent, answer, now()));
    }
  }

  // Runs the monitor in a process of its own until it has said enough, and kills it a little later.
  // Returns all that it said.
  std::string run_and_kill(std::uint64_t seed) {
    work.reset();
    registry.reset();
    int ends[2];
    EXPECT_EQ(pipe(ends), 0);
    const pid_t child = fork();
    EXPECT_GE(child, 0);
    if (child == 0) watch_for_ever(ends[1], seed);
    close(ends[1]);
    Random random(seed);
    const auto enough = static_cast<std::ptrdiff_t>(1 + random.below(kChangesBeforeKill));
    std::string said;
    char bytes[4096];
    ssize_t got = 1;
    while (got > 0 && std::ranges::count(said, '+') < enough) {
      got = read(ends[0], bytes, sizeof bytes);
      if (got > 0) said.append(bytes, static_cast<std::size_t>(got));
    }
    usleep(static_cast<useconds_t>(random.below(30'000)));  // somewhere into the next steps
    kill(child, SIGKILL);
    int how = 0;
    waitpid(child, &how, 0);
    EXPECT_TRUE(WIFSIGNALED(how)) << "it was killed, and did not fail: " << WEXITSTATUS(how);
    while ((got = read(ends[0], bytes, sizeof bytes)) > 0)
      said.append(bytes, static_cast<std::size_t>(got));
    close(ends[0]);
    return said;
  }

  void hear(const std::string& said) {
    for (std::size_t at = 0, end; (end = said.find(';', at)) != std::string::npos; at = end + 1) {
      const std::string word = said.substr(at, end - at);
      if (word[0] == '+') {
        acknowledged.insert(word.substr(1));
        continue;
      }
      const std::size_t id_end = word.find(' ');
      for (std::size_t next = id_end; next != std::string::npos;) {
        const std::size_t stop = word.find(' ', next + 1);
        arrived[word.substr(next + 1, stop == std::string::npos ? stop : stop - next - 1)].insert(
            word.substr(1, id_end - 1));
        ++arrivals;
        next = stop;
      }
    }
  }

  std::set<std::string> acknowledged;                    // times of changes
  std::map<std::string, std::set<std::string>> arrived;  // the ids by which a change arrived
  std::size_t arrivals = 0;

 private:
  [[noreturn]] void watch_for_ever(int pipe, std::uint64_t seed) {
    const auto say = [&](const std::string& text) {
      if (write(pipe, text.data(), text.size()) != static_cast<ssize_t>(text.size())) _exit(1);
    };
    Random random(seed);
    restart();
    for (;;) {
      change_page(say);
      turn();
      send_due(say, random);
      if (HasFailure()) _exit(2);
    }
  }

  // Returns the times of the changes in a webhook's body, each behind a space.
  static std::string changes_in(const std::string& body) {
    constexpr std::string_view kBefore = "\"change\":\"1-";
    std::string times;
    for (std::size_t at = 0; (at = body.find(kBefore, at)) != std::string::npos;) {
      at += kBefore.size();
      times += " " + body.substr(at, body.find('"', at) - at);
    }
    return times;
  }
};

TEST_F(MonitorKill, TellsEachChangeAtLeastOnceAndRepeatsItByTheSameId) {
  archive.keep(kHome, "<p id=n>Number 0");
  channel("hook");
  watch({.url = kHome, .parts = {{.kind = WatchPart::Kind::css, .expression = "#n"}}});
  turn();
  for (int round = 0; round < monitor_kills(); ++round) {
    wait(hours(24));  // past all that the killed process did
    hear(run_and_kill(static_cast<std::uint64_t>(round) + 1));
  }
  restart();
  const Say say = [&](const std::string& said) { hear(said); };
  Random random(7);
  for (int i = 0; i < 100; ++i) {
    wait(hours(24));
    turn();
    send_due(say, random);
  }
  EXPECT_GT(acknowledged.size(), static_cast<std::size_t>(monitor_kills()));
  for (const std::string& change : acknowledged)
    EXPECT_TRUE(arrived.contains(change)) << change << " was not told";
  for (const auto& [change, ids] : arrived)
    EXPECT_EQ(ids.size(), 1U) << "a repeat of " << change << " has another id";
  const DeliveryCounts counts = must(registry->deliveries().count({}));
  EXPECT_EQ(counts.waiting + counts.sending + counts.failed, 0);
  RecordProperty("changes", static_cast<int>(acknowledged.size()));
  RecordProperty("arrivals", static_cast<int>(arrivals));
}

}  // namespace
}  // namespace freshet
