// The practice web served on its own thread, for a crawl in the same process.
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
  // Opens the world on free ports and starts serving.
  static Result<std::unique_ptr<PracticeThread>> open(const WorldPlan& plan);
  ~PracticeThread() { static_cast<void>(stop()); }
  PracticeThread(const PracticeThread&) = delete;
  PracticeThread& operator=(const PracticeThread&) = delete;

  // Constant while it serves.
  const World& world() const { return server_->world(); }
  std::uint16_t dns_port() const { return server_->dns_port(); }
  const std::string& authority_pem() const { return server_->authority_pem(); }

  // Stops the server; returns its log in order, or its error.
  Result<std::vector<PracticeLogLine>> stop();

 private:
  PracticeThread() = default;

  std::unique_ptr<PracticeServer> server_;
  std::vector<PracticeLogLine> log_;  // owned by the thread while it runs
  Status served_;                     // likewise
  std::thread thread_;
};

}  // namespace freshet
