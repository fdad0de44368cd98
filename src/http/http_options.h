// Limits of a server, and what it tells of each request.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "http/http_answer.h"
#include "http/message.h"

namespace freshet {

struct HttpServerOptions {
  std::size_t connections = 512;  // at once; more are closed
  std::size_t head_bytes = 16 << 10;
  std::size_t body_bytes = 1 << 20;
  std::size_t stream_bytes = 1 << 20;             // waiting for a client that reads slowly
  Duration head_time = std::chrono::seconds(15);  // to send a head, or to stay idle
  Duration body_time = std::chrono::seconds(30);
  // For an answer, a piece of a stream, or what is left of a stream that has ended.
  Duration write_time = std::chrono::seconds(30);
  Duration linger_time = std::chrono::seconds(2);  // to read on after the last answer, in all
  // Host names under which it answers, in lower case without port, beside IP addresses and
  // "localhost". Others get 421. Clients of a Unix socket may use any name.
  std::vector<std::string> names = {};
};

// One answered request, for the log.
struct HttpServed {
  std::string_view method;
  std::string_view target;
  std::string_view peer;
  std::uint64_t id;
  int status;
  std::size_t bytes;  // of the body; of a stream, what its head brought
  Duration took;
};

// Called on the thread of the server, which it must not hold up.
using HttpHandler = std::function<void(HttpRequest, HttpAnswer)>;

}  // namespace freshet
