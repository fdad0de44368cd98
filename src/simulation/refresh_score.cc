#include "simulation/refresh_score.h"

#include <algorithm>
#include <utility>

#include "practice/change_process.h"
#include "schedule/plain_policies.h"
#include "url/url.h"

namespace freshet {
namespace {

double days(Duration duration) { return std::chrono::duration<double>(duration).count() / 86400; }

Duration from_days(double count) { return Duration(static_cast<std::int64_t>(count * 86400e6)); }

// The part of a stretch of time in which the page can be fetched.
Duration reachable(const PageTruth& page, Time from, Time until) {
  Duration time = std::max(until - from, Duration::zero());
  for (const Stretch& away : page.away)
    time -= std::max(std::min(away.until, until) - std::max(away.from, from), Duration::zero());
  return time;
}

Duration fresh_time(const PageTruth& page, Time from, Time until) {
  Duration fresh{};
  for (std::size_t i = 0; i < page.copies.size(); ++i) {
    const Time begin = std::max(page.copies[i], from);
    Time end = i + 1 < page.copies.size() ? std::min(page.copies[i + 1], until) : until;
    const auto change = std::upper_bound(page.changes.begin(), page.changes.end(), page.copies[i]);
    if (change != page.changes.end()) end = std::min(end, *change);
    if (end > begin) fresh += reachable(page, begin, end);
  }
  return fresh;
}

}  // namespace

double freshness(const PageTruth& page, Time from, Time until) {
  const Duration time = reachable(page, from, until);
  return time == Duration::zero() ? 0 : days(fresh_time(page, from, until)) / days(time);
}

double mean_freshness(const std::vector<PageTruth>& pages, Time from, Time until) {
  double fresh = 0;
  double all = 0;
  for (const PageTruth& page : pages) {
    fresh += days(fresh_time(page, from, until));
    all += days(reachable(page, from, until));
  }
  return all == 0 ? 0 : fresh / all;
}

double daily_freshness(const std::vector<PageTruth>& pages, Time from, int first, int last) {
  constexpr Duration kMoment = std::chrono::seconds(1);
  const auto is_fresh = [](const PageTruth& page, Time at) {
    const auto copy = std::upper_bound(page.copies.begin(), page.copies.end(), at);
    if (copy == page.copies.begin()) return false;
    const auto change =
        std::upper_bound(page.changes.begin(), page.changes.end(), *std::prev(copy));
    return change == page.changes.end() || *change > at;
  };
  double fresh = 0;
  for (int day = first; day <= last; ++day) {
    const Time begin = from + std::chrono::days(day) + kMoment;
    const Time end = from + std::chrono::days(day + 1) - kMoment;
    for (const PageTruth& page : pages)
      fresh += (is_fresh(page, begin) ? 0.5 : 0) + (is_fresh(page, end) ? 0.5 : 0);
  }
  return fresh / static_cast<double>(pages.size()) / (last - first + 1);
}

double uniform_freshness(std::vector<PageTruth> pages, double checks_per_day, Time from,
                         Time until) {
  const double interval = static_cast<double>(pages.size()) / checks_per_day;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    pages[i].copies = {from};
    const double first = interval * static_cast<double>(i) / static_cast<double>(pages.size());
    for (double at = first; at <= days(until - from); at += interval)
      if (!is_in(pages[i].away, from + from_days(at)))
        pages[i].copies.push_back(from + from_days(at));
  }
  return mean_freshness(pages, from, until);
}

double oracle_freshness(std::vector<PageTruth> pages, double checks_per_day, Time from, Time until,
                        Duration round) {
  for (PageTruth& page : pages) page.copies = {from};
  double saved = 0;
  std::vector<std::pair<double, std::size_t>> worth(pages.size());
  for (Time now = from + round; now < until; now += round) {
    saved += checks_per_day * days(round);
    const auto count = std::min(static_cast<std::size_t>(saved), pages.size());
    saved -= static_cast<double>(count);
    for (std::size_t i = 0; i < pages.size(); ++i) {
      const bool is_away = is_in(pages[i].away, now);
      worth[i] = {is_away ? 0 : check_worth(pages[i].rate, days(now - pages[i].copies.back())), i};
    }
    std::partial_sort(worth.begin(), worth.begin() + static_cast<std::ptrdiff_t>(count),
                      worth.end(), std::greater<>());
    for (std::size_t k = 0; k < count && worth[k].first > 0; ++k)
      pages[worth[k].second].copies.push_back(now);
  }
  return mean_freshness(pages, from, until);
}

std::vector<PageTruth> page_truths(const World& world, const std::map<std::string, Time>& copies,
                                   Time until, const HostTrouble* trouble) {
  std::vector<PageTruth> pages;
  for (const auto& [text, copied] : copies) {
    const auto url = Url::parse(text);
    const auto host = url ? world.hosts().by_name(std::string(url->hostname())) : std::nullopt;
    if (!host) continue;
    const Site site(world.plan(), *host);
    std::string target(url->path());
    if (const auto query = url->query()) target.append("?").append(*query);
    const auto page = site.find(target);
    const bool is_fixed =
        page && (page->kind == SitePageKind::duplicate || page->kind == SitePageKind::missing ||
                 page->kind == SitePageKind::gone);
    if (!page || is_fixed) continue;
    pages.push_back(
        {.url = text,
         .has_right_validator = world.has_right_validator(*host, *page),
         .rate = changes_per_day(world.plan(), host->number, page->number),
         .changes = change_times(world.plan(), host->number, page->number, until),
         .copies = {copied},
         .away = trouble != nullptr ? trouble->away(host->name) : std::vector<Stretch>{}});
  }
  return pages;
}

}  // namespace freshet
