#include "serve/event_stream.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

#include "app/small_archive_test.h"

namespace freshet {
namespace {

// A client of a stream.
struct Received {
  std::mutex mutex;  // guards text
  std::string text;

  bool holds(std::string_view wanted) {
    const std::lock_guard lock(mutex);
    return text.contains(wanted);
  }
};

class ReceivedStream final : public HttpStream {
 public:
  explicit ReceivedStream(std::shared_ptr<Received> to) : to_(std::move(to)) {}
  bool send(std::string bytes) override {
    const std::lock_guard lock(to_->mutex);
    to_->text += bytes;
    return true;
  }

 private:
  std::shared_ptr<Received> to_;
};

class StreamPlace final : public AnswerPlace {
 public:
  explicit StreamPlace(std::shared_ptr<Received> to) : to_(std::move(to)) {}
  void answer(HttpResponse response) override { ReceivedStream(to_).send(response.body); }
  std::unique_ptr<HttpStream> begin_stream(HttpResponse) override {
    return std::make_unique<ReceivedStream>(to_);
  }

 private:
  std::shared_ptr<Received> to_;
};

class CountingClock final : public Clock {
 public:
  Time now() override {
    ++calls;
    return Time{};
  }
  std::atomic<int> calls = 0;
};

class EventStreamTest : public testing::Test {
 protected:
  EventStreamTest() { archive_.keep(kHome, "<p>It is a fine day today."); }

  std::shared_ptr<Received> follow(EventStream& stream) {
    auto received = std::make_shared<Received>();
    stream.add(std::nullopt, HttpAnswer(std::make_unique<StreamPlace>(received)));
    return received;
  }
  static bool waits_for(Received& received, std::string_view wanted) {
    for (int i = 0; i < 1000 && !received.holds(wanted); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return received.holds(wanted);
  }

  const Scratch scratch_;
  SmallArchive archive_;
  std::unique_ptr<JobBoard> board_ = *JobBoard::open(system_disk(), scratch_ / "jobs.json");
  LiveState live_;
  LoginGate logins_;
  CountingClock clock_;
  const ServerParts parts_{.jobs = *board_,
                           .live = live_,
                           .logins = logins_,
                           .clock = clock_,
                           .version = "1",
                           .settings = [] { return std::string("{}"); }};
};

TEST_F(EventStreamTest, CountsTheStateOnceForAllClients) {
  ASSERT_TRUE(board_->add({.urls = {kHome}}, Time{}));
  EventStream stream(parts_, [&] {
    return ArchiveSession::open(system_disk(), archive_.clock, archive_.directory);
  });
  std::vector<std::shared_ptr<Received>> clients;
  for (int i = 0; i < 20; ++i) clients.push_back(follow(stream));
  for (const auto& client : clients) {
    EXPECT_TRUE(waits_for(*client, "event: state\n"));
    EXPECT_TRUE(client->holds("event: job\ndata: {\"id\":1,"));
  }
  EXPECT_EQ(clock_.calls, 1);
  live_.set_doing("refreshing");
  for (const auto& client : clients) EXPECT_TRUE(waits_for(*client, "\"doing\":\"refreshing\""));
  EXPECT_EQ(clock_.calls, 2);
}

}  // namespace
}  // namespace freshet
