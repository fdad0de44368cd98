// The practice web served on a thread of its own, for a crawl in the same process.
#pragma once

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/error.h"
#include "practice/practice_server.h"

namespace freshet {

class PracticeThread {
 public:
  // Opens the world at free ports, and serves it.
  static Result<std::unique_ptr<PracticeThread>> open(const WorldPlan& plan);
  ~PracticeThread() { stop(); }
  PracticeThread(const PracticeThread&) = delete;
  PracticeThread& operator=(const PracticeThread&) = delete;

  // None of it changes while it serves.
  const World& world() const { return server_->world(); }
  std::uint16_t dns_port() const { return server_->dns_port(); }
  const std::string& authority_pem() const { return server_->authority_pem(); }

  // Ends it, and gives what was asked for, in order. The error is that of the server.
  Result<std::vector<PracticeLogLine>> stop();

 private:
  PracticeThread() = default;

  std::unique_ptr<PracticeServer> server_;
  std::vector<PracticeLogLine> log_;  // of the thread, as long as it runs
  Status served_;                     // likewise
  std::thread thread_;
};

}  // namespace freshet
