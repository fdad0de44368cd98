#include "serve/server.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "base/log.h"
#include "notify/sender.h"
#include "registrar/people.h"

namespace freshet {
namespace {

// Beside the files of the archive.
constexpr std::string_view kJobsFile = "/jobs.json";

SenderThreads::Send sender_of(const ServerOptions& options, Clock& clock) {
  return [sender = options.sender, &clock](const Composed& composed) {
    return send(composed, sender, clock.now());
  };
}

OwnFetcherOptions fetcher_of(const ServiceOptions& options) {
  const CrawlPlan& plan = options.run.plan;
  return {.guard = plan.guard,
          .web = options.platform.web,
          .resolver = options.platform.resolver,
          .agent = plan.agent,
          .user_agent = plan.user_agent,
          .pause = plan.pace.delay};
}

StoreOpeners openers_of(Disk& disk, const ServerOptions& options) {
  const std::string path = registry_file(options.service.run.directory);
  return {.archive = options.open_reader,
          .registry = [&disk, path] { return Registry::open(disk, path, {}); }};
}

// Makes the registry if it is not there, so that readers find it. While there are no accounts and
// others can reach us, says how the first one is made.
Status prepare_registry(Disk& disk, Clock& clock, const ServerOptions& options) {
  const auto registry = Registry::open(disk, registry_file(options.service.run.directory), {});
  if (!registry) return std::unexpected(registry.error());
  if (options.access.is_local) return {};
  const auto link = (*registry)->passes().invite_first_admin(clock.now());
  if (!link) return std::unexpected(link.error());
  if (!*link) return {};
  std::string base = options.access.public_url;
  if (base.empty()) base = "http://" + options.address.text();
  while (base.ends_with('/')) base.pop_back();
  log(LogLevel::warning,
      "there are no accounts yet; open this link to make the first one. It works once",
      {{"link", base + std::string(kInvitationPath) + **link}});
  return {};
}

ServiceOptions with_listeners(ServiceOptions options, std::function<void()> reopened,
                              PageRunListener listener) {
  options.reopened = std::move(reopened);
  options.listener = std::move(listener);
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
             .logins = logins_,
             .clock = clock,
             .version = std::move(options.version),
             .settings = std::move(options.settings),
             .access = options.access,
             .sender = options.sender,
             .fetch = options.fetch},
      readers_(options.readers, openers_of(disk, options)),
      slow_readers_(kSlowReaders, openers_of(disk, options)),
      events_(parts_, options.open_reader),
      handler_(parts_, readers_, slow_readers_, events_),
      service_(
          events, disk, clock,
          with_listeners(
              std::move(options.service),
              [this] {
                readers_.reopen();
                slow_readers_.reopen();
                events_.reopen();
                monitor_->reopen();
              },
              {.seen = [this](const std::string& url,
                              Time time) { monitor_->page_seen(url, time); },
               .visit_ended = [this](VisitNews news) { monitor_->visit_ended(std::move(news)); }}),
          *jobs_, live_) {}

Server::~Server() {
  if (http_) http_->stop(kAnswerPatience);
  if (replay_) replay_->stop(kAnswerPatience);
}

Result<std::unique_ptr<Server>> Server::open(EventLoop& events, Disk& disk, Clock& clock,
                                             const ServerOptions& options) {
  if (auto made = disk.make_directories(options.service.run.directory); !made)
    return std::unexpected(made.error());
  auto jobs = JobBoard::open(disk, options.service.run.directory + std::string(kJobsFile));
  if (!jobs) return std::unexpected(jobs.error());
  if (auto prepared = prepare_registry(disk, clock, options); !prepared)
    return std::unexpected(prepared.error());
  MonitorOptions monitor = options.monitor;
  monitor.directory = options.service.run.directory;
  monitor.normal_form = options.service.run.plan.normal_form;
  monitor.open_reader = options.open_reader;
  monitor.send = sender_of(options, clock);
  monitor.fetcher = fetcher_of(options.service);
  std::unique_ptr<Server> server(new Server(events, disk, clock, options, *std::move(jobs)));
  if (auto opened = server->open_monitor(events, disk, clock, std::move(monitor)); !opened)
    return std::unexpected(opened.error());
  ApiHandler& handler = server->handler_;
  auto listening = HttpServer::open(
      options.address, options.http,
      [&handler](const HttpRequest& request, HttpAnswer answer) {
        handler.handle(request, std::move(answer));
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
  replay_handler_ =
      std::make_unique<ReplayHandler>(readers_, parts_, origins_of(address(), options.http));
  auto listening = HttpServer::open(*options.replay, options.http,
                                    [this](const HttpRequest& request, HttpAnswer answer) {
                                      replay_handler_->handle(request, std::move(answer));
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

// Orders that come while there is no run are dropped; the monitor repeats them.
Status Server::open_monitor(EventLoop& events, Disk& disk, Clock& clock, MonitorOptions options) {
  options.order = [this, &events](std::vector<WatchOrder> requests) {
    events.post([this, requests = std::move(requests)] { service_.check(requests); });
  };
  auto monitor = Monitor::open(disk, clock, std::move(options));
  if (!monitor) return std::unexpected(monitor.error());
  monitor_ = *std::move(monitor);
  return {};
}

}  // namespace freshet
