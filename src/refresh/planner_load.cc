// A planner from what the catalog knows.
#include <algorithm>
#include <functional>
#include <utility>

#include "base/hash.h"
#include "predict/basket_forest.h"
#include "refresh/evidence.h"
#include "refresh/planner.h"
#include "refresh/remembered_priors.h"
#include "web/http_date.h"

namespace freshet {
namespace {

constexpr std::size_t kPollsReadMax = 100'000;  // of one page, the last ones

bool is_page_mime(std::string_view mime) {
  return mime == "text/html" || mime == "application/xhtml+xml";
}

// Visits pages with a belief, and pages of archives that were made without.
Status each_known_page(
    Catalog& catalog,
    const std::function<void(const PageRow&, const std::optional<PageBelief>&)>& visit) {
  Status failed;
  const Status read = catalog.each_page(std::nullopt, [&](const PageRow& row) {
    if (!row.key.host) return true;
    const auto belief = catalog.find_belief(row.key);
    if (!belief) {
      failed = std::unexpected(belief.error());
      return false;
    }
    if (!*belief) {
      const auto newest = catalog.nearest(row.id, Time::max());
      if (!newest || !*newest || (*newest)->status != 200 || !is_page_mime((*newest)->mime))
        return true;
    }
    visit(row, *belief);
    return true;
  });
  return failed ? read : failed;
}

}  // namespace

Result<std::size_t> watched_pages(Catalog& catalog) {
  std::size_t count = 0;
  const Status read =
      each_known_page(catalog, [&](const PageRow&, const std::optional<PageBelief>& belief) {
        if (!belief || belief->state == PageState::watched) ++count;
      });
  if (!read) return std::unexpected(read.error());
  return count;
}

Result<std::unique_ptr<Planner>> Planner::load(Catalog& catalog, const FirstSight& first_sight,
                                               const RateWeights& prior,
                                               const PlannerOptions& options, Time now) {
  BasketClassifier classify;
  if (!options.baskets.urls.empty()) {
    auto made = made_basket_classifier(options.baskets.baskets);
    if (!made) return std::unexpected(made.error());
    classify = *std::move(made);
  }
  std::unique_ptr<Planner> planner(new Planner(first_sight, prior, options, std::move(classify)));
  if (auto loaded = planner->load_pages(catalog); !loaded) return std::unexpected(loaded.error());
  if (auto loaded = planner->load_checks(catalog); !loaded) return std::unexpected(loaded.error());
  if (auto loaded = planner->load_polls(catalog, now); !loaded)
    return std::unexpected(loaded.error());
  planner->next_moment_ = now;
  return planner;
}

Status Planner::load_pages(Catalog& catalog) {
  const RememberedPriors remembered(first_sight_);
  return each_known_page(catalog, [&](const PageRow& row, const std::optional<PageBelief>& belief) {
    const std::uint32_t page = page_index(row.key);
    if (belief && belief->state != PageState::watched) {
      pages_[page].misses = belief->misses;
      if (belief->next_check) gone_.emplace(*belief->next_check, page);
      return;
    }
    const auto modified = parse_http_date(row.last_modified);
    const auto told = modified ? told_change(*modified, row.first_seen) : std::nullopt;
    RateWeights prior = prior_;
    if (belief && belief->first_group > 0) prior = remembered.about(belief->first_rate);
    if (told) prior = with_age(prior, row.first_seen - *told);
    watch(page, row.first_seen, &prior, belief ? belief->weight : 1);
    pages_[page].has_age = told.has_value();
    if (belief && belief->misses > 0) pages_[page].misses = belief->misses;
  });
}

// By time, as the policy wants them.
Status Planner::load_checks(Catalog& catalog) {
  std::vector<LiveCheck> rows;
  const Status read = catalog.each_check([&](const PageCheck& check) {
    const auto page = by_url_.find(hash64(check.page.url));
    if (page == by_url_.end() || !pages_[page->second].number) return true;
    if (check.outcome == CheckOutcome::gone || check.outcome == CheckOutcome::back) return true;
    if (check.outcome != CheckOutcome::failed) pages_[page->second].seen = check.time;
    rows.push_back({.page = *pages_[page->second].number,
                    .at = check.time,
                    .outcome = live_outcome(check.outcome, check.status == 304)});
    return true;
  });
  if (!read) return read;
  std::stable_sort(rows.begin(), rows.end(),
                   [](const LiveCheck& a, const LiveCheck& b) { return a.at < b.at; });
  for (const LiveCheck& row : rows) policy_.restore(row);
  return {};
}

// What the polls of pages in baskets mode saw. A page that was never polled begins with its copy if
// that is new enough for the first poll, or else with the next check.
Status Planner::load_polls(Catalog& catalog, Time now) {
  const auto fresh =
      std::chrono::duration<double, std::chrono::hours::period>(basket_rules_.options.hours_min);
  for (auto& [page, watched] : watched_) {
    const Page& known = pages_[page];
    const auto checks =
        catalog.checks({.host = hosts_[known.host].host, .url = known.url}, kPollsReadMax);
    if (!checks) return std::unexpected(checks.error());
    BasketWatch& basket = watched.basket;
    for (const PageCheck& check : *checks) {
      if (check.outcome == CheckOutcome::back)
        basket = BasketWatch(check.time);
      else if (const auto record = poll_of(check.stages))
        basket.restore(check.time, *record, basket_rules_);
      else if (check.outcome == CheckOutcome::changed && basket.has_polls())
        basket.disturb(check.time);
    }
    if (!basket.has_polls())
      basket = now - known.seen < fresh ? BasketWatch(known.seen) : BasketWatch();
    appoint(page);
  }
  return {};
}

}  // namespace freshet
