#include "serve/replay_handler.h"

#include <memory>
#include <string_view>
#include <utility>

#include "app/replay_version.h"
#include "base/escape.h"
#include "serve/caller.h"

namespace freshet {
namespace {

constexpr std::string_view kReplayPrefix = "/replay/";

HttpResponse with_headers(int status, std::vector<ReplayHeader> headers, std::string body) {
  HttpResponse response{.status = status, .fields = {}, .body = std::move(body)};
  for (ReplayHeader& header : headers)
    response.fields.push_back({std::move(header.name), std::move(header.value)});
  return response;
}

// A sentence in place of a page.
HttpResponse replay_notice(int status, std::string_view sentence) {
  return with_headers(status, replay_headers("text/plain", {}), visible(sentence) + "\n");
}

HttpResponse replay_answer(Result<ReplayedVersion> version) {
  if (version)
    return with_headers(version->status, std::move(version->headers), std::move(version->body));
  const Errc code = version.error().code;
  return replay_notice(code == Errc::not_found     ? 404
                       : code == Errc::unavailable ? 503
                                                   : 500,
                       version.error().message);
}

}  // namespace

ReplayHandler::ReplayHandler(Readers& readers, const ServerParts& parts,
                             std::vector<std::string> embedders)
    : readers_(readers), parts_(parts), access_{.embedders = std::move(embedders)} {}

void ReplayHandler::handle(const HttpRequest& request, HttpAnswer answer) {
  if (request.method != "GET" && request.method != "HEAD")
    return std::move(answer).send(
        problem(405, "archived pages can only be read", {{"Allow", "GET, HEAD"}}));
  const std::string_view path = request.target;
  const auto target = path.starts_with(kReplayPrefix)
                          ? replay_target(path.substr(kReplayPrefix.size()))
                          : std::nullopt;
  if (!target)
    return std::move(answer).send(
        replay_notice(404, "archived pages are at /replay/20261116003446/https://example.com/"));
  auto place = std::make_shared<HttpAnswer>(std::move(answer));
  const bool is_posted = readers_.post([this, place, request, target](ReaderStores& stores) {
    std::move(*place).send(replay(stores, request, *target));
  });
  if (!is_posted)
    std::move(*place).send(replay_notice(503, "too many requests are waiting; retry in a second"));
}

// A session of the API holds here, too: cookies know no ports.
HttpResponse ReplayHandler::replay(ReaderStores& stores, const HttpRequest& request,
                                   const ReplayTarget& target) const {
  const auto registry = stores.registry();
  if (!registry) return replay_notice(503, registry.error().message);
  const auto caller = identify(**registry, request, parts_.access, parts_.clock.now());
  if (!caller) return replay_notice(503, caller.error().message);
  if (const auto refusal = refuse_access(ApiScope::read, *caller))
    return replay_notice(refusal->status, "archived pages are for those who have logged in");
  const auto session = stores.archive();
  if (!session) return replay_notice(503, session.error().message);
  return replay_answer(replay_version(**session, target, std::string(kReplayPrefix), access_));
}

}  // namespace freshet
