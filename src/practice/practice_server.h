// The practice world on real sockets: HTTP and HTTPS on every address of 127/8, and a name server
// for its hosts.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/error.h"
#include "practice/practice_web.h"
#include "practice/world.h"

namespace freshet {

inline constexpr std::size_t kServerConnectionsMax = 16'384;

struct PracticeServerOptions {
  std::uint16_t http_port = 8080;  // 0, here and below: any free port
  std::uint16_t https_port = 8443;
  std::uint16_t dns_port = 8053;  // UDP, on 127.0.0.1
  // Speed of the world's clock relative to ours; 0: it stands still.
  double time_factor = 1;
  // Called for each request when its answer has ended; ticks count from the opening of the server.
  std::function<void(const PracticeLogLine&)> log = {};
};

class PracticeServer {
 public:
  // Opens the ports and writes them into the plan of the world. Turns IPv6 off: it has no
  // counterpart to 127/8.
  static Result<std::unique_ptr<PracticeServer>> open(WorldPlan plan,
                                                      PracticeServerOptions options);
  ~PracticeServer();

  const World& world() const;
  std::uint16_t dns_port() const;

  // Returns the certificate that TLS clients must trust.
  const std::string& authority_pem() const;

  // Blocks until stop() is called.
  Status run();

  // May be called from another thread or a signal handler.
  void stop();

 private:
  class Loop;
  explicit PracticeServer(std::unique_ptr<Loop> loop);
  std::unique_ptr<Loop> loop_;
};

}  // namespace freshet
