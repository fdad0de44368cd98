#include "practice/practice_web.h"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "base/hash.h"
#include "practice/chance.h"
#include "practice/exchange.h"
#include "url/host.h"

namespace freshet {

namespace {

constexpr Duration kSilentResolver = std::chrono::seconds(10);  // time-out of a query

Duration latency_of(const WorldPlan& plan, std::string_view name) {
  const auto max = static_cast<std::uint64_t>(
      std::max<std::int64_t>(std::chrono::duration_cast<Duration>(plan.latency_max).count(), 1));
  return Duration(
      static_cast<Duration::rep>(1 + chance(plan.seed, ChanceOf::latency, {hash64(name)}) % max));
}

std::string target_of(const Url& url) {
  std::string target(url.path());
  if (const auto query = url.query()) target.append("?").append(*query);
  return target;
}

std::string request_head(const WebRequest& request) {
  std::string head = fmt::format("{} {} HTTP/1.1\r\nHost: {}", request.is_head ? "HEAD" : "GET",
                                 target_of(request.url), request.url.hostname());
  if (request.url.port()) head += fmt::format(":{}", *request.url.port());
  head += "\r\n";
  for (const warc::Field& field : request.headers)
    head.append(field.name).append(": ").append(field.value).append("\r\n");
  return head + "\r\n";
}

bool is_practice_address(const IpAddress& address) {
  static const Network v4 = *Network::parse(kPracticeNetworkV4);
  static const Network v6 = *Network::parse(kPracticeNetworkV6);
  return v4.contains(address) || v6.contains(address);
}

// Returns the time after which an injected failure is noticed.
Duration time_to_notice(WebFailure failure, const FetchLimits& limits, Duration latency) {
  if (failure == WebFailure::timeout) return std::min(limits.first_byte, limits.total);
  return latency;
}

}  // namespace

class PracticeWeb::Connection final : public WebConnection {
 public:
  explicit Connection(PracticeWeb& web) : web_(web) {}

  void get(WebRequest request, std::function<void(WebAnswer)> done) override {
    const Tick start = web_.events_.tick();
    const std::string ip = request.addresses.empty() ? "" : request.addresses.front().text();
    WebAnswer answer = answer_to(request);
    answer.ip = answer.failure == WebFailure::none ? ip : "";
    answer.request_head = request_head(request);
    const Tick end = start + answer.took;
    const std::size_t line = web_.log_->size();
    if (web_.options_.keeps_log) {
      const auto host = Host::of(request.url);
      web_.log_->push_back({.url = std::string(request.url.href_without_fragment()),
                            .host = host ? std::string(host->key()) : "",
                            .address = ip,
                            .is_head = request.is_head,
                            .status = answer.status,
                            .start = start});
    }
    ++*web_.requests_;
    web_.events_.at(end, [alive = std::weak_ptr(alive_), log = web_.log_, line, end,
                          answer = std::move(answer), done = std::move(done)]() mutable {
      if (line < log->size()) (*log)[line].end = end;
      if (!alive.expired()) done(std::move(answer));
    });
  }

 private:
  WebAnswer answer_to(const WebRequest& request) {
    const WorldPlan& plan = web_.world_.plan();
    const bool is_tls = request.url.scheme() == "https";
    const Duration latency = latency_of(plan, request.url.hostname());
    if (web_.options_.fault) {
      if (const auto failure = web_.options_.fault(request)) {
        kept_.reset();
        return failed(*failure, time_to_notice(*failure, request.limits, latency), "by chance");
      }
    }
    if (request.addresses.empty() || !is_practice_address(request.addresses.front())) {
      kept_.reset();
      return failed(WebFailure::unreachable, request.limits.connect, "no route to the address");
    }
    if (request.url.effective_port() != (is_tls ? plan.https_port : plan.http_port)) {
      kept_.reset();
      return failed(WebFailure::refused, latency, "nobody listens at this port");
    }
    const Place place{request.addresses.front(), is_tls};
    const Duration connect = kept_ == place ? Duration::zero() : latency * (is_tls ? 2 : 1);
    const PracticeRequest asked{.is_tls = is_tls,
                                .host = std::string(request.url.hostname()),
                                .target = target_of(request.url),
                                .headers = request.headers,
                                .address = place.first};
    PracticeAnswer said = web_.world_.answer(asked, web_.clock_.now());
    if (web_.options_.bend) web_.options_.bend(asked, web_.clock_.now(), said);
    Exchange made = exchange(std::move(said), request, connect, latency);
    kept_ = made.is_kept ? std::optional(place) : std::nullopt;
    return std::move(made.answer);
  }

  using Place = std::pair<IpAddress, bool>;  // address, and true for TLS

  PracticeWeb& web_;
  std::optional<Place> kept_;
  std::shared_ptr<int> alive_ = std::make_shared<int>(0);  // expires with the connection
};

PracticeWeb::PracticeWeb(const World& world, Events& events, Clock& clock,
                         PracticeWebOptions options)
    : world_(world),
      events_(events),
      clock_(clock),
      options_(std::move(options)),
      log_(std::make_shared<std::vector<PracticeLogLine>>()),
      requests_(std::make_shared<std::uint64_t>(0)) {}

PracticeWeb::~PracticeWeb() = default;

std::unique_ptr<WebConnection> PracticeWeb::connect() {
  return std::make_unique<Connection>(*this);
}

void PracticeResolver::resolve(const std::string& name, bool wants_name_servers,
                               std::function<void(Resolved)> done) {
  Duration delay = latency_of(world_.plan(), name);
  Resolved resolved;
  if (const auto address = IpAddress::parse(name)) {
    resolved.addresses = {*address};
  } else if (const auto fault = options_.fault ? options_.fault(name) : std::nullopt) {
    resolved.failure = *fault;
    resolved.detail = "by chance";
  } else {
    PracticeName found = world_.look_up(name);
    switch (found.conduct) {
      case PracticeName::Conduct::answers:
        resolved.addresses = std::move(found.addresses);
        if (wants_name_servers) resolved.name_servers = std::move(found.name_servers);
        break;
      case PracticeName::Conduct::no_such_name:
        resolved.failure = ResolveFailure::no_such_name;
        resolved.detail = "the name does not exist";
        break;
      case PracticeName::Conduct::fails:
        resolved.failure = ResolveFailure::unavailable;
        resolved.detail = "the name servers failed";
        break;
      case PracticeName::Conduct::is_silent:
        resolved.failure = ResolveFailure::unavailable;
        resolved.detail = "the name servers did not answer";
        delay = kSilentResolver;
        break;
    }
  }
  events_.after(delay, [resolved = std::move(resolved), done = std::move(done)]() mutable {
    done(std::move(resolved));
  });
}

}  // namespace freshet
