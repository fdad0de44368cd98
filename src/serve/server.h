// A running server: the HTTP side around the work of a Service. The HTTP server has a thread of its
// own, readers answer requests, one thread feeds event streams; the service runs on the caller's.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/disk.h"
#include "base/error.h"
#include "http/http_server.h"
#include "monitor/monitor.h"
#include "serve/api_handler.h"
#include "serve/event_stream.h"
#include "serve/job_board.h"
#include "serve/live_state.h"
#include "serve/readers.h"
#include "serve/replay_handler.h"
#include "serve/service.h"

namespace freshet {

struct ServerOptions {
  ListenAddress address = {};
  // The origin of archived pages; none: they are not shown. If it is not `needs_replay`, an address
  // that is in use is no error.
  std::optional<ListenAddress> replay = {};
  bool needs_replay = false;
  std::string replay_url = {};  // its address for browsers, if a proxy stands before it
  HttpServerOptions http = {};
  std::size_t readers = 2;  // threads that answer requests
  std::string version = {};
  std::function<std::string()> settings = {};  // in effect, as JSON
  // Opens a session for reading; it borrows the planner of the service.
  std::function<Result<ArchiveSession>()> open_reader = {};
  AccessOptions access = {};
  SenderOptions sender = {};  // of test messages
  FetchOptions fetch = {};    // of trials of watches
  ServiceOptions service = {};
  MonitorOptions monitor = {};  // of it the address in links; the server sets the rest
};

class Server {
 public:
  // Listens when it returns. Events, disk and clock outlive it.
  static Result<std::unique_ptr<Server>> open(EventLoop& events, Disk& disk, Clock& clock,
                                              const ServerOptions& options);
  ~Server();

  const ListenAddress& address() const { return http_->address(); }
  void run() { service_.run(); }    // until stop()
  void stop() { service_.stop(); }  // on the thread of the event loop
  void change_plan(const CrawlPlan& plan) { service_.change_plan(plan); }

 private:
  Status open_replay(const ServerOptions& options);

  static constexpr Duration kAnswerPatience = std::chrono::seconds(1);
  static constexpr std::size_t kSlowReaders = 2;

  Server(EventLoop& events, Disk& disk, Clock& clock, ServerOptions options,
         std::unique_ptr<JobBoard> jobs);
  Status open_monitor(EventLoop& events, Disk& disk, Clock& clock, MonitorOptions options);

  const std::unique_ptr<JobBoard> jobs_;
  LiveState live_;
  LoginGate logins_;
  const ServerParts parts_;
  Readers readers_;
  Readers slow_readers_;  // for requests that wait: passwords, other servers
  EventStream events_;
  ApiHandler handler_;
  Service service_;
  std::unique_ptr<Monitor> monitor_;
  std::unique_ptr<HttpServer> http_;
  std::unique_ptr<ReplayHandler> replay_handler_;
  std::unique_ptr<HttpServer> replay_;
};

}  // namespace freshet
