// The disk is full from the n-th call on, for every n of a session: nothing acknowledged is lost,
// and the archive opens again when there is room.
#include <gtest/gtest.h>

#include <filesystem>

#include "store/archive.h"
#include "store/archive_writer.h"
#include "store/rewrite.h"
#include "store/test_forms.h"
#include "store/verify.h"
#include "testkit/faulty_disk.h"
#include "testkit/faulty_sqlite.h"
#include "testkit/scratch.h"

namespace freshet {
namespace {

constexpr int kBatches = 2;
constexpr int kPages = 3;

class StillClock final : public Clock {
 public:
  Time now() override { return *parse_time("2026-11-16"); }
};

warc::Exchange exchange_of(int number, int version) {
  warc::Exchange made;
  made.url = "http://a.example/" + std::to_string(number);
  made.time = *parse_time("2026-01-01") + std::chrono::hours(version);
  made.request_head = "GET / HTTP/1.1\r\n\r\n";
  made.status = 200;
  made.headers = {{"Content-Type", "text/html"}};
  made.body = "<p>version " + std::to_string(version);
  made.metadata = {{"fetchTimeMs", "1"}};
  return made;
}

// The acknowledged state of a session: the version of each page, and pages that were taken down.
struct Known {
  std::map<int, int> versions;
  bool removed = false;  // page 0
};

class ArchiveFaultTest : public testing::TestWithParam<StoreForm> {
 protected:
  // Two batches over three pages, a take-down, and close. Limits are small, so that files are
  // sealed and runs are created.
  void session(Disk& disk, const std::string& vfs, Known& known) {
    ArchiveOptions options;
    options.layout = GetParam();
    options.packing = GetParam().packing;
    options.warc_bytes_max = 3000;
    options.tail_bytes_max = 700;
    options.vfs = vfs;
    auto writer = ArchiveWriter::open(disk, directory, clock, Random(1), options);
    if (!writer) return;
    for (int version = 1; version <= kBatches; ++version) {
      for (int number = 0; number < kPages; ++number)
        if (!(*writer)->append(exchange_of(number, version))) return;
      if (!(*writer)->commit()) return;
      for (int number = 0; number < kPages; ++number) known.versions[number] = version;
    }
    if (!take_down(**writer, {.urls = {"http://a.example/0"}, .hosts = {}, .reason = ""})) return;
    known.removed = true;
    known.versions.erase(0);
    static_cast<void>((*writer)->close());
  }

  // Packed records take the same path to the disk as others, so a third of the calls is enough.
  static std::uint64_t stride() { return GetParam().has_references() ? 3 : 1; }

  Result<Verified> expect_no_fault(const std::string& when) {
    std::string first_fault;
    auto verified =
        verify_archive(system_disk(), directory, {.fault = [&](const std::string& fault) {
                         if (first_fault.empty()) first_fault = fault;
                       }});
    EXPECT_EQ(first_fault, "") << when;
    return verified;
  }

  void check(const Known& known, const std::string& when) {
    ArchiveOptions options;
    options.layout = GetParam();
    options.packing = GetParam().packing;
    // Leftovers are not faults, even before a writer has removed them.
    if (auto left = expect_no_fault(when + ", as it was left"); !left) {
      ASSERT_TRUE(known.versions.empty()) << when << ": " << left.error().message;
    }
    {
      auto writer = ArchiveWriter::open(system_disk(), directory, clock, Random(2), options);
      ASSERT_TRUE(writer) << when << ": " << writer.error().message;
      ASSERT_TRUE((*writer)->close()) << when;
    }
    auto archive = Archive::open(system_disk(), directory);
    ASSERT_TRUE(archive) << when << ": " << archive.error().message;
    for (const auto& [number, version] : known.versions) {
      auto found = archive->find(exchange_of(number, version).url, Time::max());
      ASSERT_TRUE(found) << when << ": " << found.error().message;
      // The failed take-down may have been committed nevertheless.
      if (!*found && number == 0 && version == kBatches) continue;
      ASSERT_TRUE(*found) << when << ": page " << number << " is lost";
      ASSERT_GE((*found)->snapshot.time, exchange_of(number, version).time) << when;
      auto record = archive->read(**found);
      ASSERT_TRUE(record) << when << ": " << record.error().message;
    }
    if (known.removed) {
      auto gone = archive->find("http://a.example/0", Time::max());
      ASSERT_TRUE(gone && !*gone) << when;
    }
    ASSERT_TRUE(expect_no_fault(when)) << when;
  }

  Scratch scratch;
  std::string directory = scratch / "archive";
  StillClock clock;
};

INSTANTIATE_TEST_SUITE_P(Layouts, ArchiveFaultTest,
                         testing::Values(kLogForm, kSlotsForm, kReferenceForm), form_name);

TEST_P(ArchiveFaultTest, LosesNothingWhenTheDiskIsFullFromAnyCallOn) {
  std::uint64_t calls = 0;
  for (std::uint64_t fail_from = 0;; fail_from += stride()) {
    std::filesystem::remove_all(directory);
    FaultyDisk disk(system_disk());
    disk.fail_from(fail_from);
    const FaultySqlite sqlite(disk.state());
    Known known;
    session(disk, sqlite.name(), known);
    check(known, "full from call " + std::to_string(fail_from));
    if (HasFailure()) return;
    calls = disk.calls();
    if (calls <= fail_from) break;
  }
  EXPECT_GT(calls, 60u) << "the session is long enough to mean something";
}

TEST_P(ArchiveFaultTest, LosesNothingWhenOneCallFails) {
  for (std::uint64_t fail_at = 0;; fail_at += stride()) {
    std::filesystem::remove_all(directory);
    FaultyDisk disk(system_disk());
    disk.fail_only(fail_at);
    const FaultySqlite sqlite(disk.state(), FaultySqlite::Says::broken);
    Known known;
    session(disk, sqlite.name(), known);
    check(known, "call " + std::to_string(fail_at) + " fails");
    if (HasFailure()) return;
    if (disk.calls() <= fail_at) break;
  }
}

}  // namespace
}  // namespace freshet
