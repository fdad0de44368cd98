// freshet serve: the program that stays running.
#include <signal.h>

#include <memory>
#include <string>
#include <utility>

#include "base/log.h"
#include "cli/archive_access.h"
#include "cli/commands/commands.h"
#include "cli/crawl_plan.h"
#include "cli/server_options.h"
#include "cli/signals.h"
#include "serve/server.h"
#include "serve/supervisor.h"

namespace freshet {
namespace {

void reload(const Session& session, Server& server) {
  const auto plan = reload_plan(session);
  if (!plan)
    return log(LogLevel::warning, "the settings stay as they are: " + plan.error().sentence);
  server.change_plan(*plan);
  log(LogLevel::info, "the settings were read again; those of the plan and the log are in effect");
}

std::string listening_words(const Server& server) {
  return "listening on " + server.address().text();
}

void on_signal(const Session& session, Server& server, const Supervisor& supervisor, int number) {
  if (number != SIGHUP) {
    log(LogLevel::info, "stopping; a second signal ends the server at once");
    supervisor.is_stopping();
    Signals::let_them_end_us();
    return server.stop();
  }
  supervisor.is_reloading();
  reload(session, server);
  supervisor.is_ready(listening_words(server));
}

CommandResult run_serve(const Session& session) {
  auto options = server_options(session);
  if (!options) return std::unexpected(options.error());
  auto events = EventLoop::open();
  if (!events) return could_not(events.error());
  std::unique_ptr<Server> server;
  Supervisor supervisor(SupervisorEnvironment::of_process());
  options->service.is_alive = [&] { supervisor.is_alive((*events)->tick()); };
  auto signals = Signals::open(**events, [&](int number) {
    if (server) on_signal(session, *server, supervisor, number);
  });
  if (!signals) return could_not(signals.error());
  auto opened = Server::open(**events, system_disk(), system_clock(), *std::move(options));
  if (!opened) return failure_of(opened.error());
  server = *std::move(opened);
  log(LogLevel::info, "serving", {{"address", server->address().text()}});
  supervisor.is_ready(listening_words(*server));
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
