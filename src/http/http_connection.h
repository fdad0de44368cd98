// One connection of a client: requests in, answers out. All of it happens on the thread of the
// server.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/time.h"
#include "http/http_answer.h"
#include "http/http_loop.h"
#include "http/http_options.h"

namespace freshet {

class HttpConnection;

// Shared by the connections of a server, which it outlives.
struct ConnectionHost {
  const HttpServerOptions options;
  const HttpHandler handle;
  const std::function<void(const HttpServed&)> served;  // may be empty
  const std::shared_ptr<HttpLoop> loop;
  std::function<void(const std::shared_ptr<HttpConnection>&)> forget = {};  // it is closed
  std::uint64_t requests = 0;
  bool is_stopping = false;
};

class HttpConnection {
 public:
  virtual ~HttpConnection() = default;

  virtual void begin() = 0;
  // Ends it if it is idle or a stream; with `also_busy` in any case.
  virtual void end(bool also_busy) = 0;

  // Takes the connected socket over. `peer` is the client's address; empty for a Unix socket.
  static std::shared_ptr<HttpConnection> make(ConnectionHost& host, int socket, int family,
                                              std::string peer);
};

}  // namespace freshet
