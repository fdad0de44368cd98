#include "app/plan.h"

#include <utility>

#include "app/refresh_words.h"
#include "base/json.h"

namespace freshet {

Result<CheckPlan> plan_checks(ArchiveSession& session, const PlanRequest& request) {
  const auto now = session.reference_time();
  if (!now) return std::unexpected(now.error());
  const auto planner = session.planner();
  if (!planner) return std::unexpected(planner.error());
  CheckPlan plan{.checks = (*planner)->plan(*now, request.checks_max),
                 .view = (*planner)->view(*now)};
  std::erase_if(plan.checks,
                [&](const PlannedPage& check) { return check.at > *now + request.within; });
  return plan;
}

std::string to_json(const PlannedPage& check) {
  JsonWriter json;
  json.begin_object().key("url").value(check.url).key("at").value(iso_time(check.at));
  json.key("reason").value(reason_word(check.reason));
  if (check.reason == CheckReason::gone)
    return json.key("misses").value(check.misses).end_object().take();
  const PageOutlook& outlook = check.outlook;
  json.key("rate").value(outlook.changes_per_day);
  json.key("rate_low").value(outlook.changes_per_day_low);
  json.key("rate_high").value(outlook.changes_per_day_high);
  json.key("stale").value(outlook.stale_probability);
  json.key("worth").value(outlook.index).key("price").value(outlook.price);
  json.key("checks").value(outlook.checks).key("changes").value(outlook.changes);
  json.key("checked").value(iso_time(outlook.last_check));
  if (!check.baskets.empty()) json.key("baskets").value(check.baskets);
  return json.end_object().take();
}

}  // namespace freshet
