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
#include "serve/request_throttle.h"

namespace freshet {

class ApiHandler {
 public:
  // Everything outlives it.
  ApiHandler(const ServerParts& parts, Readers& readers, Readers& slow_readers, EventStream& events)
      : parts_(parts), readers_(readers), slow_readers_(slow_readers), events_(events) {}

  // On the thread of the HTTP server.
  void handle(const HttpRequest& request, HttpAnswer answer);
  void served(const HttpServed& what);
  // Set once the HTTP server is there: the number of its connections.
  void count_connections(std::function<std::size_t()> count) { connections_ = std::move(count); }

 private:
  // A request whose caller is known. Called on a reader thread.
  using Known = std::function<void(ReaderStores&, const Caller&, HttpAnswer)>;

  bool answer_beside_api(const HttpRequest& request, HttpAnswer& answer);
  void answer_public_page(const HttpRequest& request, HttpAnswer answer);
  void answer_api(const HttpRequest& request, HttpAnswer answer);
  void answer_metrics(const HttpRequest& request, HttpAnswer answer);
  // Has a reader thread find out who asks, and go on if the caller has the right.
  void post(Readers& readers, const HttpRequest& request, ApiScope scope, HttpAnswer answer,
            Known known);
  void run(const ApiRoute& route, const HttpRequest& request, const ApiArguments& arguments,
           ReaderStores& stores, const Caller& caller, HttpAnswer answer);

  // Of a feed; a reader that asks every minute needs fewer.
  static constexpr int kPagesOfMinute = 60;

  const ServerParts& parts_;
  Readers& readers_;
  Readers& slow_readers_;  // for work that waits
  EventStream& events_;
  std::function<std::size_t()> connections_ = [] { return std::size_t{0}; };
  RequestThrottle throttle_{kPagesOfMinute};
  std::uint64_t requests_ = 0;  // of the thread of the HTTP server, as below
  std::uint64_t client_errors_ = 0;
  std::uint64_t server_errors_ = 0;
};

}  // namespace freshet
