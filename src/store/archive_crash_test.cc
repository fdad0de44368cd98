// kill -9 at random moments and at every step of the write path. A child appends in batches and
// records what was acknowledged; all of it must be there afterwards.
//
// FRESHET_CRASH_KILLS and FRESHET_CRASH_RECORDS make the test longer.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <map>

#include "base/random.h"
#include "store/archive.h"
#include "store/archive_writer.h"
#include "store/snapshot_facts.h"
#include "store/test_forms.h"
#include "store/verify.h"
#include "testkit/scratch.h"

namespace freshet {
namespace {

constexpr std::uint64_t kBatch = 25;

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

std::string url_of(std::uint64_t number) {
  return "http://h" + std::to_string(number % 17) + ".example/" + std::to_string(number);
}

warc::Exchange exchange_of(std::uint64_t number) {
  warc::Exchange made;
  made.url = url_of(number);
  made.time = *parse_time("2026-01-01") + std::chrono::seconds(number);
  made.request_head = "GET / HTTP/1.1\r\n\r\n";
  made.status = 200;
  made.headers = {{"Content-Type", "text/html"}};
  made.body = "<title>" + std::to_string(number) + "</title>" + std::string(number % 997, 'x');
  made.metadata = {{"fetchTimeMs", "1"}};
  return made;
}

// The child appends from `first` on until it is killed or reaches `end`. It kills itself at its
// `visits`-th visit to `fatal`.
struct Child {
  std::string directory;
  std::string journal;
  std::uint64_t first;
  std::uint64_t end;
  StoreForm form;
  std::optional<WritePoint> fatal;
  std::uint64_t visits;
};

ArchiveOptions options_of(const Child& child) {
  ArchiveOptions options;
  options.layout = child.form;
  options.packing = child.form.packing;
  options.warc_bytes_max = 150'000;
  options.tail_bytes_max = 20'000;
  return options;
}

[[noreturn]] void run_child(const Child& child) {
  ArchiveOptions options = options_of(child);
  std::uint64_t left = child.visits;
  options.at_point = [&](WritePoint point) {
    if (child.fatal == point && left-- == 0) ::kill(::getpid(), SIGKILL);
  };
  SystemClock clock;
  auto opened =
      ArchiveWriter::open(system_disk(), child.directory, clock, Random(child.first), options);
  if (!opened) {
    std::fprintf(stderr, "%s\n", opened.error().message.c_str());
    ::_exit(3);
  }
  auto journal = system_disk().open(child.journal, Access::write);
  ArchiveWriter& writer = **opened;
  for (std::uint64_t number = child.first; number < child.end;) {
    for (std::uint64_t i = 0; i < kBatch; ++i, ++number)
      if (!writer.append(exchange_of(number))) ::_exit(4);
    const Status done = writer.commit();
    if (!done) {
      std::fprintf(stderr, "%s\n", done.error().message.c_str());
      ::_exit(5);
    }
    if (!(*journal)->write(0, std::to_string(number) + "\n          ")) ::_exit(6);
  }
  if (!writer.close()) ::_exit(7);
  ::_exit(0);
}

bool is_only_of_the_log(WritePoint point) {
  switch (point) {
    case WritePoint::file_created:
    case WritePoint::tags_written:
    case WritePoint::lines_written:
    case WritePoint::file_renamed:
    case WritePoint::run_written:
    case WritePoint::run_committed:
      return true;
    default:
      return false;
  }
}

class ArchiveCrashTest : public testing::TestWithParam<StoreForm> {
 protected:
  std::uint64_t acknowledged() {
    const auto text = read_whole(system_disk(), journal, 100);
    return text ? std::strtoull(text->c_str(), nullptr, 10) : 0;
  }

