#include "serve/server.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "base/log.h"

namespace freshet {
namespace {

// Beside the files of the archive.
constexpr std::string_view kJobsFile = "/jobs.json";

ServiceOptions with_reopening(ServiceOptions options, std::function<void()> reopened) {
  options.reopened = std::move(reopened);
  return options;
}

// The origins under which browsers reach the API.
std::vector<std::string> origins_of(const ListenAddress& address, const HttpServerOptions& http) {
  std::vector<std::string> origins;
  if (!address.host.empty()) {
    origins.push_back("http://" + address.text());
    origins.push_back(fmt::format("http://localhost:{}", address.port));
  }
  for (const std::string& name : http.names)
    for (const char* scheme : {"http://", "https://"}) {
      origins.push_back(scheme + name);
      origins.push_back(fmt::format("{}{}:{}", scheme, name, address.port));
    }
  return origins;
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
  if (replay_) replay_->stop(kAnswerPatience);
}

Result<std::unique_ptr<Server>> Server::open(EventLoop& events, Disk& disk, Clock& clock,
                                             ServerOptions options) {
  if (auto made = disk.make_directories(options.service.run.directory); !made)
    return std::unexpected(made.error());
  auto jobs = JobBoard::open(disk, options.service.run.directory + std::string(kJobsFile));
  if (!jobs) return std::unexpected(jobs.error());
  std::unique_ptr<Server> server(new Server(events, disk, clock, options, *std::move(jobs)));
  ApiHandler& handler = server->handler_;
  auto listening = HttpServer::open(
      options.address, options.http,
      [&handler](HttpRequest request, HttpAnswer answer) {
        handler.handle(std::move(request), std::move(answer));
      },
      [&handler](const HttpServed& what) { handler.served(what); });
  if (!listening) return std::unexpected(listening.error());
  server->http_ = *std::move(listening);
  handler.count_connections([http = server->http_.get()] { return http->connections(); });
  if (auto replaying = server->open_replay(options); !replaying)
    return std::unexpected(replaying.error());
  return server;
}

Status Server::open_replay(const ServerOptions& options) {
  if (!options.replay) return {};
  replay_handler_ = std::make_unique<ReplayHandler>(readers_, origins_of(address(), options.http));
  auto listening = HttpServer::open(
      *options.replay, options.http, [this](HttpRequest request, HttpAnswer answer) {
        replay_handler_->handle(std::move(request), std::move(answer));
      });
  if (!listening && options.needs_replay) return std::unexpected(listening.error());
  if (!listening) {
    log(LogLevel::warning, "archived pages are not shown: " + listening.error().message);
    return {};
  }
  replay_ = *std::move(listening);
  live_.set_replay(options.replay_url.empty() ? "http://" + replay_->address().text()
                                              : options.replay_url);
  return {};
}

}  // namespace freshet
