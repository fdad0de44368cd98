#include "crawl/visit_loop.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include "base/random.h"
#include "simulation/crawl_run.h"
#include "store/archive_writer.h"
#include "testkit/scratch.h"

namespace freshet {
namespace {

class NoJudges final : public Judges {
 public:
  void judge(JudgeQuestion /*question*/, std::function<void(Observation)> /*done*/) override {}
};

class NoSink final : public Sink {
 public:
  void keep(Kept /*kept*/) override {}
  void tell(FrontierNews /*news*/) override {}
  void note(Observation /*observation*/) override {}
  void when_acknowledged(std::function<void()> /*then*/) override {}
  void flush_soon() override {}
};

// Overwrites the catalog behind the back of those who have it open.
void damage_catalog(const std::string& directory) {
  for (const char* name : {"/catalog.sqlite", "/catalog.sqlite-wal"}) {
    std::error_code absent;
    const auto bytes = std::filesystem::file_size(directory + name, absent);
    if (absent) continue;
    std::ofstream file(directory + name, std::ios::binary);
    file << std::string(bytes, 'x');
  }
}

// It ended the program: the function to call had been given away.
TEST(VisitLoopTest, ReportsAnArchiveThatCannotBeRead) {
  const Scratch scratch;
  SimulatedWeb web(WorldPlan{.hosts = 1, .pages = 3});
  auto writer = ArchiveWriter::open(system_disk(), scratch.path(), web.clock, Random(1), {});
  ASSERT_TRUE(writer);
  auto archive = Archive::open(system_disk(), scratch.path());
  ASSERT_TRUE(archive) << archive.error().message;
  damage_catalog(scratch.path());

  const CrawlPlan plan;
  Traffic traffic(0);
  SharedLimits shared(plan);
  auto scope = Scope::make({.kind = ScopeKind::everything});
  ASSERT_TRUE(scope);
  NoJudges judges;
  NoSink sink;
  VisitLoop loop({.events = web.events,
                  .clock = web.clock,
                  .web = web.web,
                  .resolver = web.resolver,
                  .sink = &sink,
                  .traffic = traffic,
                  .shared = shared,
                  .archive = *archive,
                  .judges = judges,
                  .scope = **scope,
                  .plan = plan,
                  .crawl_began = web.clock.now(),
                  .run_began = web.clock.now()},
                 [](const std::function<void()>& call) { call(); });
  std::optional<VisitEnd> ended;
  loop.visit({.host = *Host::from_key("a.example")}, [&](VisitEnd end) { ended = std::move(end); });
  ASSERT_TRUE(ended);
  EXPECT_EQ(ended->report.state, VisitState::failed);
  EXPECT_EQ(ended->report.why.cause, VisitCause::archive_unreadable);
}

}  // namespace
}  // namespace freshet
