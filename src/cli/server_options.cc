#include "cli/server_options.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "cli/archive_access.h"
#include "cli/config_text.h"
#include "cli/crawl_plan.h"
#include "cli/help.h"

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
  if (!address->is_local())
    return wrong_usage(
        "the server has no accounts, so it serves this machine only; listen on 127.0.0.1 or a "
        "Unix socket, behind a proxy that asks for passwords if others need it");
  auto run = run_from_settings(session);
  if (!run) return std::unexpected(run.error());
  options.address = *std::move(address);
  options.replay = replay_address(settings, options.address);
  if (options.replay && !options.replay->is_local())
    return wrong_usage(
        "archived pages are shown without a login, so serve.replay must be an address of this "
        "machine");
  options.needs_replay = settings.replay != "next";
  options.replay_url = settings.replay_url;
  options.http.names = settings.names;
  options.monitor.public_url = settings.public_url;
  options.version = std::string(version_number());
  options.settings = [&session] { return to_json(session.config); };
  options.open_reader = [&session] { return open_served(session, false); };
  options.service.open_session = [&session] { return open_served(session, true); };
  options.service.run = std::move(run->run);
  options.service.platform = std::move(run->platform);
  options.service.scope = std::move(run->scope);
  return options;
}

}  // namespace freshet
