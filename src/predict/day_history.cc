#include "predict/day_history.h"

#include <algorithm>
#include <unordered_map>

#include "base/check.h"
#include "predict/rate.h"

namespace freshet {
namespace {

constexpr std::int64_t kDaySeconds = 86'400;

std::int64_t day_of(std::int64_t at, std::int64_t t0) {
  const std::int64_t since = at - t0;
  return since >= 0 ? since / kDaySeconds : -((-since + kDaySeconds - 1) / kDaySeconds);
}

}  // namespace

DayHistory count_in_days(const ChangeHistory& history, CountedChanges counted) {
  DayHistory days;
  std::unordered_map<std::string, std::uint32_t> numbers;
  days.pages.reserve(history.pages.size());
  for (const HistoryPage& page : history.pages) {
    const auto [found, is_new] =
        numbers.emplace(page.site, static_cast<std::uint32_t>(days.sites.size()));
    if (is_new) days.sites.push_back(page.site);
    days.features.push_back(page.features);
    DayPage& day_page = days.pages.emplace_back();
    day_page.site = found->second;
    day_page.first_day = static_cast<std::int16_t>(
        std::clamp<std::int64_t>(day_of(page.first_seen, page.t0), 0, kHistoryDays - 1));
    day_page.end_day = static_cast<std::int16_t>(
        std::clamp<std::int64_t>(day_of(page.last_alive, page.t0), 1, kHistoryDays));
  }
  for (const HistoryChange& change : history.changes) {
    if (counted == CountedChanges::content && change.d_text < kContentDistanceMin) continue;
    DayPage& page = days.pages[change.page];
    const std::int64_t day = day_of(change.at, history.pages[change.page].t0);
    if (day > page.first_day && day < page.end_day)
      page.changes.push_back(static_cast<std::int16_t>(day));
  }
  for (DayPage& page : days.pages) {
    std::ranges::sort(page.changes);
    page.changes.erase(std::ranges::unique(page.changes).begin(), page.changes.end());
  }
  return days;
}

double true_rate(const DayPage& page) {
  const auto n = static_cast<std::uint64_t>(std::max(page.days(), 0));
  return std::max(even_rate(n, std::min<std::uint64_t>(page.changes.size(), n)), kRateFloor);
}

DayHistory select_pages(const DayHistory& history, const std::vector<bool>& keeps) {
  require(keeps.size() == history.pages.size(), "each page is kept or not");
  DayHistory kept{history.sites, {}};
  for (std::size_t page = 0; page < history.pages.size(); ++page) {
    if (!keeps[page]) continue;
    kept.pages.push_back(history.pages[page]);
    if (!history.features.empty()) kept.features.push_back(history.features[page]);
  }
  return kept;
}

DayHistory select_sites(const DayHistory& history, const std::vector<bool>& keeps,
                        std::vector<std::uint32_t>* numbers) {
  require(keeps.size() == history.sites.size(), "each site is kept or not");
  DayHistory kept;
  std::vector<std::uint32_t> site_numbers(history.sites.size());
  for (std::size_t site = 0; site < history.sites.size(); ++site) {
    if (!keeps[site]) continue;
    site_numbers[site] = static_cast<std::uint32_t>(kept.sites.size());
    kept.sites.push_back(history.sites[site]);
  }
  for (std::size_t page = 0; page < history.pages.size(); ++page) {
    if (!keeps[history.pages[page].site]) continue;
    kept.pages.push_back(history.pages[page]);
    kept.pages.back().site = site_numbers[history.pages[page].site];
    if (!history.features.empty()) kept.features.push_back(history.features[page]);
    if (numbers) numbers->push_back(static_cast<std::uint32_t>(page));
  }
  return kept;
}

}  // namespace freshet
