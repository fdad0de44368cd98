#include "monitor/own_fetcher.h"

#include <fmt/format.h>

#include <atomic>
#include <deque>
#include <map>
#include <optional>
#include <thread>
#include <utility>

#include "notify/base64.h"
#include "robots/path_pattern.h"
#include "robots/robots_access.h"
#include "robots/robots_txt.h"
#include "url/host.h"
#include "warc/body.h"
#include "watch/page_part.h"

namespace freshet {
namespace {

std::string content_type_of(const WebAnswer& answer) {
  const auto type = warc::find_field(answer.headers, "Content-Type");
  return type ? std::string(*type) : std::string();
}

std::string body_of(const WebAnswer& answer, std::size_t bytes_max) {
  warc::HttpHead head;
  head.status = answer.status;
  head.fields = answer.headers;
  return warc::decode_body(head, answer.body, bytes_max).bytes;
}

std::vector<warc::Field> headers_of(const WatchRequest& request, const std::string& user_agent) {
  std::vector<warc::Field> headers = {{"User-Agent", user_agent},
                                      {"Accept", "text/html,application/xhtml+xml,*/*;q=0.8"},
                                      {"Accept-Encoding", "gzip, deflate, br"}};
  const auto add = [&](const NameValue& header) {
    std::erase_if(headers, [&](const warc::Field& field) { return field.name == header.name; });
    headers.push_back({header.name, header.value});
  };
  for (const NameValue& header : request.headers) add(header);
  for (const NameValue& header : request.secret_headers) add(header);
  if (!request.user.empty())
    add({"Authorization", "Basic " + encode_base64(request.user + ":" + request.password)});
  return headers;
}

OwnAnswer read_answer(WatchId watch, const WebAnswer& answer) {
  if (answer.failure != WebFailure::none)
    return {.watch = watch,
            .problem = fmt::format("{}: {}", name_of(answer.failure), answer.detail)};
  OwnAnswer read{.watch = watch, .status = answer.status, .content_type = content_type_of(answer)};
  if (answer.truncated != warc::Truncation::none) read.problem = "the answer was cut off";
  if (answer.status >= 300 && answer.status < 400)
    read.problem = fmt::format("the page redirects to another one ({}); watch that", answer.status);
  read.body = body_of(answer, kWatchBytesMax + 1);
  return read;
}

}  // namespace

class OwnFetcher::Loop {
 public:
  Loop(OwnFetcherOptions options, std::function<void(OwnAnswer)> answered,
       std::unique_ptr<EventLoop> events)
      : options_(std::move(options)), answered_(std::move(answered)), events_(std::move(events)) {}

  Status open() {
    options_.web.guard = options_.guard;
    auto web = open_curl_web(*events_, options_.web);
    if (!web) return std::unexpected(web.error());
    web_ = *std::move(web);
    auto resolver = open_ares_resolver(*events_, options_.resolver);
    if (!resolver) return std::unexpected(resolver.error());
    resolver_ = *std::move(resolver);
    thread_ =
        std::thread([this] { events_->run(Tick::max(), [this] { return is_over_.load(); }); });
    return {};
  }

  ~Loop() {
    is_over_ = true;
    events_->post([] {});
    if (thread_.joinable()) thread_.join();
    lines_.clear();
  }

  void fetch(OwnFetch fetch) {
    events_->post([this, fetch = std::move(fetch)]() mutable { enqueue(std::move(fetch)); });
  }

 private:
  // One host: its waiting fetches, and what is known of it.
  struct Line {
    std::deque<OwnFetch> waiting = {};
    bool is_busy = false;
    std::unique_ptr<WebConnection> connection = {};
    std::vector<IpAddress> addresses = {};
    std::optional<RobotsRules> rules = {};
    Tick rules_until{};
  };

  void enqueue(OwnFetch fetch) {
    const auto url = Url::parse(fetch.url);
    const auto host = url ? Host::of(*url) : std::nullopt;
    if (!host) return answered_({.watch = fetch.watch, .problem = "its URL cannot be fetched"});
    std::erase_if(lines_, [&](const auto& entry) {
      return lines_.size() > kHostsMax && !entry.second.is_busy;
    });
    const std::string key(host->key());
    lines_[key].waiting.push_back(std::move(fetch));
    begin(key);
  }

