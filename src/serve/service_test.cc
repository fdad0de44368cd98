#include "serve/service.h"

#include <gtest/gtest.h>

#include "testkit/scratch.h"

namespace freshet {
namespace {

TEST(Service, KeepsACaptureThatTheArchiveDoesNotAllowNow) {
  const Scratch scratch;
  SystemClock clock;
  auto events = EventLoop::open();
  ASSERT_TRUE(events);
  auto jobs = JobBoard::open(system_disk(), scratch / "jobs.json");
  ASSERT_TRUE(jobs);
  const auto job =
      (*jobs)->add({.kind = JobKind::capture, .urls = {"https://a.example/"}}, clock.now());
  ASSERT_TRUE(job);
  LiveState live;
  std::unique_ptr<Service> service;
  ServiceOptions options;
  options.run.directory = scratch / "archive";
  int opened = 0;
  options.open_session = [&]() -> Result<ArchiveSession> {
    if (++opened == 1) return ArchiveSession::open(system_disk(), clock, scratch / "archive");
    service->stop();
    return std::unexpected(Error{Errc::unavailable, "the archive is away"});
  };
  options.reopened = [] {};
  service =
      std::make_unique<Service>(**events, system_disk(), clock, std::move(options), **jobs, live);
  service->run();
  EXPECT_EQ(live.now().trouble, "the archive is away");
  EXPECT_EQ((*jobs)->find(job->id)->state, JobState::waiting);
}

}  // namespace
}  // namespace freshet
