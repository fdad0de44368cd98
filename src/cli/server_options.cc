#include "cli/server_options.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "cli/archive_access.h"
#include "cli/config_text.h"
#include "cli/crawl_plan.h"
#include "cli/help.h"
#include "cli/serve_access.h"

namespace freshet {
namespace {

// Opens a session of a server; the failure of a command becomes an error again.
Result<ArchiveSession> open_served(const Session& session, bool may_plan) {
  auto opened = open_session(session, may_plan);
  if (!opened) return std::unexpected(Error{Errc::unavailable, opened.error().sentence});
  return *std::move(opened);
}

// The settings were checked.
std::optional<ListenAddress> replay_address(const ServeSettings& settings,
                                            const ListenAddress& api) {
  if (settings.replay == "off") return std::nullopt;
  if (settings.replay != "next") return *ListenAddress::parse(settings.replay);
  if (api.host.empty() || api.port == 0 || api.port == 65535) return std::nullopt;
  return ListenAddress{.host = api.host, .port = static_cast<std::uint16_t>(api.port + 1)};
}

}  // namespace

std::expected<ServerOptions, Failure> server_options(const Session& session) {
  const ServeSettings& settings = session.config.settings.serve;
  ServerOptions options;
  auto address = ListenAddress::parse(settings.listen);
  if (!address) return wrong_usage(address.error().message);
  auto run = run_from_settings(session);
  if (!run) return std::unexpected(run.error());
  options.access = access_options(settings, *address);
  options.address = *std::move(address);
  options.replay = replay_address(settings, options.address);
  if (options.replay && options.access.is_local && !options.replay->is_local())
    return wrong_usage(
        "serve.replay lets others see archived pages; that takes accounts, so let serve.listen be "
        "an address that others reach, too");
  options.needs_replay = settings.replay != "next";
  options.replay_url = settings.replay_url;
  options.http.names = names_of(settings);
  options.monitor.public_url = settings.public_url;
  options.monitor.replay_url = settings.replay_url;
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

}  // namespace freshet
