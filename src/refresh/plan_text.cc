#include "refresh/plan_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "refresh/recheck_queue.h"
#include "refresh/scheduled_pages.h"

namespace freshet {

std::string reason_text(const PageOutlook& outlook) {
  return fmt::format("{} checks, {} changes; {:.3g} changes a day (between {:.3g} and {:.3g}); {}",
                     outlook.checks, outlook.changes, outlook.changes_per_day,
                     outlook.changes_per_day_low, outlook.changes_per_day_high,
                     !outlook.planned ? "not worth a check within this budget"
                     : outlook.planned_for == CheckReason::explored
                         ? "its turn comes though others are worth more"
                         : "worth a check then");
}

std::vector<PlannedPage> list_plan(const ScheduledPages& pages, const RecheckQueue& rechecks,
                                   Time now, std::size_t count_max) {
  const PageRegistry& registry = pages.registry();
  std::vector<PlannedPage> planned;
  for (const PlannedCheck& check : pages.policy().plan(now)) {
    if (planned.size() == count_max) break;
    const PageIndex page = registry.page_of(check.page);
    planned.push_back({.url = registry[page].url,
                       .at = check.at,
                       .reason = check.reason,
                       .outlook = pages.policy().outlook(check.page, now),
                       .baskets = pages.baskets().words(page).value_or("")});
  }
  std::size_t listed = 0;
  for (const auto& [at, page] : rechecks.pages()) {
    if (listed == count_max) break;
    if (pages.is_scheduled(page) || registry[page].is_chosen) continue;
    planned.push_back({.url = registry[page].url,
                       .at = std::max(at, now),
                       .reason = CheckReason::gone,
                       .misses = registry[page].life.misses});
    ++listed;
  }
  std::ranges::stable_sort(planned, {}, &PlannedPage::at);
  if (planned.size() > count_max) planned.resize(count_max);
  return planned;
}

}  // namespace freshet
