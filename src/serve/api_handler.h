// Answers the requests of the API: finds the route, checks its parameters, and has a reader thread
// run it. Design: docs/design/serve.md.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

#include "http/http_answer.h"
#include "http/http_options.h"
#include "http/message.h"
#include "serve/api_world.h"
#include "serve/event_stream.h"
#include "serve/readers.h"

namespace freshet {

class ApiHandler {
 public:
  // Everything outlives it.
  ApiHandler(const ServerParts& parts, Readers& readers, EventStream& events)
      : parts_(parts), readers_(readers), events_(events) {}

  // On the thread of the HTTP server.
  void handle(HttpRequest request, HttpAnswer answer);
  void served(const HttpServed& what);
  // Set once the HTTP server is there: the number of its connections.
  void count_connections(std::function<std::size_t()> count) { connections_ = std::move(count); }

 private:
  bool answer_beside_api(const HttpRequest& request, HttpAnswer& answer);
  void answer_api(const HttpRequest& request, HttpAnswer answer);
  void answer_metrics(HttpAnswer answer);

  const ServerParts& parts_;
  Readers& readers_;
  EventStream& events_;
  std::function<std::size_t()> connections_ = [] { return std::size_t{0}; };
  std::uint64_t requests_ = 0;  // of the thread of the HTTP server, as below
  std::uint64_t client_errors_ = 0;
  std::uint64_t server_errors_ = 0;
};

}  // namespace freshet