  void begin(const std::string& key) {
    Line& line = lines_[key];
    if (line.is_busy || line.waiting.empty()) return;
    line.is_busy = true;
    const Url url = *Url::parse(line.waiting.front().url);
    resolver_->resolve(std::string(url.hostname()), false, [this, key, url](const Resolved& found) {
      Line& resolved = lines_[key];
      resolved.addresses.clear();
      for (const IpAddress& address : found.addresses)
        if (!options_.guard.refusal(address)) resolved.addresses.push_back(address);
      if (resolved.addresses.empty())
        return end(key, {.problem = found.addresses.empty()
                                        ? fmt::format("its name has no address: {}", found.detail)
                                        : "its address must not be reached"});
      ask_robots(key, url);
    });
  }

  void ask_robots(const std::string& key, const Url& url) {
    const Line& line = lines_[key];
    if (line.rules && events_->tick() < line.rules_until) return ask_page(key, url);
    const auto file = Url::parse(url.origin() + "/robots.txt");
    get(key, *file, headers_of({}, options_.user_agent), false,
        [this, key, url](const WebAnswer& answer) {
          // A server that cannot be reached has no page either.
          if (answer.failure != WebFailure::none) return end(key, read_answer(0, answer));
          note_robots(lines_[key], answer);
          events_->after(options_.pause, [this, key, url] { ask_page(key, url); });
        });
  }

  // A robots.txt that redirects counts as missing, as RFC 9309 allows.
  void note_robots(Line& line, const WebAnswer& answer) {
    const RobotsFetch fetch{.status = answer.status};
    line.rules_until = events_->tick() + kRobotsAgeMax;
    switch (robots_access(fetch)) {
      case RobotsAccess::read_body:
      case RobotsAccess::keep_copy:
        line.rules = RobotsTxt::parse(body_of(answer, kRobotsBytesMax)).rules_for(options_.agent);
        return;
      case RobotsAccess::follow_redirect:
      case RobotsAccess::allow_all:
        line.rules = RobotsRules::allow_all();
        return;
      case RobotsAccess::disallow_all:
        line.rules = RobotsRules::disallow_all();  // rules may exist
        line.rules_until = events_->tick() + kRobotsRetry;
        return;
    }
  }

  void ask_page(const std::string& key, const Url& url) {
    Line& line = lines_[key];
    if (!line.rules->allows(path_to_match(url.href())))
      return end(key, {.problem = "robots.txt forbids the page"});
    const WatchRequest& request = line.waiting.front().request;
    const bool is_head = request.method == "HEAD";
    if (!is_head && request.method != "GET")
      return end(key, {.problem = "only GET and HEAD requests can be sent"});
    get(key, url, headers_of(request, options_.user_agent), is_head,
        [this, key](const WebAnswer& answer) { end(key, read_answer(0, answer)); });
  }

  void get(const std::string& key, const Url& url, std::vector<warc::Field> headers, bool is_head,
           std::function<void(WebAnswer)> done) {
    Line& line = lines_[key];
    if (!line.connection) line.connection = web_->connect();
    WebRequest request{.url = url,
                       .addresses = line.addresses,
                       .headers = std::move(headers),
                       .limits = {},
                       .is_head = is_head};
    request.limits.body_bytes = kWatchBytesMax;
    line.connection->get(std::move(request), std::move(done));
  }

  // Answers the fetch that is first in its line; the next one follows after a pause.
  void end(const std::string& key, OwnAnswer answer) {
    Line& line = lines_[key];
    answer.watch = line.waiting.front().watch;
    line.waiting.pop_front();
    answered_(std::move(answer));
    events_->after(options_.pause, [this, key] {
      lines_[key].is_busy = false;
      begin(key);
    });
  }

  OwnFetcherOptions options_;
  const std::function<void(OwnAnswer)> answered_;
  std::unique_ptr<EventLoop> events_;
  std::unique_ptr<Web> web_;
  std::unique_ptr<Resolver> resolver_;
  std::map<std::string, Line> lines_;  // by key of the host
  std::atomic<bool> is_over_ = false;
  std::thread thread_;
};

OwnFetcher::OwnFetcher(std::unique_ptr<Loop> loop) : loop_(std::move(loop)) {}
OwnFetcher::~OwnFetcher() = default;

Result<std::unique_ptr<OwnFetcher>> OwnFetcher::open(OwnFetcherOptions options,
                                                     std::function<void(OwnAnswer)> answered) {
  auto events = EventLoop::open();
  if (!events) return std::unexpected(events.error());
  auto loop = std::make_unique<Loop>(std::move(options), std::move(answered), *std::move(events));
  if (auto opened = loop->open(); !opened) return std::unexpected(opened.error());
  return std::unique_ptr<OwnFetcher>(new OwnFetcher(std::move(loop)));
}

void OwnFetcher::fetch(OwnFetch fetch) { loop_->fetch(std::move(fetch)); }

}  // namespace freshet
