// An HTTP/1.1 server on one thread of its own. It owns sockets, limits and framing; requests and
// answers are values. Design: docs/design/http.md.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "base/error.h"
#include "base/time.h"
#include "http/http_options.h"
#include "http/listen_address.h"

namespace freshet {

class HttpServer {
 public:
  // Listens when it returns. A Unix socket on which nobody listens any more is replaced; one that
  // is in use is an error. `served` is called on the thread of the server.
  static Result<std::unique_ptr<HttpServer>> open(
      const ListenAddress& address, HttpServerOptions options, HttpHandler handler,
      std::function<void(const HttpServed&)> served = {});
  ~HttpServer();  // stops at once
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  const ListenAddress& address() const;  // with the port that it got
  std::size_t connections() const;

  // Takes no new requests, waits for answers under way, at most so long, and ends streams.
  void stop(Duration patience);

 private:
  class Core;
  explicit HttpServer(std::unique_ptr<Core> core);
  std::unique_ptr<Core> core_;
};

}  // namespace freshet
