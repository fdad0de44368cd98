#include "monitor/own_fetcher.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>
#include <string>
#include <vector>

#include "web/raw_server_test.h"

namespace freshet {
namespace {

class OwnFetcherTest : public testing::Test {
 protected:
  OwnFetcherTest() {
    auto opened = OwnFetcher::open({.guard = AddressGuard({*Network::parse("127.0.0.0/8")}),
                                    .pause = std::chrono::milliseconds(1)},
                                   [this](OwnAnswer answer) {
                                     const std::lock_guard lock(mutex_);
                                     answers_.push_back(std::move(answer));
                                     came_.notify_one();
                                   });
    EXPECT_TRUE(opened) << opened.error().message;
    fetcher = *std::move(opened);
  }

  std::string url(const std::string& path) const {
    return "http://127.0.0.1:" + std::to_string(server.port()) + path;
  }
  // Returns "status: body", or the problem.
  std::string fetch(const std::string& at, const WatchRequest& request = {}) {
    fetcher->fetch({.watch = 7, .url = at, .request = request});
    std::unique_lock lock(mutex_);
    EXPECT_TRUE(
        came_.wait_for(lock, std::chrono::seconds(20), [this] { return !answers_.empty(); }));
    if (answers_.empty()) return "nothing";
    const OwnAnswer answer = std::move(answers_.front());
    answers_.erase(answers_.begin());
    EXPECT_EQ(answer.watch, 7);
    return answer.problem.empty() ? std::to_string(answer.status) + ": " + answer.body
                                  : answer.problem;
  }
  std::vector<std::string> asked() {
    const std::lock_guard lock(mutex_);
    return asked_;
  }

  std::unique_ptr<OwnFetcher> fetcher;
  std::string robots = "User-agent: *\nDisallow: /secret\n";

 private:
  std::string answer_to(const std::string& head) {
    {
      const std::lock_guard lock(mutex_);
      asked_.push_back(head);
    }
    std::string status = "200 OK", more, body = "hello";
    if (head.starts_with("GET /robots.txt ")) body = robots;
    if (head.starts_with("GET /moved ")) {
      status = "302 Found";
      more = "Location: http://127.0.0.1:1/\r\n";
    }
    return "HTTP/1.1 " + status + "\r\nContent-Type: text/plain\r\n" + more +
           "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  }

  std::mutex mutex_;  // guards what follows
  std::condition_variable came_;
  std::vector<OwnAnswer> answers_;
  std::vector<std::string> asked_;

 protected:
  RawServer server{[this](Peer& peer, int) {
    for (std::string head = peer.hear_head(); !head.empty(); head = peer.hear_head())
      if (!peer.say(answer_to(head))) return;
  }};
};

TEST_F(OwnFetcherTest, SendsTheHeadersAndThePasswordOfTheWatch) {
  const WatchRequest request{.headers = {{"Accept-Language", "de"}},
                             .secret_headers = {{"Cookie", "session=s3cret"}},
                             .user = "ann",
                             .password = "right"};
  EXPECT_EQ(fetch(url("/page?q=1"), request), "200: hello");
  const auto heads = asked();
  ASSERT_EQ(heads.size(), 2U);
  EXPECT_TRUE(heads[0].starts_with("GET /robots.txt "));
  EXPECT_EQ(heads[0].find("s3cret"), std::string::npos) << "robots.txt is asked for by nobody";
  EXPECT_TRUE(heads[1].starts_with("GET /page?q=1 "));
  for (const char* const line : {"Accept-Language: de\r\n", "Cookie: session=s3cret\r\n",
                                 "Authorization: Basic YW5uOnJpZ2h0\r\n"})
    EXPECT_NE(heads[1].find(line), std::string::npos) << line;
}

TEST_F(OwnFetcherTest, ObeysRobotsTxtWhichItAsksForOnce) {
  EXPECT_EQ(fetch(url("/secret/page")), "robots.txt forbids the page");
  EXPECT_EQ(fetch(url("/page")), "200: hello");
  EXPECT_EQ(asked().size(), 2U);
}

TEST_F(OwnFetcherTest, FollowsNoRedirect) {
  EXPECT_EQ(fetch(url("/moved")), "the page redirects to another one (302); watch that");
}

TEST_F(OwnFetcherTest, ReachesNoGuardedAddress) {
  EXPECT_EQ(fetch("http://10.0.0.1/"), "its address must not be reached");
}

TEST_F(OwnFetcherTest, SaysWhyThereIsNoAnswer) {
  EXPECT_EQ(fetch("nonsense"), "its URL cannot be fetched");
  EXPECT_TRUE(fetch("http://127.0.0.1:1/").starts_with("refused: "));
}

}  // namespace
}  // namespace freshet
