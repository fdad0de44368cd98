#include "serve/server.h"

#include <utility>

#include "base/log.h"
#include "registrar/people.h"

namespace freshet {
namespace {

// Beside the files of the archive.
constexpr std::string_view kJobsFile = "/jobs.json";

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
      service_(events, disk, clock,
               with_reopening(std::move(options.service),
                              [this] {
                                readers_.reopen();
                                slow_readers_.reopen();
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
  if (auto prepared = prepare_registry(disk, clock, options); !prepared)
    return std::unexpected(prepared.error());
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
