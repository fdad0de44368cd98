#include "serve/api_handler.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "base/escape.h"
#include "base/hash.h"
#include "base/log.h"
#include "serve/api_route.h"
#include "serve/server_state.h"

namespace freshet {
namespace {

constexpr std::string_view kWelcome =
    "freshet is serving. The API is described by /api/v1/openapi.json; /healthz, /readyz and\n"
    "/metrics tell how it is.\n";

HttpResponse plain(int status, std::string text) {
  return {.status = status,
          .fields = {{"Content-Type", "text/plain; charset=utf-8"}, {"Cache-Control", "no-store"}},
          .body = std::move(text)};
}

int status_of(Errc code) {
  switch (code) {
    case Errc::invalid:
      return 400;
    case Errc::denied:
      return 403;
    case Errc::not_found:
      return 404;
    case Errc::limit:
      return 422;
    case Errc::unavailable:
      return 503;
    case Errc::corrupt:
      break;
  }
  return 500;
}

// A page of another site may send requests that a browser allows without asking us; its Origin
// gives it away. Programs send none.
bool is_of_other_site(const HttpRequest& request) {
  if (request.method == "GET" || request.method == "HEAD") return false;
  const std::string* const origin = request.field("origin");
  if (origin == nullptr) {
    const std::string* const fetch_site = request.field("sec-fetch-site");
    return fetch_site != nullptr && *fetch_site != "same-origin" && *fetch_site != "none";
  }
  const std::string& host = *request.field("host");
  return *origin != "http://" + host && *origin != "https://" + host;
}

// A form of another site cannot have this type.
bool has_json_body(const HttpRequest& request) {
  if (request.body.empty()) return true;
  const std::string* const type = request.field("content-type");
  return type != nullptr && (*type == "application/json" || type->starts_with("application/json;"));
}

HttpResponse response_of(const HttpRequest& request, Result<ApiAnswer> answer) {
  if (!answer) return problem(status_of(answer.error().code), visible(answer.error().message));
  HttpResponse response{.status = answer->status,
                        .fields = std::move(answer->fields),
                        .body = std::move(answer->body)};
  response.fields.push_back({"Content-Type", answer->type});
  response.fields.push_back({"X-Content-Type-Options", "nosniff"});
  if (request.method == "POST" || response.status != 200) return response;
  const std::string tag = fmt::format("\"{:016x}\"", hash64(response.body));
  response.fields.push_back({"ETag", tag});
  response.fields.push_back({"Cache-Control", "no-cache"});
  const std::string* const known = request.field("if-none-match");
  if (known != nullptr && known->find(tag) != std::string::npos) {
    response.status = 304;
    response.body.clear();
  }
  return response;
}

}  // namespace

void ApiHandler::handle(HttpRequest request, HttpAnswer answer) {
  if (is_of_other_site(request))
    return std::move(answer).send(problem(403, "requests from pages of other sites are refused"));
  if (!has_json_body(request))
    return std::move(answer).send(problem(415, "the body must be application/json"));
  if (!answer_beside_api(request, answer)) answer_api(request, std::move(answer));
}

// Returns true if it has answered.
bool ApiHandler::answer_beside_api(const HttpRequest& request, HttpAnswer& answer) {
  const std::string_view path = request.path();
  const bool is_read = request.method == "GET" || request.method == "HEAD";
  if (!is_read) return false;
  if (path == "/healthz") {
    std::move(answer).send(plain(200, "ok\n"));
  } else if (path == "/readyz") {
    const LiveState::Now now = parts_.live.now();
    const bool is_ready = now.is_ready && now.trouble.empty();
    std::move(answer).send(plain(is_ready ? 200 : 503, is_ready ? "ready\n"
                                                       : now.trouble.empty()
                                                           ? "opening the archive\n"
                                                           : visible(now.trouble) + "\n"));
  } else if (path == "/metrics") {
    answer_metrics(std::move(answer));
  } else if (path == "/") {
    std::move(answer).send(plain(200, std::string(kWelcome)));
  } else {
    return false;
  }
  return true;
}

// On a reader: to count the fresh pages of a million takes a while.
void ApiHandler::answer_metrics(HttpAnswer answer) {
  const ServedCounts counts{.requests = requests_,
                            .client_errors = client_errors_,
                            .server_errors = server_errors_,
                            .connections = connections_(),
                            .streams = events_.clients()};
  auto place = std::make_shared<HttpAnswer>(std::move(answer));
  const bool is_posted = readers_.post([this, place, counts](Result<ArchiveSession>&) {
    HttpResponse response = plain(200, metrics_text(parts_.live.now(), parts_.jobs.list(), counts,
                                                    parts_.version, parts_.clock.now()));
    response.fields.front().value = "text/plain; version=0.0.4; charset=utf-8";
    std::move(*place).send(std::move(response));
  });
  if (!is_posted) std::move(*place).send(plain(503, "too many requests are waiting\n"));
}

void ApiHandler::answer_api(const HttpRequest& request, HttpAnswer answer) {
  const FoundRoute found = find_route(request.method, request.path());
  if (found.route == nullptr && !found.allowed.empty())
    return std::move(answer).send(
        problem(405, fmt::format("this path takes {}", found.allowed), {{"Allow", found.allowed}}));
  if (found.route == nullptr)
    return std::move(answer).send(
        problem(404, fmt::format("there is no {}; /api/v1/openapi.json lists all paths",
                                 visible(request.path()))));
  auto arguments = read_arguments(found, request);
  if (!arguments)
    return std::move(answer).send(
        problem(status_of(arguments.error().code), visible(arguments.error().message)));
  if (found.route->run == nullptr) {
    const std::string* const last = request.field("last-event-id");
    return events_.add(
        last != nullptr && !last->empty() ? std::optional(*last) : arguments->maybe("cursor"),
        std::move(answer));
  }
  // Functions that are copied hold what can only be moved.
  auto place = std::make_shared<HttpAnswer>(std::move(answer));
  const bool is_posted =
      readers_.post([this, place, request, route = found.route,
                     arguments = *std::move(arguments)](Result<ArchiveSession>& session) {
        if (!session)
          return std::move(*place).send(
              problem(status_of(session.error().code), visible(session.error().message)));
        session->borrow_planner(parts_.live.now().planner);
        ApiWorld world(*session, parts_);
        std::move(*place).send(response_of(request, route->run(world, arguments)));
      });
  if (!is_posted)
    std::move(*place).send(
        problem(503, "too many requests are waiting; retry in a second", {{"Retry-After", "1"}}));
}

void ApiHandler::served(const HttpServed& what) {
  ++requests_;
  if (what.status >= 500)
    ++server_errors_;
  else if (what.status >= 400)
    ++client_errors_;
  // Addresses of feeds are secrets, so the query is left out.
  const std::string_view path = what.target.substr(0, what.target.find('?'));
  log(what.status >= 500 ? LogLevel::warning : LogLevel::debug, "request",
      {{"id", what.id},
       {"peer", what.peer},
       {"method", visible(what.method)},
       {"path", visible(path)},
       {"status", what.status},
       {"bytes", what.bytes},
       {"ms", std::chrono::duration_cast<std::chrono::milliseconds>(what.took).count()}});
}

}  // namespace freshet
