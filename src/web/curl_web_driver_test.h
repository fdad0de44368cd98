// Drives a real Web in tests: sends a request, runs the loop, returns the answer.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "web/curl_web.h"

namespace freshet {

class CurlWebDriver {
 public:
  explicit CurlWebDriver(CurlWebOptions options = {}) {
    options.guard = AddressGuard({Network::parse("127.0.0.0/8").value()});
    web_ = open_curl_web(*loop_, options).value();
    connection_ = web_->connect();
  }

  FetchLimits limits;
  std::vector<warc::Field> headers;
  bool is_head = false;
  std::vector<IpAddress> addresses = {*IpAddress::parse("127.0.0.1")};

  EventLoop& loop() { return *loop_; }
  Web& web() { return *web_; }
  WebConnection& connection() { return *connection_; }
  void close() { connection_.reset(); }

  WebRequest request(const std::string& url) const {
    return {.url = Url::parse(url).value(),
            .addresses = addresses,
            .headers = headers,
            .limits = limits,
            .is_head = is_head};
  }

  WebAnswer get(const std::string& url) {
    std::optional<WebAnswer> answer;
    connection_->get(request(url), [&](WebAnswer got) { answer = std::move(got); });
    EXPECT_FALSE(answer) << "told from within the call";
    loop_->run(loop_->tick() + std::chrono::seconds(30), [&] { return answer.has_value(); });
    EXPECT_TRUE(answer) << "never told";
    return answer.value_or(WebAnswer{});
  }

  void run_for(Duration time) {
    loop_->run(loop_->tick() + time, [] { return false; });
  }

 private:
  std::unique_ptr<EventLoop> loop_ = EventLoop::open().value();
  std::unique_ptr<Web> web_;
  std::unique_ptr<WebConnection> connection_;
};

inline std::string at(std::uint16_t port, const std::string& path = "/") {
  return "http://a.example:" + std::to_string(port) + path;
}

}  // namespace freshet
