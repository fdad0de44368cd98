#include "cli/refresh_settings.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "cli/setting_kinds.h"
#include "url/url.h"

namespace freshet {
namespace {

constexpr std::int64_t kManyChecks = 1'000'000'000;
constexpr double kDaySeconds = 86'400;

std::uint64_t or_unlimited(std::int64_t limit) {
  return limit > 0 ? static_cast<std::uint64_t>(limit) : kUnlimited;
}

double hours_of(Duration time) {
  return std::chrono::duration<double, std::chrono::hours::period>(time).count();
}

bool is_basket_pattern(std::string_view text) {
  if (text.ends_with('*')) text.remove_suffix(1);
  const auto url = Url::parse(text);
  return url && (url->scheme() == "https" || url->scheme() == "http");
}

bool is_name(std::string_view text) { return !text.empty(); }

bool is_time(std::string_view text) { return parse_duration(text).has_value(); }

}  // namespace

PlannerOptions RefreshSettings::options(std::size_t pages) const {
  PlannerOptions options = planner;
  RollingBudgetOptions& budget = options.policy.budget;
  if (checks_per_day > 0) {
    budget.checks_per_day = static_cast<std::uint64_t>(checks_per_day);
  } else {
    const double days = std::max(std::chrono::duration<double>(every).count() / kDaySeconds, 1e-6);
    budget.checks_per_day =
        static_cast<std::uint64_t>(std::max(1.0, std::ceil(static_cast<double>(pages) / days)));
  }
  budget.bytes_per_day = or_unlimited(bytes_per_day);
  budget.requests_per_host = or_unlimited(requests_per_host);
  budget.site_share_max = static_cast<double>(site_percent) / 100;
  options.baskets.adds_to_budget = checks_per_day == 0;
  options.baskets.baskets = baskets();
  return options;
}

BasketOptions RefreshSettings::baskets() const {
  BasketOptions options = planner.baskets.baskets;
  options.hours_min = hours_of(watch_first);
  options.hours_max = hours_of(watch_detection);
  options.loop_hours.clear();
  for (const std::string& loop : watch_baskets)
    options.loop_hours.push_back(hours_of(parse_duration(loop).value_or(Duration{})));
  return options;
}

namespace {

std::vector<Setting> declare_basket_settings(const std::vector<std::string_view>& commands) {
  return {
      whole(list({"refresh.watch",
                  "Pages in baskets mode, polled before all others; a * at the end of a URL "
                  "matches any rest",
                  "--watch", commands},
                 "a list of URLs that begin with https:// or http://", is_basket_pattern,
                 [](auto& s) -> auto& { return s.refresh.watch; })),
      duration({"refresh.watch_first",
                "Time until a page in baskets mode is first polled; each later poll is 1.5 times "
                "as far"},
               [](auto& s) -> auto& { return s.refresh.watch_first; }),
      duration({"refresh.watch_detection",
                "Time within which the polls that find the basket of a page end"},
               [](auto& s) -> auto& { return s.refresh.watch_detection; }),
      list({"refresh.watch_baskets", "Polling interval of each basket"},
           "a list of times such as 4h", is_time,
           [](auto& s) -> auto& { return s.refresh.watch_baskets; }),
      integer(
          {"refresh.watch_again",
           "Consecutive polls that contradict its basket before a page is detected again; 0: "
           "never"},
          0, 1000,
          [](auto& s) -> auto& { return s.refresh.planner.baskets.baskets.contradictions_max; }),
  };
}

}  // namespace

std::vector<Setting> declare_refresh_settings() {
  const std::vector<std::string_view> both = {"refresh", "plan", "serve"};
  std::vector<Setting> settings = {
      duration(
          {"refresh.every",
           "Average time between checks of a page; pages that change often are checked more often",
           "--every", both},
          [](auto& s) -> auto& { return s.refresh.every; }),
      integer({"refresh.checks",
               "Checks per day over all pages, in place of refresh.every; 0: use refresh.every",
               "--checks", both},
              0, kManyChecks, [](auto& s) -> auto& { return s.refresh.checks_per_day; }),
      text({"refresh.policy", "Refresh policy; freshet simulate compares all of them", "--policy",
            both},
           "the name of a refresh policy", is_name,
           [](auto& s) -> auto& { return s.refresh.planner.policy_name; }),
      byte_count({"refresh.bytes", "Bytes of answers per day; 0: no limit", "--bytes", both},
                 [](auto& s) -> auto& { return s.refresh.bytes_per_day; }),
      integer({"refresh.host_requests", "Checks of one host per day; 0: no limit",
               "--host-requests", both},
              0, kManyChecks, [](auto& s) -> auto& { return s.refresh.requests_per_host; }),
      duration(
          {"refresh.interval", "Shortest time between two checks of a page", "--interval", both},
          [](auto& s) -> auto& { return s.refresh.planner.policy.interval_min; }),
      integer({"refresh.site_percent",
               "Largest share of all checks that one site may take, in percent; a site with many "
               "pages may take twice its share of the pages"},
              1, 100, [](auto& s) -> auto& { return s.refresh.site_percent; }),
      duration({"refresh.round",
                "Interval at which checks are chosen, so that those of a host come together"},
               [](auto& s) -> auto& { return s.refresh.planner.round; }),
      duration({"refresh.sitemaps",
                "Interval at which the sitemaps of a host are read for changes; 0s: never"},
               [](auto& s) -> auto& { return s.refresh.planner.sitemaps_every; }),
      integer({"refresh.new_pages", "New pages of a host that one visit fetches"}, 0, kManyChecks,
              [](auto& s) -> auto& { return s.crawl.plan.limits.new_pages; }),
      duration({"refresh.gone_first",
                "Time until a missing page is first re-checked; doubled each time"},
               [](auto& s) -> auto& { return s.refresh.planner.gone.first; }),
      duration({"refresh.gone_last", "Longest interval between re-checks of a missing page"},
               [](auto& s) -> auto& { return s.refresh.planner.gone.longest; }),
      integer({"refresh.gone_looks", "Re-checks in vain after which a missing page is given up"}, 0,
              1000, [](auto& s) -> auto& { return s.refresh.planner.gone.checks_max; }),
      duration({"refresh.for", "Time after which a run stops; 0s: never", "--for", {"refresh"}},
               [](auto& s) -> auto& { return s.refresh.time; }),
  };
  for (Setting& setting : declare_basket_settings(both)) settings.push_back(std::move(setting));
  return settings;
}

}  // namespace freshet
