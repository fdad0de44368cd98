// The practice world served for real: HTTP and HTTPS on every address of 127/8, and a name server
// that knows its hosts.
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
  std::uint16_t http_port = 8080;  // 0, here and below: any that is free
  std::uint16_t https_port = 8443;
  std::uint16_t dns_port = 8053;  // UDP, on 127.0.0.1
  // How much faster than ours the world's clock goes; 0: it stands still.
  double time_factor = 1;
  // Called for each request when its answer has ended; ticks count from when the server was opened.
  std::function<void(const PracticeLogLine&)> log = {};
};

class PracticeServer {
 public:
  // Opens the ports; the world gets them in its plan. IPv6 is off there: 127/8 has no twin.
  static Result<std::unique_ptr<PracticeServer>> open(WorldPlan plan,
                                                      PracticeServerOptions options);
  ~PracticeServer();

  const World& world() const;
  std::uint16_t dns_port() const;

  // The certificate to be trusted by those who come by TLS.
  const std::string& authority_pem() const;

  // Serves until stop() is called.
  Status run();

  // From another thread or a signal handler.
  void stop();

 private:
  class Loop;
  explicit PracticeServer(std::unique_ptr<Loop> loop);
  std::unique_ptr<Loop> loop_;
};

}  // namespace freshet