  // Returns true if the child was killed, false if it reached its end.
  bool run(std::optional<WritePoint> fatal, std::uint64_t visits, useconds_t kill_after,
           std::uint64_t end) {
    const Child child{.directory = directory,
                      .journal = journal,
                      .first = acknowledged(),
                      .end = end,
                      .form = GetParam(),
                      .fatal = fatal,
                      .visits = visits};
    const pid_t pid = ::fork();
    if (pid == 0) run_child(child);
    if (kill_after > 0) {
      ::usleep(kill_after);
      ::kill(pid, SIGKILL);
    }
    int status = 0;
    ::waitpid(pid, &status, 0);
    if (WIFEXITED(status)) {
      EXPECT_EQ(WEXITSTATUS(status), 0);
    }
    return WIFSIGNALED(status);
  }

  // Everything acknowledged is there, and the archive is consistent.
  void check(const std::string& after) {
    auto archive = Archive::open(system_disk(), directory);
    if (!archive && acknowledged() == 0) return;  // killed before the archive was created
    ASSERT_TRUE(archive) << after << ": " << archive.error().message;
    for (std::uint64_t number = checked_; number < acknowledged(); ++number) {
      auto found = archive->find(url_of(number), Time::max());
      ASSERT_TRUE(found && *found) << after << ": " << number << " is lost";
      // A batch that was committed but not recorded is appended again, as revisits.
      auto kept = archive->with_body(**found);
      ASSERT_TRUE(kept) << after << ": " << kept.error().message;
      auto record = archive->read(*kept);
      ASSERT_TRUE(record) << after << ": " << record.error().message;
      ASSERT_EQ(record->payload(), exchange_of(number).body) << after;
    }
    checked_ = acknowledged();
    std::string first_fault;
    auto verified =
        verify_archive(system_disk(), directory, {.fault = [&](const std::string& fault) {
                         if (first_fault.empty()) first_fault = fault;
                       }});
    ASSERT_TRUE(verified) << after << ": " << verified.error().message;
    ASSERT_EQ(first_fault, "") << after;
  }

  Scratch scratch;
  std::string directory = scratch / "archive";
  std::string journal = scratch / "journal";
  std::uint64_t checked_ = 0;
};

INSTANTIATE_TEST_SUITE_P(Layouts, ArchiveCrashTest,
                         testing::Values(kLogForm, kSlotsForm, kReferenceForm), form_name);

TEST_P(ArchiveCrashTest, LosesNothingThatWasAcknowledged) {
  const std::uint64_t kills = from_environment("FRESHET_CRASH_KILLS", 6);
  const std::uint64_t records = from_environment("FRESHET_CRASH_RECORDS", 1500);
  Random random(11);
  std::map<std::string, int> hits;

  // At every step, early and late in a child's life.
  for (const auto& [point, name] : kWritePoints) {
    if (GetParam() == Layout::slots && is_only_of_the_log(point)) continue;
    for (const std::uint64_t visits : {0u, 3u}) {
      const std::uint64_t end = acknowledged() + 40 * kBatch;
      if (run(point, visits, 0, end)) ++hits[std::string(name)];
      check("at " + std::string(name));
      if (HasFatalFailure()) return;
    }
  }
  for (const auto& [point, name] : kWritePoints) {
    if (GetParam() == Layout::log || !is_only_of_the_log(point)) {
      EXPECT_GE(hits[std::string(name)], 1) << "never killed at " << name;
    }
  }

  std::uint64_t killed = 0;
  for (std::uint64_t i = 0; i < kills; ++i) {
    const auto after = static_cast<useconds_t>(1000 + random.below(100'000));
    if (run(std::nullopt, 0, after, ~std::uint64_t{0})) ++killed;
    check("kill " + std::to_string(i));
    if (HasFatalFailure()) return;
  }
  EXPECT_EQ(killed, kills);
  if (acknowledged() < records) {
    EXPECT_FALSE(run(std::nullopt, 0, 0, records));
  }
  check("the end");
  std::printf("%llu kills at random moments, %zu points hit, %llu records acknowledged\n",
              static_cast<unsigned long long>(killed), hits.size(),
              static_cast<unsigned long long>(acknowledged()));
}

}  // namespace
}  // namespace freshet
