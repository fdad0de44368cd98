// Acknowledged changes stay, whatever the disk does and whenever the program dies.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <set>

#include "base/random.h"
#include "catalog/catalog_conformance.h"
#include "catalog/sqlite_catalog.h"
#include "testkit/faulty_disk.h"
#include "testkit/faulty_sqlite.h"
#include "testkit/scratch.h"

namespace freshet {
namespace {

constexpr std::uint64_t kPagesInBatch = 4;
constexpr std::uint64_t kBatchesInSession = 4;

std::string url_of(std::uint64_t batch, std::uint64_t page) {
  return "https://" + std::to_string(batch % 3) + ".example/" + std::to_string(batch) + "/" +
         std::to_string(page);
}

PageBelief belief_of(std::uint64_t batch, std::uint64_t page) {
  return {.page = page_key(url_of(batch, page)), .checks = static_cast<std::int64_t>(batch)};
}

PageCheck check_of(std::uint64_t batch, std::uint64_t page) {
  return {.page = page_key(url_of(batch, page)), .time = at(static_cast<std::int64_t>(batch))};
}

PageEvent event_of(std::uint64_t batch, std::uint64_t page) {
  return {.number = static_cast<std::int64_t>(batch * kPagesInBatch + page + 1),
          .url = url_of(batch, page),
          .time = at(static_cast<std::int64_t>(batch))};
}

// Batch number `batch` stores the number of batches in the file's row and removes a page of the
// batch before. Each of its pages has a belief, a check and an event.
Commit batch_change(std::uint64_t batch) {
  Commit change{.files = {file_row(1, batch + 1)}};
  for (std::uint64_t page = 0; page < kPagesInBatch; ++page) {
    change.snapshots.push_back(new_snapshot(
        url_of(batch, page),
        snapshot_row(static_cast<std::int64_t>(batch), 1, batch * kPagesInBatch + page)));
    change.unfenced_history().beliefs.push_back(belief_of(batch, page));
    change.unfenced_history().checks.push_back(check_of(batch, page));
    change.unfenced_history().events.push_back(event_of(batch, page));
  }
  if (batch > 0)
    change.removed.push_back({page_key(url_of(batch - 1, 0)), 1, (batch - 1) * kPagesInBatch});
  return change;
}

// Expects the history of `batches` batches and nothing else.
void expect_history(Catalog& catalog, std::uint64_t batches) {
  std::vector<PageEvent> told;
  std::vector<PageCheck> checked, checks;
  std::set<std::string> believed, beliefs;
  for (std::uint64_t batch = 0; batch < batches; ++batch)
    for (std::uint64_t page = 0; page < kPagesInBatch; ++page) {
      told.push_back(event_of(batch, page));
      if (page == 0 && batch + 1 < batches) continue;  // it was removed
      checked.push_back(check_of(batch, page));
      believed.insert(url_of(batch, page) + " " + std::to_string(batch));
    }
  EXPECT_TRUE(catalog.each_check([&](const PageCheck& check) {
    checks.push_back(check);
    return true;
  }));
  EXPECT_TRUE(catalog.each_belief(std::nullopt, [&](const PageBelief& belief) {
    beliefs.insert(belief.page.url + " " + std::to_string(belief.checks));
    return true;
  }));
  EXPECT_EQ(checks, checked);
  EXPECT_EQ(beliefs, believed);
  EXPECT_EQ(catalog.events(0, told.size() + 1).value(), told);
}

// Returns the number of batches. Expects that each of them is whole and that there is nothing else.
std::uint64_t count_batches(Catalog& catalog) {
  const Status status = catalog.check();
  EXPECT_TRUE(status) << status.error().message;
  const auto files = catalog.files();
  EXPECT_TRUE(files);
  const std::uint64_t batches = files && !files->empty() ? files->front().committed : 0;
  std::set<std::string> expected, seen;
  for (std::uint64_t batch = 0; batch < batches; ++batch)
    for (std::uint64_t page = batch + 1 < batches ? 1 : 0; page < kPagesInBatch; ++page)
      expected.insert(url_of(batch, page));
  EXPECT_TRUE(catalog.each_page(std::nullopt, [&](const PageRow& row) {
    seen.insert(row.key.url);
    return true;
  }));
  EXPECT_EQ(seen, expected);
  expect_history(catalog, batches);
  return batches;
}

// Runs a worker that writes batches, takes a host, and opens the catalog a second time. Returns the
// number of acknowledged batches; a batch that failed is tried once more.
std::uint64_t run_session(FaultyDisk& disk, const std::string& path, const std::string& vfs) {
  std::uint64_t acknowledged = 0;
  for (int opening = 0; opening < 2; ++opening) {
    auto catalog = open_sqlite_catalog(disk, path, {.vfs = vfs});
    if (!catalog) continue;
    for (int i = 0; i < 2; ++i) {
      if (!(*catalog)->commit(batch_change(acknowledged)) &&
          !(*catalog)->commit(batch_change(acknowledged)))
        continue;
      ++acknowledged;
    }
    const LinkCount link{.host = host("a.example")};
    static_cast<void>((*catalog)->add_links({&link, 1}));
    static_cast<void>((*catalog)->merge_links(link.host.partition()));
    const auto session = (*catalog)->open_session("w", at(100));
    if (!session) continue;
    const auto claims = (*catalog)->claim_hosts(*session, link.host.partition(), 1, at(0));
    if (!claims || claims->empty()) continue;
    static_cast<void>((*catalog)->lease_host(claims->front().fence, "10.0.0.1"));
    static_cast<void>((*catalog)->release_host(claims->front().fence, {.next_due = at(0)}, at(0)));
  }
  return acknowledged;
}

// Expects the acknowledged batches, read through a disk that works.
void expect_kept(const std::string& path, std::uint64_t acknowledged) {
  const FaultySqlite layer(FaultyDisk(system_disk()).state());
  auto catalog = open_sqlite_catalog(system_disk(), path, {.vfs = layer.name()});
  ASSERT_TRUE(catalog) << catalog.error().message;
  const std::uint64_t found = count_batches(**catalog);
  // A commit whose last call failed may have been stored, and then it is whole.
  EXPECT_GE(found, acknowledged);
  EXPECT_LE(found, acknowledged + 1);
  EXPECT_TRUE((*catalog)->commit(batch_change(found))) << "and it can be written";
}

// Fails each call of a session in turn: that one only, or all from it on.
void fail_every_call(bool once, FaultySqlite::Says says) {
  std::uint64_t calls = 1;  // of a session
  std::uint64_t hurt = 0;   // sessions that lost a batch
  for (std::uint64_t call = 0; call < calls; ++call) {
    SCOPED_TRACE(testing::Message() << "call " << call);
    const Scratch dir;
    const std::string path = dir / "catalog.sqlite";
    FaultyDisk disk(system_disk());
    const FaultySqlite layer(disk.state(), says);
    once ? disk.fail_only(call) : disk.fail_from(call);
    const std::uint64_t acknowledged = run_session(disk, path, layer.name());
    hurt += acknowledged < kBatchesInSession ? 1 : 0;
    calls = std::max(calls, disk.calls() + 1);
    expect_kept(path, acknowledged);
    if (call + 1 == calls) {
      EXPECT_EQ(acknowledged, kBatchesInSession) << "nothing failed";
    }
  }
  EXPECT_GT(calls, 100u);
  EXPECT_GT(hurt, once ? 0u : 100u);
}

TEST(SqliteFaults, LosesNothingAcknowledgedWhenTheDiskIsFullFromAnyCallOn) {
  fail_every_call(false, FaultySqlite::Says::full);
}

TEST(SqliteFaults, LosesNothingAcknowledgedWhenAnyCallFindsTheDiskFull) {
  fail_every_call(true, FaultySqlite::Says::full);
}

TEST(SqliteFaults, LosesNothingAcknowledgedWhenTheDiskBreaksFromAnyCallOn) {
  fail_every_call(false, FaultySqlite::Says::broken);
}

TEST(SqliteFaults, LosesNothingAcknowledgedWhenAnyCallIsBroken) {
  fail_every_call(true, FaultySqlite::Says::broken);
}

TEST(SqliteFaults, SaysThatTheDiskIsFull) {
  const Scratch dir;
  FaultyDisk disk(system_disk());
  const FaultySqlite layer(disk.state());
  auto catalog = open_sqlite_catalog(disk, dir / "catalog.sqlite", {.vfs = layer.name()});
  ASSERT_TRUE(catalog);
  disk.fail_from(disk.calls());
  const auto status = (*catalog)->commit(batch_change(0));
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, Errc::limit);
  EXPECT_NE(status.error().message.find("disk is full"), std::string::npos);
}

// Writes batches until it is killed, and writes a byte to the pipe for each that was acknowledged.
[[noreturn]] void write_for_ever(const std::string& path, int pipe) {
  auto catalog = open_sqlite_catalog(system_disk(), path, {});
  if (!catalog) _exit(1);
  const auto files = (*catalog)->files();
  std::uint64_t batch = files && !files->empty() ? files->front().committed : 0;
  for (;; ++batch)
    if (!(*catalog)->commit(batch_change(batch)) || write(pipe, "+", 1) != 1) _exit(1);
}

TEST(SqliteCrash, LosesNothingAcknowledgedWhenKilledAtAnyMoment) {
  const Scratch dir;
  const std::string path = dir / "catalog.sqlite";
  Random random(20261116);
  std::uint64_t batches = 0;
  for (int round = 0; round < 40; ++round) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) write_for_ever(path, ends[1]);
    close(ends[1]);
    std::uint64_t acknowledged = 0;
    char byte = 0;
    const std::uint64_t enough = random.below(30);
    while (acknowledged < enough && read(ends[0], &byte, 1) == 1) ++acknowledged;
    for (std::uint64_t spins = random.below(3'000'000); spins > 0; --spins)
      static_cast<void>(random.next());  // somewhere into the next batch
    kill(child, SIGKILL);
    int how = 0;
    waitpid(child, &how, 0);
    EXPECT_TRUE(WIFSIGNALED(how)) << "it was killed, and did not fail";
    while (read(ends[0], &byte, 1) == 1) ++acknowledged;
    close(ends[0]);

    auto catalog = open_sqlite_catalog(system_disk(), path, {});
    ASSERT_TRUE(catalog) << catalog.error().message;
    const std::uint64_t found = count_batches(**catalog);
    ASSERT_GE(found, batches + acknowledged) << "round " << round;
    ASSERT_LE(found, batches + acknowledged + 1) << "round " << round;
    batches = found;
  }
  EXPECT_GT(batches, 100u);
}

}  // namespace
}  // namespace freshet
