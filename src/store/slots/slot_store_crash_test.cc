// A slot store survives interruption by a full disk, a loss of power and kill -9.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <set>

#include "store/slots/replica_test.h"
#include "testkit/faulty_disk.h"
#include "testkit/memory_disk.h"
#include "testkit/scratch.h"

namespace freshet {
namespace {

const std::vector<std::size_t> kCrashSizes = {100, 400, 1000, 2100, 2300, 140'000, 270'000};
constexpr SlotStoreOptions kLearnsEarly{.relearn_after = 12};

// Updates that grow, shrink and move pages, learn classes, and close; until something fails.
// `versions` gets what was acknowledged.
Status scripted_session(Disk& disk, std::map<std::uint32_t, std::uint32_t>& versions) {
  Replica replica(disk, kCrashSizes, kLearnsEarly);
  replica.acknowledged = [&](std::uint32_t page, std::uint32_t version) {
    versions[page] = version;
  };
  if (auto done = replica.open(); !done) return done;
  const std::vector<std::vector<std::uint32_t>> batches = {
      {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, {2, 4, 6}, {1, 3, 5, 7, 9, 11, 12}, {2}, {8, 9, 10, 11, 12}};
  for (const auto& batch : batches) {
    if (auto done = replica.update(batch, 20'000); !done) return done;
  }
  for (const std::uint32_t page : {5u, 6u, 7u}) {
    if (auto done = replica.remove(page, Erase::no); !done) return done;
    versions.erase(page);
  }
  if (auto done = replica.update({1, 2}, 20'000); !done) return done;
  return replica.store->close();
}

// Opens the store after the fault. Everything acknowledged is there, or a newer version; the files
// are undamaged; and they agree with the catalog.
void expect_recovery(Disk& disk, const std::string& home,
                     const std::map<std::uint32_t, std::uint32_t>& acknowledged,
                     const std::vector<std::size_t>& sizes, SlotStoreOptions options) {
  Replica replica(disk, sizes, options);
  replica.home = home;
  const auto opened = replica.open();
  ASSERT_TRUE(opened) << opened.error().message;
  replica.expect_pages_right();
  for (const auto& [page, version] : acknowledged) {
    // A page whose removal was not acknowledged may be gone.
    EXPECT_TRUE(!replica.pages.contains(page) || replica.pages[page].version >= version) << page;
    EXPECT_TRUE(replica.pages.contains(page) || (page >= 5 && page <= 7)) << page;
  }
  EXPECT_EQ(replica.damage(), std::vector<std::string>{});
  std::vector<SlotPlace> live;
  for (const auto& [page, kept] : replica.pages) live.push_back(kept.place);
  std::sort(live.begin(), live.end());
  EXPECT_EQ(*newest_slots(disk, home + "/slots"), live);
  const auto updated = replica.update({1, 2, 3, 50, 51});
  ASSERT_TRUE(updated) << updated.error().message;
  replica.expect_pages_right();
  ASSERT_TRUE(replica.store->close());
  EXPECT_EQ(replica.damage(), std::vector<std::string>{});
}

std::uint64_t calls_of_the_session() {
  MemoryDisk disk;
  FaultyDisk counted(disk);
  std::map<std::uint32_t, std::uint32_t> versions;
  const auto done = scripted_session(counted, versions);
  EXPECT_TRUE(done) << done.error().message;
  EXPECT_EQ(versions.size(), 9u);
  return counted.calls();
}

TEST(SlotStoreCrash, LosesNothingWhenTheDiskIsFullAtAnyCall) {
  const std::uint64_t calls = calls_of_the_session();
  ASSERT_GT(calls, 100u);
  for (std::uint64_t call = 0; call < calls; ++call) {
    SCOPED_TRACE(call);
    MemoryDisk disk;
    FaultyDisk faulty(disk);
    faulty.fail_from(call);
    std::map<std::uint32_t, std::uint32_t> versions;
    const auto done = scripted_session(faulty, versions);
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, Errc::limit);
    expect_recovery(disk, ".", versions, kCrashSizes, kLearnsEarly);
  }
}

TEST(SlotStoreCrash, LosesNothingWhenPowerIsLostAtAnyCall) {
  const std::uint64_t calls = calls_of_the_session();
  for (std::uint64_t call = 0; call <= calls; ++call) {
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      SCOPED_TRACE(testing::Message() << "call " << call << ", seed " << seed);
      MemoryDisk disk;
      FaultyDisk faulty(disk);
      faulty.fail_from(call);
      std::map<std::uint32_t, std::uint32_t> versions;
      EXPECT_EQ(scripted_session(faulty, versions).has_value(), call == calls);
      disk.lose_power(calls * seed + call);
      expect_recovery(disk, ".", versions, kCrashSizes, kLearnsEarly);
    }
  }
}

TEST(SlotStoreCrash, GoesOnAfterOneCallFailed) {
  const std::uint64_t calls = calls_of_the_session();
  for (std::uint64_t call = 0; call < calls; ++call) {
    SCOPED_TRACE(call);
    MemoryDisk disk;
    FaultyDisk faulty(disk);
    Replica replica(faulty, kCrashSizes, kLearnsEarly);
    faulty.fail_only(call);
    while (!replica.open()) {
    }
    Random random(call);
    int failures = 0;
    for (int batch = 0; batch < 12; ++batch) {
      std::vector<std::uint32_t> numbers;
      for (int i = 0; i < 5; ++i) numbers.push_back(static_cast<std::uint32_t>(random.below(15)));
      failures += !replica.update(numbers, 20'000);
      ASSERT_TRUE(!replica.doubtful || replica.open());
      for (const auto& [page, kept] : replica.pages) EXPECT_TRUE(replica.store->read(kept.place));
    }
    EXPECT_LE(failures, 1);
    while (!replica.store->close()) ++failures;
    EXPECT_LE(failures, 1);
    EXPECT_EQ(replica.store->live_slots(), replica.pages.size()) << "nothing is kept for nobody";
    EXPECT_EQ(replica.damage(), std::vector<std::string>{});
  }
}

// Messages of the child: a page and the version that was acknowledged; or a step on the way.
struct Message {
  std::uint32_t page;
  std::uint32_t version;
};
constexpr std::uint32_t kStep = 0xffffffff;

[[noreturn]] void update_until_killed(const std::string& home, int pipe, std::uint64_t seed) {
  const auto send = [pipe](Message message) {
    if (::write(pipe, &message, sizeof(message)) != sizeof(message)) ::_exit(2);
  };
  Replica replica(system_disk(), {200, 900, 3000, 20'000, 150'000}, kLearnsEarly);
  replica.home = home;
  replica.acknowledged = [&](std::uint32_t page, std::uint32_t version) { send({page, version}); };
  replica.step = [&] { send({kStep, 0}); };
  if (!replica.open()) ::_exit(3);
  Random random(seed);
  for (;;) {
    std::vector<std::uint32_t> numbers;
    for (std::uint64_t i = 1 + random.below(20); i > 0; --i)
      numbers.push_back(static_cast<std::uint32_t>(100 + random.below(300)));
    if (!replica.update(numbers)) ::_exit(4);
  }
}

TEST(SlotStoreCrash, LosesNothingWhenKilledAtAnyMoment) {
  const Scratch scratch;
  std::map<std::uint32_t, std::uint32_t> acknowledged;
  Random random(9);
  for (std::uint64_t round = 0; round < 20; ++round) {
    SCOPED_TRACE(round);
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      ::close(ends[0]);
      update_until_killed(scratch.path(), ends[1], round);
    }
    ::close(ends[1]);
    Message message{};
    std::uint64_t left = 1 + random.below(1500);
    while (::read(ends[0], &message, sizeof(message)) == sizeof(message)) {
      if (message.page != kStep) acknowledged[message.page] = message.version;
      if (--left == 0) ::kill(child, SIGKILL);
      if (left == 0) left = ~std::uint64_t{0};  // and then what was said before it died
    }
    ::close(ends[0]);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status)) << "it stopped by itself: " << WEXITSTATUS(status);

    Replica replica(system_disk(), {200, 900, 3000, 20'000, 150'000}, kLearnsEarly);
    replica.home = scratch.path();
    const auto opened = replica.open();
    ASSERT_TRUE(opened) << opened.error().message;
    replica.expect_pages_right();
    for (const auto& [page, version] : acknowledged)
      EXPECT_GE(replica.pages[page].version, version) << page;
    EXPECT_EQ(replica.damage(), std::vector<std::string>{});
    // Every other child finds a store that was not closed.
    EXPECT_TRUE(round % 2 == 1 || replica.store->close());
  }
  EXPECT_GT(acknowledged.size(), 200u);
}

}  // namespace
}  // namespace freshet
