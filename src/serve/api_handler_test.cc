#include "serve/api_handler.h"

#include <gtest/gtest.h>

#include "testkit/scratch.h"

namespace freshet {
namespace {

// Keeps the status of the answer; 0 until it comes.
class StatusPlace final : public AnswerPlace {
 public:
  explicit StatusPlace(std::shared_ptr<int> status) : status_(std::move(status)) {}
  void answer(HttpResponse response) override { *status_ = response.status; }
  std::unique_ptr<HttpStream> begin_stream(HttpResponse) override { return nullptr; }

 private:
  std::shared_ptr<int> status_;
};

// The counts of pages take a while: the thread of the HTTP server must not wait for them.
TEST(ApiHandlerTest, LeavesMetricsToTheReaders) {
  const Scratch scratch;
  SystemClock clock;
  const auto jobs = *JobBoard::open(system_disk(), scratch / "jobs.json");
  LiveState live;
  LoginGate logins;
  const ServerParts parts{.jobs = *jobs,
                          .live = live,
                          .logins = logins,
                          .clock = clock,
                          .version = "1",
                          .settings = [] { return std::string("{}"); }};
  const auto open = []() -> Result<ArchiveSession> {
    return std::unexpected(Error{Errc::unavailable, "none"});
  };
  auto health = std::make_shared<int>(0), metrics = std::make_shared<int>(0);
  {
    Readers no_reader(0, {.archive = open});
    EventStream events(parts, open);
    ApiHandler handler(parts, no_reader, no_reader, events);
    const auto ask = [&](const std::string& path, const std::shared_ptr<int>& status) {
      handler.handle({.method = "GET", .target = path},
                     HttpAnswer(std::make_unique<StatusPlace>(status)));
    };
    ask("/healthz", health);
    ask("/metrics", metrics);
    EXPECT_EQ(*health, 200);
    EXPECT_EQ(*metrics, 0);
  }
  EXPECT_EQ(*metrics, 500) << "the server has ended";
}

}  // namespace
}  // namespace freshet
