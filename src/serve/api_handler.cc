#include "serve/api_handler.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "base/escape.h"
#include "base/hash.h"
#include "base/log.h"
#include "serve/api_problem.h"
#include "serve/api_route.h"
#include "serve/public_pages.h"
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
  if (!answer) return problem_response(answer.error());
  HttpResponse response{.status = answer->status,
                        .fields = std::move(answer->fields),
                        .body = std::move(answer->body)};
  response.fields.push_back({"Content-Type", answer->type});
  response.fields.push_back({"X-Content-Type-Options", "nosniff"});
  const bool is_read = request.method == "GET" || request.method == "HEAD";
  if (!is_read || response.status != 200) {
    response.fields.push_back({"Cache-Control", "no-store"});
    return response;
  }
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

void ApiHandler::handle(const HttpRequest& request, HttpAnswer answer) {
  if (is_of_other_site(request))
    return std::move(answer).send(problem(403, "requests from pages of other sites are refused"));
  if (is_public_page(request.path())) return answer_public_page(request, std::move(answer));
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
    answer_metrics(request, std::move(answer));
  } else if (path == "/") {
    std::move(answer).send(plain(200, std::string(kWelcome)));
  } else {
    return false;
  }
  return true;
}

void ApiHandler::post(Readers& readers, const HttpRequest& request, ApiScope scope,
                      HttpAnswer answer, Known known) {
  // Functions that are copied hold what can only be moved.
  auto place = std::make_shared<HttpAnswer>(std::move(answer));
  const bool is_posted =
      readers.post([this, place, request, scope, known = std::move(known)](ReaderStores& stores) {
        const auto registry = stores.registry();
        if (!registry) return std::move(*place).send(problem_response(registry.error()));
        const auto caller = identify(**registry, request, parts_.access, parts_.clock.now());
        if (!caller) return std::move(*place).send(problem_response(caller.error()));
        if (auto refusal = refuse_access(scope, *caller))
          return std::move(*place).send(*std::move(refusal));
        known(stores, *caller, std::move(*place));
      });
  if (!is_posted)
    std::move(*place).send(
        problem(503, "too many requests are waiting; retry in a second", {{"Retry-After", "1"}}));
}

// On a reader: to count the fresh pages of a million takes a while.
void ApiHandler::answer_metrics(const HttpRequest& request, HttpAnswer answer) {
  const ServedCounts counts{.requests = requests_,
                            .client_errors = client_errors_,
                            .server_errors = server_errors_,
                            .connections = connections_(),
                            .streams = events_.clients()};
  post(readers_, request, ApiScope::read, std::move(answer),
       [this, counts](ReaderStores& stores, const Caller&, HttpAnswer place) {
         HttpResponse response =
             plain(200, metrics_text(parts_.live.now(), parts_.jobs.list(), counts, parts_.version,
                                     parts_.clock.now()));
         response.fields.front().value = "text/plain; version=0.0.4; charset=utf-8";
         if (const auto registry = stores.registry())
           if (const auto more = registry_metrics(**registry)) response.body += *more;
         std::move(place).send(std::move(response));
       });
}

void ApiHandler::answer_public_page(const HttpRequest& request, HttpAnswer answer) {
  const Time now = parts_.clock.now();
  const std::string client = network_of(place_of(request, parts_.access).address);
  if (const Duration wait = throttle_.admit(client, now); wait > Duration(0)) {
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(wait).count();
    return std::move(answer).send(problem(429, "too many requests; ask less often",
                                          {{"Retry-After", std::to_string(seconds)}}));
  }
  Readers& readers = is_slow_page(request) ? slow_readers_ : readers_;
  post(readers, request, ApiScope::open, std::move(answer),
       [this, request, now](ReaderStores& stores, const Caller&, HttpAnswer place) {
         const auto registry = stores.registry();
         std::move(place).send(registry ? public_page(**registry, request, parts_.access, now)
                                        : problem_response(registry.error()));
       });
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
        problem_response(arguments.error().error, arguments.error().field));
  const ApiRoute& route = *found.route;
  post(route.is_slow ? slow_readers_ : readers_, request, route.scope, std::move(answer),
       [this, &route, request, arguments = *std::move(arguments)](
           ReaderStores& stores, const Caller& caller, HttpAnswer place) {
         run(route, request, arguments, stores, caller, std::move(place));
       });
}

void ApiHandler::run(const ApiRoute& route, const HttpRequest& request,
                     const ApiArguments& arguments, ReaderStores& stores, const Caller& caller,
                     HttpAnswer answer) {
  if (route.run == nullptr) {
    const std::string* const last = request.field("last-event-id");
    return events_.add(
        last != nullptr && !last->empty() ? std::optional(*last) : arguments.maybe("cursor"),
        std::move(answer));
  }
  ArchiveSession* session = nullptr;
  if (route.store == ApiStore::archive) {
    const auto archive = stores.archive();
    if (!archive) return std::move(answer).send(problem_response(archive.error()));
    session = *archive;
    session->borrow_planner(parts_.live.now().planner);
  }
  const auto registry = stores.registry();
  ApiWorld world(session, registry ? *registry : nullptr, parts_, caller);
  std::move(answer).send(response_of(request, route.run(world, arguments)));
}

void ApiHandler::served(const HttpServed& what) {
  ++requests_;
  if (what.status >= 500)
    ++server_errors_;
  else if (what.status >= 400)
    ++client_errors_;
  // Addresses of feeds and links are secrets; a query may have one.
  const std::string_view path = loggable_path(what.target.substr(0, what.target.find('?')));
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
