#include "crawl/sink_thread.h"

#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <string>
#include <thread>
#include <vector>

#include "base/disk.h"
#include "base/random.h"
#include "store/archive.h"
#include "testkit/faulty_disk.h"
#include "testkit/scratch.h"

namespace freshet {
namespace {

constexpr auto kLong = std::chrono::hours(1);
constexpr auto kPatience = std::chrono::seconds(30);

// A sink for an archive in a directory; its posted calls run here, on request.
class SinkThreadTest : public testing::Test {
 protected:
  void open(const SinkThreadOptions& options) {
    auto writer = ArchiveWriter::open(disk_, scratch_ / "web", clock_, Random(1), {});
    ASSERT_TRUE(writer) << writer.error().message;
    writer_ = *std::move(writer);
    sink_ = std::make_unique<SinkThread>(
        *writer_, nullptr, options, [this](std::function<void()> what) { post(std::move(what)); },
        SinkNews{.links_changed = [this](const auto& changed) { changed_ |= changed; },
                 .failed = [this](const Error& error) { failures_.push_back(error.message); }});
  }
  void TearDown() override {
    sink_.reset();  // before the writer
    writer_.reset();
  }

  static Kept page(const std::string& path, std::size_t bytes = 100) {
    Kept kept;
    kept.exchange.url = "http://a.example/" + path;
    kept.exchange.time = Time(std::chrono::seconds(1'700'000'000));
    kept.exchange.protocol = "http/1.1";
    kept.exchange.request_head = "GET /" + path + " HTTP/1.1\r\nHost: a.example\r\n\r\n";
    kept.exchange.status = 200;
    kept.exchange.reason = "OK";
    kept.exchange.headers = {{"Content-Type", "text/plain"}};
    kept.exchange.body = path + std::string(bytes, 'x');
    return kept;
  }

  // Runs posted calls until `is_enough`; returns false on a time-out.
  bool run_until(const std::function<bool()>& is_enough) {
    const auto end = std::chrono::steady_clock::now() + kPatience;
    while (!is_enough()) {
      std::unique_lock lock(mutex_);
      if (!posted_any_.wait_until(lock, end, [this] { return !posted_.empty(); })) return false;
      std::vector<std::function<void()>> taken;
      taken.swap(posted_);
      lock.unlock();
      for (auto& what : taken) what();
    }
    return true;
  }

  std::size_t pages_in_archive() {
    auto archive = Archive::open(system_disk(), scratch_ / "web");
    EXPECT_TRUE(archive);
    std::size_t count = 0;
    EXPECT_TRUE(archive->catalog().each_page({}, [&](const PageRow&) {
      ++count;
      return true;
    }));
    return count;
  }

  Scratch scratch_;
  SystemClock clock_;
  FaultyDisk disk_{system_disk()};
  std::unique_ptr<ArchiveWriter> writer_;
  std::unique_ptr<SinkThread> sink_;
  std::bitset<kPartitionCount> changed_;
  std::vector<std::string> failures_;

 private:
  void post(std::function<void()> what) {
    {
      const std::lock_guard lock(mutex_);
      posted_.push_back(std::move(what));
    }
    posted_any_.notify_all();
  }

  std::mutex mutex_;  // guards posted_
  std::condition_variable posted_any_;
  std::vector<std::function<void()>> posted_;
};

TEST_F(SinkThreadTest, AcknowledgesAFullBatchAtOnce) {
  open({.batch_pages = 3, .batch_time = kLong});
  bool is_acknowledged = false;
  sink_->keep(page("1"));
  sink_->keep(page("2"));
  sink_->when_acknowledged([&] { is_acknowledged = true; });
  sink_->keep(page("3"));
  ASSERT_TRUE(run_until([&] { return is_acknowledged; }));
  EXPECT_EQ(pages_in_archive(), 3u);
}

TEST_F(SinkThreadTest, AcknowledgesASmallBatchWhenItsTimeHasCome) {
  open({.batch_pages = 1000, .batch_time = std::chrono::milliseconds(20)});
  bool is_acknowledged = false;
  sink_->keep(page("1"));
  sink_->when_acknowledged([&] { is_acknowledged = true; });
  ASSERT_TRUE(run_until([&] { return is_acknowledged; }));
  EXPECT_EQ(pages_in_archive(), 1u);
}

TEST_F(SinkThreadTest, WaitsForNoBatchIfItIsInAHurry) {
  open({.batch_pages = 1000, .batch_time = kLong});
  for (const char* path : {"1", "2"}) {
    bool is_acknowledged = false;
    sink_->keep(page(path));
    sink_->when_acknowledged([&] { is_acknowledged = true; });
    sink_->flush_soon();
    ASSERT_TRUE(run_until([&] { return is_acknowledged; }));
  }
  EXPECT_EQ(pages_in_archive(), 2u);
}

// Otherwise the queue, whose last host is done, would consider the crawl done.
TEST_F(SinkThreadTest, TellsOfLinksBeforeItAcknowledgesThem) {
  open({.batch_pages = 1000, .batch_time = kLong});
  Kept kept = page("1");
  kept.news.links = {{.host = *Host::of(*Url::parse("http://b.example/"))}};
  sink_->keep(std::move(kept));
  std::optional<bool> had_changes;
  sink_->when_acknowledged([&] { had_changes = changed_.any(); });
  sink_->flush_soon();
  ASSERT_TRUE(run_until([&] { return had_changes.has_value(); }));
  EXPECT_TRUE(*had_changes);
}

TEST_F(SinkThreadTest, WhoWaitsForNothingIsAnsweredToo) {
  open({.batch_pages = 1000, .batch_time = std::chrono::milliseconds(1)});
  bool is_acknowledged = false;
  sink_->when_acknowledged([&] { is_acknowledged = true; });
  ASSERT_TRUE(run_until([&] { return is_acknowledged; }));
}

TEST_F(SinkThreadTest, TellsWhichPartitionsGotLinks) {
  open({.batch_pages = 1, .batch_time = kLong});
  const Host host = *Host::from_key("b.example");
  FrontierNews news;
  news.links.push_back({.host = host});
  sink_->tell(std::move(news));
  ASSERT_TRUE(run_until([&] { return changed_.any(); }));
  EXPECT_EQ(changed_.count(), 1u);
  EXPECT_TRUE(changed_.test(host.partition()));
}

TEST_F(SinkThreadTest, KeepsWhatManyThreadsHandOverThroughASmallQueue) {
  open({.batch_pages = 10, .batch_time = kLong, .queued_bytes_max = 2000});
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 25; ++i)
        sink_->keep(page(std::to_string(t) + "-" + std::to_string(i), 1500));
    });
  for (std::thread& thread : threads) thread.join();
  ASSERT_TRUE(sink_->finish());
  EXPECT_EQ(sink_->totals().kept, 100u);
  EXPECT_EQ(pages_in_archive(), 100u);
}

TEST_F(SinkThreadTest, TakesOneAnswerThatIsLongerThanTheQueue) {
  open({.batch_pages = 10, .batch_time = kLong, .queued_bytes_max = 1000});
  sink_->keep(page("long", 100'000));
  sink_->keep(page("longer", 200'000));
  ASSERT_TRUE(sink_->finish());
  EXPECT_EQ(pages_in_archive(), 2u);
}

TEST_F(SinkThreadTest, AFailureIsToldOnceAndHoldsNobodyUp) {
  open({.batch_pages = 1, .batch_time = kLong, .queued_bytes_max = 1000});
  disk_.fail_from(disk_.calls());
  bool is_acknowledged = false;
  std::thread keeper([&] {
    for (int i = 0; i < 50; ++i) sink_->keep(page(std::to_string(i), 900));
    sink_->when_acknowledged([&] { is_acknowledged = true; });
  });
  ASSERT_TRUE(run_until([&] { return !failures_.empty(); }));
  keeper.join();
  EXPECT_FALSE(sink_->finish());
  EXPECT_EQ(failures_.size(), 1u);
  EXPECT_FALSE(is_acknowledged);
}

TEST_F(SinkThreadTest, WithoutFinishWhatWasNotCommittedIsLost) {
  open({.batch_pages = 1000, .batch_time = kLong});
  sink_->keep(page("1"));
  sink_.reset();
  writer_.reset();
  EXPECT_EQ(pages_in_archive(), 0u);
}

}  // namespace
}  // namespace freshet
