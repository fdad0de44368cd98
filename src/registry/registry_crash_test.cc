// Acknowledged changes stay whenever the process dies: none is lost, and none is told twice.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

#include "base/random.h"
#include "registry/registry.h"
#include "testkit/faulty_disk.h"
#include "testkit/faulty_sqlite.h"
#include "testkit/scratch.h"

namespace freshet {
namespace {

constexpr int kKills = 100;
constexpr std::int64_t kChangesOfRoundMax = 12;
const Time kCrashTime = *parse_time("2026-11-19T02:00:00Z");

// FRESHET_KILLS=1000 tries for longer.
int kills() {
  const char* const wanted = std::getenv("FRESHET_KILLS");
  return wanted == nullptr ? kKills : std::atoi(wanted);
}

// Change number n makes happening n, a delivery of it, and state n.
Telling telling_of(std::int64_t number) {
  Telling telling{
      .progress = {{.watch = 1, .state = std::to_string(number), .checked = kCrashTime}},
      .happenings = {{.watch = 1, .time = kCrashTime, .message = std::to_string(number)}},
      .deliveries = {{.channel = 1, .happenings = {0}, .first_attempt = kCrashTime}},
      .step = FeedStep{.to = {"a1", number}}};
  if (number > 1) telling.step->from = FeedPosition{"a1", number - 1};
  return telling;
}

// Tells changes and sends their deliveries until it is killed. Writes to the pipe: "+" for each
// change that was acknowledged, and the message's number and "." for each that was sent.
[[noreturn]] void tell_for_ever(const std::string& path, int pipe) {
  const auto say = [&](const std::string& text) {
    if (write(pipe, text.data(), text.size()) != static_cast<ssize_t>(text.size())) _exit(1);
  };
  auto registry = Registry::open(system_disk(), path, {});
  if (!registry) _exit(2);
  if (!(*registry)->deliveries().requeue_sending()) _exit(3);
  const auto position = (*registry)->feed_position();
  if (!position) _exit(4);
  for (std::int64_t number = *position ? (*position)->number + 1 : 1;; ++number) {
    if (!(*registry)->tell(telling_of(number), kCrashTime)) _exit(5);
    say("+");
    const auto due = (*registry)->deliveries().take_due(kCrashTime, 3, 3);
    if (!due) _exit(6);
    for (const Delivery& delivery : *due) {
      const auto happening = (*registry)->happenings().find(delivery.happenings.front());
      if (!happening || !*happening) _exit(7);
      say((*happening)->message + "=" + delivery.id + ".");
      if (!(*registry)->deliveries().mark_sent(delivery.id, kCrashTime)) _exit(8);
    }
  }
}

class RegistryCrash : public testing::Test {
 protected:
  // Runs the process until it has acknowledged some changes, kills it a little later, and returns
  // all that it said.
  std::string run_and_kill() {
    int ends[2];
    EXPECT_EQ(pipe(ends), 0);
    const pid_t child = fork();
    EXPECT_GE(child, 0);
    if (child == 0) tell_for_ever(path, ends[1]);
    close(ends[1]);
    std::string said;
    const auto enough = static_cast<std::ptrdiff_t>(random.below(kChangesOfRoundMax));
    char bytes[256];
    ssize_t got = 1;
    while (got > 0 && std::ranges::count(said, '+') < enough) {
      got = read(ends[0], bytes, sizeof bytes);
      if (got > 0) said.append(bytes, static_cast<std::size_t>(got));
    }
    for (std::uint64_t spins = random.below(400'000); spins > 0; --spins)
      static_cast<void>(random.next());  // somewhere into the next change
    kill(child, SIGKILL);
    int how = 0;
    waitpid(child, &how, 0);
    EXPECT_TRUE(WIFSIGNALED(how)) << "it was killed, and did not fail: " << WEXITSTATUS(how);
    while ((got = read(ends[0], bytes, sizeof bytes)) > 0)
      said.append(bytes, static_cast<std::size_t>(got));
    close(ends[0]);
    return said;
  }

  // Notes what the process said.
  void hear(const std::string& said) {
    std::string word;
    for (const char c : said) {
      if (c == '+') {
        ++acknowledged;
      } else if (c == '.') {
        const auto equals = word.find('=');
        sent[std::stoll(word.substr(0, equals))].insert(word.substr(equals + 1));
        word.clear();
      } else {
        word += c;
      }
    }
  }

  // Expects all changes up to the position, each once and whole, and returns their number.
  std::int64_t expect_whole() {
    const auto registry = Registry::open(system_disk(), path, {.writes = false});
    EXPECT_TRUE(registry) << registry.error().message;
    const auto position = (*registry)->feed_position().value();
    const std::int64_t told = position ? position->number : 0;
    if (told == 0) return 0;
    EXPECT_EQ((*registry)->watches().state(1).value(), std::to_string(told));
    const auto newest = (*registry)->happenings().list({}, {}, 20).value();
    std::int64_t number = told;
    for (const Happening& each : newest) EXPECT_EQ(each.message, std::to_string(number--));
    const auto counts = (*registry)->deliveries().count({}).value();
    EXPECT_EQ(counts.waiting + counts.sending + counts.sent, told);
    return told;
  }

  Scratch dir;
  const std::string path = dir / "registry.sqlite";
  Random random{20261119};
  std::int64_t acknowledged = 0;
  std::map<std::int64_t, std::set<std::string>> sent;  // the ids of each message
};

TEST_F(RegistryCrash, LosesNoMessageAndMakesNoneTwiceWhenKilledAtAnyMoment) {
  {
    const auto registry = Registry::open(system_disk(), path, {});
    ASSERT_TRUE(registry) << registry.error().message;
    ASSERT_EQ(
        (*registry)->watches().add(kLocalPerson, {.url = "https://a.example/"}, kCrashTime).value(),
        1);
    ASSERT_EQ(
        (*registry)->channels().add({.name = "hook", .kind = "webhook"}, "{}", kCrashTime).value(),
        1);
  }
  std::int64_t told = 0;
  for (int round = 0; round < kills(); ++round) {
    const std::int64_t before = acknowledged;
    hear(run_and_kill());
    const std::int64_t found = expect_whole();
    ASSERT_GE(found, told + acknowledged - before) << "round " << round;
    ASSERT_LE(found, told + acknowledged - before + 1) << "round " << round;
    told = found;
  }
  EXPECT_GT(told, kills());

  const auto registry = Registry::open(system_disk(), path, {});
  ASSERT_TRUE(registry);
  EXPECT_TRUE((*registry)->check());
  EXPECT_TRUE((*registry)->deliveries().requeue_sending());
  for (;;) {
    const auto due = (*registry)->deliveries().take_due(kCrashTime, 100, 100).value();
    if (due.empty()) break;
    for (const Delivery& delivery : due) {
      const auto happening = (*registry)->happenings().find(delivery.happenings.front()).value();
      sent[std::stoll(happening->message)].insert(delivery.id);
      ASSERT_TRUE((*registry)->deliveries().mark_sent(delivery.id, kCrashTime));
    }
  }
  ASSERT_EQ(sent.size(), static_cast<std::size_t>(told)) << "each was sent";
  EXPECT_EQ(sent.begin()->first, 1);
  EXPECT_EQ(sent.rbegin()->first, told);
  for (const auto& [number, ids] : sent)
    EXPECT_EQ(ids.size(), 1u) << "a repeat of message " << number << " has its id";
}

// Tells changes and sends them on a disk that may fail, trying each call twice. Returns the number
// of acknowledged changes.
std::int64_t tell_on(FaultyDisk& disk, const std::string& path, const std::string& vfs) {
  std::int64_t acknowledged = 0;
  for (int opening = 0; opening < 2; ++opening) {
    auto registry = Registry::open(disk, path, {.vfs = vfs});
    if (!registry) continue;
    Registry& open = **registry;
    for (int attempt = 0; attempt < 2; ++attempt) {
      const auto known = open.watches().find(1);
      if (known && !*known)
        static_cast<void>(
            open.watches().add(kLocalPerson, {.url = "https://a.example/"}, kCrashTime));
      const auto channel = open.channels().find(1);
      if (channel && !*channel)
        static_cast<void>(
            open.channels().add({.name = "hook", .kind = "webhook"}, "{}", kCrashTime));
    }
    for (int change = 0; change < 4; ++change) {
      const auto at = open.feed_position();
      if (!at) continue;
      const std::int64_t next = *at ? (*at)->number + 1 : 1;
      const auto told = open.tell(telling_of(next), kCrashTime);
      if (told && told->deliveries.size() == 1) acknowledged = next;
      const auto due = open.deliveries().take_due(kCrashTime, 1, 10);
      if (due && !due->empty())
        static_cast<void>(open.deliveries().mark_sent(due->front().id, kCrashTime));
    }
  }
  return acknowledged;
}

// Fails each call of a session in turn, and all after it.
TEST(RegistryFaults, LosesNothingAcknowledgedWhenTheDiskFailsFromAnyCallOn) {
  std::uint64_t calls = 1;  // of a session
  for (std::uint64_t call = 0; call < calls; call += 1 + call / 20) {
    SCOPED_TRACE(testing::Message() << "call " << call);
    const Scratch dir;
    const std::string path = dir / "registry.sqlite";
    FaultyDisk disk(system_disk());
    const FaultySqlite layer(disk.state());
    call % 2 == 0 ? disk.fail_from(call) : disk.fail_only(call);
    const std::int64_t acknowledged = tell_on(disk, path, layer.name());
    calls = std::max(calls, disk.calls() + 1);

    const FaultySqlite sound(FaultyDisk(system_disk()).state());
    auto registry = Registry::open(system_disk(), path, {.vfs = sound.name()});
    ASSERT_TRUE(registry) << registry.error().message;
    ASSERT_TRUE((*registry)->check());
    const auto position = (*registry)->feed_position().value();
    const std::int64_t found = position ? position->number : 0;
    EXPECT_GE(found, acknowledged);
    EXPECT_EQ((*registry)->happenings().list({}, {}, 100)->size(),
              (*registry)->deliveries().list({}, {}, 100)->size());
  }
  EXPECT_GT(calls, 50u);
}

}  // namespace
}  // namespace freshet
