#include "crawl/visit/robots_gate.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/stored_time.h"
#include "crawl/robots_answer.h"
#include "robots/robots_access.h"
#include "url/normal_form.h"

namespace freshet {

RobotsGate::Access RobotsGate::access(const Url& url, Time now) const {
  if (!plan_.obey.robots_txt) return Access::allowed;
  const auto known = origins_.find(url.origin());
  if (known == origins_.end() || !is_recent(known->second.read, now, kRobotsAgeMax))
    return Access::ask;
  if (!known->second.is_reachable) return Access::unreachable;
  return known->second.rules.allows(path_to_match(url.href())) ? Access::allowed
                                                               : Access::forbidden;
}

void RobotsGate::set(const FetchRobots& file, const RobotsRules& rules, Time read) {
  for (const std::string& origin : file.origins) {
    origins_.insert_or_assign(origin, Origin{.rules = rules, .read = read});
    down_.erase(origin);
  }
}

RobotsGate::Outcome RobotsGate::on_answer(const FetchRobots& file, const Url& url,
                                          const warc::HttpHead& head, std::string_view body,
                                          Time read) {
  const auto allow_all = [&]() -> Outcome {
    set(file, RobotsRules::allow_all(), read);
    return Rules{};
  };
  switch (robots_access({.status = head.status, .redirects_followed = file.redirects})) {
    case RobotsAccess::read_body: {
      const auto readable = read_robots_body(head, body);
      if (!readable) return Unreadable{readable.error().message};
      const RobotsTxt text = RobotsTxt::parse(*readable, plan_.robots);
      const RobotsRules rules = text.rules_for(plan_.agent);
      set(file, rules, read);
      return Rules{.crawl_delay = rules.crawl_delay(), .sitemaps = text.sitemaps()};
    }
    case RobotsAccess::follow_redirect: {
      const auto location = head.find("Location");
      if (!location) return allow_all();
      auto target = Url::parse(*location, url);
      if (!target || !target->is_http()) return allow_all();
      return Redirect{*std::move(target)};
    }
    case RobotsAccess::allow_all:
      return allow_all();
    case RobotsAccess::keep_copy:  // the request had no condition, so there is no copy to keep
    case RobotsAccess::disallow_all:
      break;
  }
  return Unreadable{fmt::format("status {}", head.status)};
}

bool RobotsGate::on_unreachable(const FetchRobots& file, Time now) {
  Time& since = down_.try_emplace(file.origins.front(), now).first->second;
  since = std::min(since, now);
  const auto unreachable_for = std::chrono::duration_cast<std::chrono::seconds>(now - since);
  if (robots_access({.unreachable_for = unreachable_for}) != RobotsAccess::allow_all) return false;
  set(file, RobotsRules::allow_all(), now);
  return true;
}

void RobotsGate::close(const FetchRobots& file, Time now) {
  for (const std::string& origin : file.origins)
    origins_.insert_or_assign(
        origin, Origin{.rules = RobotsRules::disallow_all(), .is_reachable = false, .read = now});
}

void RobotsGate::forbid_all(const FetchRobots& file, Time now) {
  set(file, RobotsRules::disallow_all(), now);
}

std::optional<Errand> robots_errand(const std::string& origin) {
  auto url = Url::parse(origin + "/robots.txt");
  if (!url) return std::nullopt;
  std::string text(url->href());
  return Errand{.task = FetchRobots{.origins = {origin}},
                .url = *std::move(url),
                .url_text = std::move(text)};
}

Errand redirected_robots(const Errand& from, const Url& target) {
  Errand next = from;
  FetchRobots& file = *next.robots();
  ++file.redirects;
  file.addresses.clear();
  file.waiting_since.reset();
  next.url = without_credentials(target);
  next.url_text = std::string(next.url.href_without_fragment());
  if (target.path() == "/robots.txt" && !target.query()) file.origins.push_back(target.origin());
  return next;
}

}  // namespace freshet
