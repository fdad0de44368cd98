#include "serve/replay_handler.h"

#include <memory>
#include <string_view>
#include <utility>

#include "app/replay_version.h"
#include "base/escape.h"

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

ReplayHandler::ReplayHandler(Readers& readers, std::vector<std::string> embedders)
    : readers_(readers), access_{.embedders = std::move(embedders)} {}

void ReplayHandler::handle(HttpRequest request, HttpAnswer answer) {
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
  const bool is_posted = readers_.post([this, place, target](Result<ArchiveSession>& session) {
    if (!session) return std::move(*place).send(replay_notice(503, session.error().message));
    std::move(*place).send(
        replay_answer(replay_version(*session, *target, std::string(kReplayPrefix), access_)));
  });
  if (!is_posted)
    std::move(*place).send(replay_notice(503, "too many requests are waiting; retry in a second"));
}

}  // namespace freshet
