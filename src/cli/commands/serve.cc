// freshet serve: the program that stays running.
#include <signal.h>

#include <string>
#include <utility>

#include "base/log.h"
#include "cli/archive_access.h"
#include "cli/commands/commands.h"
#include "cli/config_text.h"
#include "cli/crawl_plan.h"
#include "cli/help.h"
#include "cli/serve_access.h"
#include "cli/signals.h"
#include "serve/server.h"

namespace freshet {
namespace {

// Opens a session of a server; the failure of a command becomes an error again.
Result<ArchiveSession> open_served(const Session& session, bool may_plan) {
  auto opened = open_session(session, may_plan);
  if (!opened) return std::unexpected(Error{Errc::unavailable, opened.error().sentence});
  return *std::move(opened);
}

std::expected<ServerOptions, Failure> server_options(const Session& session) {
  const ServeSettings& settings = session.config.settings.serve;
  ServerOptions options;
  auto address = ListenAddress::parse(settings.listen);
  if (!address) return wrong_usage(address.error().message);
  auto run = run_from_settings(session);
  if (!run) return std::unexpected(run.error());
  options.access = access_options(settings, *address);
  options.address = *std::move(address);
  options.http.names = names_of(settings);
  options.version = std::string(version_number());
  options.settings = [&session] { return to_json(session.config); };
  options.open_reader = [&session] { return open_served(session, false); };
  options.service.open_session = [&session] { return open_served(session, true); };
  options.sender = {.guard = run->run.plan.guard, .ca_file = run->platform.web.ca_file};
  options.fetch = fetch_options(*run);
  options.service.run = std::move(run->run);
  options.service.platform = std::move(run->platform);
  options.service.scope = std::move(run->scope);
  return options;
}

void on_signal(const Session& session, Server& server, int number) {
  if (number != SIGHUP) {
    log(LogLevel::info, "stopping; a second signal ends the server at once");
    Signals::let_them_end_us();
    return server.stop();
  }
  const auto plan = reload_plan(session);
  if (!plan)
    return log(LogLevel::warning, "the settings stay as they are: " + plan.error().sentence);
  server.change_plan(*plan);
  log(LogLevel::info, "the settings were read again; those of the plan and the log are in effect");
}

CommandResult run_serve(const Session& session) {
  auto options = server_options(session);
  if (!options) return std::unexpected(options.error());
  auto events = EventLoop::open();
  if (!events) return could_not(events.error());
  std::unique_ptr<Server> server;
  auto signals = Signals::open(**events, [&](int number) {
    if (server) on_signal(session, *server, number);
  });
  if (!signals) return could_not(signals.error());
  auto opened = Server::open(**events, system_disk(), system_clock(), *std::move(options));
  if (!opened) return failure_of(opened.error());
  server = *std::move(opened);
  log(LogLevel::info, "serving", {{"address", server->address().text()}});
  server->run();
  server.reset();
  return {};
}

}  // namespace

Command serve_command() {
  return {
      .name = "serve",
      .summary = "Keep an archive fresh, and answer requests about it over HTTP",
      .details =
          "Refreshes the archive as freshet refresh does, for as long as it runs, and\n"
          "offers everything the archive knows as JSON under /api/v1; the document of the\n"
          "API is at /api/v1/openapi.json. Crawls, checks and captures can be ordered\n"
          "through it; it is the one writer of the archive. Jobs survive a restart.\n"
          "\n"
          "Without accounts it listens on this machine only. freshet person makes accounts;\n"
          "a server that others can reach and that has none prints a link for the first.\n"
          "\n"
          "/api/v1/events streams changes, jobs and the state of the server; /metrics is\n"
          "for Prometheus, /healthz and /readyz are for supervisors. SIGTERM and SIGINT\n"
          "end it within seconds, SIGHUP reloads the settings of the plan.",
      .operands = {},
      .options = {},
      .sections = {},
      .examples =
          {{"freshet serve --archive web --contact me@example.com", "serve on 127.0.0.1:8787"},
           {"curl -s http://127.0.0.1:8787/api/v1/server", "what is it doing?"},
           {"curl localhost:8787/api/v1/jobs --json '{\"kind\":\"crawl\",\"urls\":[\"a.org\"]}'",
            "order a crawl"},
           {"curl -N http://127.0.0.1:8787/api/v1/events", "follow what happens"}},
      .run = run_serve};
}

}  // namespace freshet
