#include "registrar/fetch_page.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "base/escape.h"
#include "notify/base64.h"
#include "url/url.h"
#include "warc/body.h"
#include "web/event_loop.h"

namespace freshet {
namespace {

bool is_redirect(int status) {
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

// The tools of one fetch, on a loop of its own.
struct FetchTools {
  std::unique_ptr<EventLoop> events;
  std::unique_ptr<Web> web;
  std::unique_ptr<Resolver> resolver;

  static Result<FetchTools> open(const FetchOptions& options) {
    FetchTools tools;
    auto events = EventLoop::open();
    if (!events) return std::unexpected(events.error());
    tools.events = *std::move(events);
    auto web = open_curl_web(*tools.events, options.web);
    if (!web) return std::unexpected(web.error());
    tools.web = *std::move(web);
    auto resolver = open_ares_resolver(*tools.events, options.resolver);
    if (!resolver) return std::unexpected(resolver.error());
    tools.resolver = *std::move(resolver);
    return tools;
  }

  // Waits for a call that is made with its answer.
  template <class Answer, class Ask>
  std::optional<Answer> wait(Duration most, Ask ask) {
    std::optional<Answer> answer;
    ask([&](Answer came) { answer = std::move(came); });
    events->run(events->tick() + most, [&] { return answer.has_value(); });
    return answer;
  }
};

std::vector<warc::Field> headers_for(const WatchSpec& spec, const FetchOptions& options,
                                     bool is_own_origin) {
  std::vector<warc::Field> headers = {{"User-Agent", options.user_agent},
                                      {"Accept", "*/*"},
                                      {"Accept-Encoding", "gzip, deflate, br"}};
  for (const NameValue& header : spec.request.headers)
    headers.push_back({header.name, header.value});
  if (!is_own_origin) return headers;
  for (const NameValue& header : spec.request.secret_headers)
    if (!header.value.empty()) headers.push_back({header.name, header.value});
  if (!spec.request.user.empty())
    headers.push_back(
        {"Authorization",
         "Basic " + encode_base64(fmt::format("{}:{}", spec.request.user, spec.request.password))});
  return headers;
}

// Returns the addresses that may be connected to; the problem in the page if there are none.
std::vector<IpAddress> addresses_of(FetchTools& tools, const FetchOptions& options, const Url& url,
                                    FetchedPage& page) {
  std::string name(url.hostname());
  if (name.starts_with('[')) name = name.substr(1, name.size() - 2);
  const auto resolved = tools.wait<Resolved>(
      options.resolver.total + std::chrono::seconds(1),
      [&](auto done) { tools.resolver->resolve(name, false, std::move(done)); });
  std::vector<IpAddress> allowed;
  if (!resolved || resolved->failure != ResolveFailure::none) {
    page.problem = fmt::format("the name {} cannot be looked up", visible(name));
    return allowed;
  }
  for (const IpAddress& address : resolved->addresses) {
    const auto why = options.web.guard.refusal(address);
    if (!why)
      allowed.push_back(address);
    else
      page.problem = fmt::format("{} is refused ({})", address.text(), *why);
  }
  if (!allowed.empty()) page.problem.clear();
  return allowed;
}

// Takes an answer over; its body decoded.
void take_answer(WebAnswer answer, const FetchOptions& options, FetchedPage& page) {
  page.status = answer.status;
  if (answer.failure != WebFailure::none) {
    page.problem = answer.detail.empty() ? std::string(name_of(answer.failure)) : answer.detail;
    return;
  }
  warc::HttpHead head;
  head.status = answer.status;
  head.fields = std::move(answer.headers);
  page.content_type = std::string(head.find("content-type").value_or(""));
  auto decoded = warc::decode_body(head, answer.body, options.limits.body_bytes);
  if (decoded.error) page.problem = decoded.error->message;
  page.body = std::move(decoded.bytes);
}

}  // namespace

Result<FetchedPage> fetch_page(const WatchSpec& spec, const FetchOptions& options) {
  if (spec.request.method != "GET")
    return std::unexpected(Error{Errc::invalid, "only watches with the method GET can be tested"});
  auto first = Url::parse(spec.url);
  if (!first) return std::unexpected(first.error());
  auto tools = FetchTools::open(options);
  if (!tools) return std::unexpected(tools.error());
  FetchedPage page;
  Url url = *first;
  for (int hop = 0; hop <= kTestRedirectsMax; ++hop) {
    page = {.url = std::string(url.href())};
    const auto addresses = addresses_of(*tools, options, url, page);
    if (addresses.empty()) return page;
    const auto connection = tools->web->connect();
    auto answer =
        tools->wait<WebAnswer>(options.limits.total + std::chrono::seconds(1), [&](auto done) {
          connection->get({.url = url,
                           .addresses = addresses,
                           .headers = headers_for(spec, options, url.origin() == first->origin()),
                           .limits = options.limits},
                          std::move(done));
        });
    if (!answer) {
      page.problem = "there was no answer in time";
      return page;
    }
    const auto target = warc::find_field(answer->headers, "location");
    if (!is_redirect(answer->status) || !target) {
      take_answer(*std::move(answer), options, page);
      return page;
    }
    auto next = Url::parse(*target, url);
    if (!next || !next->is_http()) {
      page.problem = "it redirects to what is no web address";
      return page;
    }
    url = *std::move(next);
  }
  page.problem = fmt::format("it redirects more than {} times", kTestRedirectsMax);
  return page;
}

}  // namespace freshet
