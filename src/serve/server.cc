#include "serve/server.h"

#include <utility>

namespace freshet {
namespace {

// Beside the files of the archive.
constexpr std::string_view kJobsFile = "/jobs.json";

ServiceOptions with_reopening(ServiceOptions options, std::function<void()> reopened) {
  options.reopened = std::move(reopened);
  return options;
}

}  // namespace

Server::Server(EventLoop& events, Disk& disk, Clock& clock, ServerOptions options,
               std::unique_ptr<JobBoard> jobs)
    : jobs_(std::move(jobs)),
      parts_{.jobs = *jobs_,
             .live = live_,
             .clock = clock,
             .version = std::move(options.version),
             .settings = std::move(options.settings)},
      readers_(options.readers, options.open_reader),
      events_(parts_, options.open_reader),
      handler_(parts_, readers_, events_),
      service_(events, disk, clock,
               with_reopening(std::move(options.service),
                              [this] {
                                readers_.reopen();
                                events_.reopen();
                              }),
               *jobs_, live_) {}

Server::~Server() {
  if (http_) http_->stop(kAnswerPatience);
}

Result<std::unique_ptr<Server>> Server::open(EventLoop& events, Disk& disk, Clock& clock,
                                             ServerOptions options) {
  if (auto made = disk.make_directories(options.service.run.directory); !made)
    return std::unexpected(made.error());
  auto jobs = JobBoard::open(disk, options.service.run.directory + std::string(kJobsFile));
  if (!jobs) return std::unexpected(jobs.error());
  const ListenAddress address = options.address;
  const HttpServerOptions http = options.http;
  std::unique_ptr<Server> server(
      new Server(events, disk, clock, std::move(options), *std::move(jobs)));
  ApiHandler& handler = server->handler_;
  auto listening = HttpServer::open(
      address, http,
      [&handler](HttpRequest request, HttpAnswer answer) {
        handler.handle(std::move(request), std::move(answer));
      },
      [&handler](const HttpServed& what) { handler.served(what); });
  if (!listening) return std::unexpected(listening.error());
  server->http_ = *std::move(listening);
  handler.count_connections([http = server->http_.get()] { return http->connections(); });
  return server;
}

}  // namespace freshet
