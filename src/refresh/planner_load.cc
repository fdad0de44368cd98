// Loads a planner from the catalog, with a few statements for any number of pages.
#include <utility>

#include "predict/basket_forest.h"
#include "refresh/history_replay.h"
#include "refresh/planner.h"
#include "schedule/policy_registry.h"

namespace freshet {
namespace {

Status load_history(Catalog& catalog, HistoryReplay& replay) {
  const auto moment = catalog.hold_moment();
  if (!moment) return std::unexpected(moment.error());
  Status read = catalog.each_page_with_belief([&](const PageWithBelief& page) {
    if (page.page.key.host && is_checked(page)) replay.add_page(page);
    return true;
  });
  if (!read) return read;
  read = catalog.each_check([&](const PageCheck& check) {
    replay.add_check(check);
    return true;
  });
  if (!read) return read;
  replay.run();
  const std::vector<PageId> polled = replay.polled_pages();
  if (!polled.empty())
    read = catalog.each_check_of(polled, [&](const PageCheck& check) {
      replay.add_poll(check);
      return true;
    });
  replay.end();
  return read;
}

}  // namespace

Result<std::size_t> count_scheduled_pages(Catalog& catalog) {
  std::size_t count = 0;
  const Status read = catalog.each_page_with_belief([&](const PageWithBelief& page) {
    if (page.page.key.host && is_checked(page) && !is_requisite(page) &&
        !life_of(page.belief).is_missing())
      ++count;
    return true;
  });
  if (!read) return std::unexpected(read.error());
  return count;
}

Result<std::unique_ptr<Planner>> Planner::load(Catalog& catalog, const FirstSight& first_sight,
                                               const RateWeights& prior,
                                               const PlannerOptions& options, Time now) {
  if (const auto policy = find_policy(options.policy_name); !policy)
    return std::unexpected(policy.error());
  BasketClassifier classify;
  if (!options.baskets.urls.empty()) {
    auto made = made_basket_classifier(options.baskets.baskets);
    if (!made) return std::unexpected(made.error());
    classify = *std::move(made);
  }
  std::unique_ptr<Planner> planner(new Planner(first_sight, prior, options, std::move(classify)));
  HistoryReplay replay(planner->pages_, planner->rechecks_, now);
  if (const Status loaded = load_history(catalog, replay); !loaded)
    return std::unexpected(loaded.error());
  planner->next_moment_ = now;
  return planner;
}

}  // namespace freshet
