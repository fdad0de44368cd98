// The thread of a server, as others see it: a queue of functions.
#pragma once

#include <functional>
#include <memory>
#include <mutex>

namespace boost::asio {
class io_context;
}

namespace freshet {

// Outlives the server as long as somebody holds an answer that may still come.
class HttpLoop {
 public:
  HttpLoop();
  ~HttpLoop();

  // Runs `what` on the thread of the server, if it still runs. Thread-safe.
  void post(std::function<void()> what);
  void close();  // nothing is taken any more
  boost::asio::io_context& context() { return *context_; }

 private:
  const std::unique_ptr<boost::asio::io_context> context_;
  std::mutex mutex_;  // guards is_open_
  bool is_open_ = true;
};

}  // namespace freshet
