// A planner from what the catalog knows: it lives through the history of its pages.
#include <algorithm>
#include <functional>
#include <utility>

#include "base/hash.h"
#include "base/stored_time.h"
#include "predict/basket_forest.h"
#include "refresh/planner.h"
#include "store/told_change.h"
#include "warc/http_date.h"

namespace freshet {
namespace {

constexpr Duration kBudgetRemembered = std::chrono::days(1);
// How old a copy is taken to be of which nobody knows.
constexpr Duration kUndatedAge = std::chrono::days(30);
constexpr std::size_t kPollsReadMax = 100'000;  // of one page, the last ones

bool is_page_mime(std::string_view mime) {
  return mime == "text/html" || mime == "application/xhtml+xml";
}

// Such as an archive has of which nobody said what they are for.
bool is_requisite_mime(std::string_view mime) {
  return mime.starts_with("image/") || mime.starts_with("font/") || mime == "text/css" ||
         mime == "text/javascript" || mime == "application/javascript";
}

// Visits pages and requisites with a belief, and those of archives that were made without.
Status each_known_page(
    Catalog& catalog,
    const std::function<void(const PageRow&, const std::optional<PageBelief>&, bool)>& visit) {
  // For the speed of it: a page and its belief without a lock for each.
  const auto moment = catalog.hold_moment();
  if (!moment) return std::unexpected(moment.error());
  Status failed;
  const Status read = catalog.each_page(std::nullopt, [&](const PageRow& row) {
    if (!row.key.host) return true;
    const auto belief = catalog.find_belief(row.key);
    if (!belief) {
      failed = std::unexpected(belief.error());
      return false;
    }
    bool is_requisite = *belief && (*belief)->is_requisite();
    if (!*belief) {
      const auto newest = catalog.nearest(row.id, Time::max());
      if (!newest || !*newest || (*newest)->status != 200) return true;
      is_requisite = is_requisite_mime((*newest)->mime);
      if (!is_requisite && !is_page_mime((*newest)->mime)) return true;
    }
    visit(row, *belief, is_requisite);
    return true;
  });
  return failed ? read : failed;
}

}  // namespace

Result<std::size_t> watched_pages(Catalog& catalog) {
  std::size_t count = 0;
  const Status read = each_known_page(
      catalog, [&](const PageRow&, const std::optional<PageBelief>& belief, bool is_requisite) {
        if (!is_requisite && (!belief || belief->state == PageState::watched)) ++count;
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
  Past past;
  if (auto loaded = planner->load_pages(catalog, past); !loaded)
    return std::unexpected(loaded.error());
  if (auto loaded = planner->load_checks(catalog, past, now); !loaded)
    return std::unexpected(loaded.error());
  planner->live_through(past, now);
  if (auto loaded = planner->load_polls(catalog, now); !loaded)
    return std::unexpected(loaded.error());
  planner->next_moment_ = now;
  return planner;
}

Status Planner::load_pages(Catalog& catalog, Past& past) {
  return each_known_page(
      catalog, [&](const PageRow& row, const std::optional<PageBelief>& belief, bool is_requisite) {
        const std::uint32_t page = page_index(row.key);
        Page& known = pages_[page];
        known.is_requisite = is_requisite;
        if (is_requisite) {
          known.first_rate = kRequisiteRate;
          known.weight = static_cast<float>(kRequisiteWeight);
        }
        if (belief) {
          known.first_changed = belief->first_changed;
          if (belief->first_group != 0) known.first_rate = belief->first_rate;
          known.weight = static_cast<float>(belief->weight);
        }
        if (!known.first_changed && !is_requisite)
          known.first_changed = told_change(parse_http_date(row.last_modified), row.first_seen);
        known.life = life_of(belief);
        if (known.life.is_missing()) past.missing.emplace_back(page, known.life);
        past.steps.push_back({.page = page, .is_first = true, .facts = {.at = row.first_seen}});
      });
}

Status Planner::load_checks(Catalog& catalog, Past& past, Time now) {
  return catalog.each_check([&](const PageCheck& check) {
    if (!is_past(check.time, now)) return true;  // it cannot be dated
    const auto page = by_url_.find(hash64(check.page.url));
    if (page != by_url_.end())
      past.steps.push_back({.page = page->second, .is_first = false, .facts = facts_of(check)});
    return true;
  });
}

// Pages that were first seen by a clock that was ahead: the first check that can be dated, if it
// gave a copy, is their first sight. Without one they are taken for old, so that they are checked.
void Planner::date_first_sights(std::vector<PastStep>& steps, Time now) {
  std::unordered_map<std::uint32_t, std::optional<Time>> dated;  // pages
  for (const PastStep& step : steps)
    if (step.is_first && !is_past(step.facts.at, now)) dated.try_emplace(step.page);
  if (dated.empty()) return;
  const auto gives_copy = [](const PastStep& step) {
    return !step.is_first && step.facts.outcome != CheckOutcome::failed &&
           step.facts.outcome != CheckOutcome::gone;
  };
  for (const PastStep& step : steps) {
    const auto page = dated.find(step.page);
    if (page == dated.end() || !gives_copy(step)) continue;
    page->second = std::min(page->second.value_or(step.facts.at), step.facts.at);
  }
  for (PastStep& step : steps) {
    const auto page = dated.find(step.page);
    if (page != dated.end() && step.is_first)
      step.facts.at = page->second.value_or(now - kUndatedAge);
  }
  std::erase_if(steps, [&](const PastStep& step) {
    const auto page = dated.find(step.page);
    return page != dated.end() && gives_copy(step) && step.facts.at == page->second;
  });
}

// By time, as a planner that ran all the while has seen it, so that both believe the same. Where
// the checks do not tell all, as in a catalog that was made again, the beliefs have the last word.
void Planner::live_through(Past& past, Time now) {
  date_first_sights(past.steps, now);
  std::stable_sort(past.steps.begin(), past.steps.end(),
                   [](const PastStep& a, const PastStep& b) { return a.facts.at < b.facts.at; });
  for (const PastStep& step : past.steps) {
    // What was spent lately is spent, whoever spent it.
    const bool counts = step.facts.at > now - kBudgetRemembered && step.facts.at <= now;
    if (counts && !step.is_first && pages_[step.page].number)
      policy_.charge(*pages_[step.page].number, step.facts.at, step.facts.bytes);
    if (step.is_first) {
      watch_first(step.page, step.facts.at);
    } else if (learn(step.page, step.facts) && pages_[step.page].number) {
      LiveCheck row = live_check(*pages_[step.page].number, step.facts);
      row.hints = step.facts.hints;
      policy_.restore(row, step.facts.bytes);
    }
  }
  std::vector<bool> is_gone(pages_.size(), false);
  for (const auto& [page, life] : past.missing) {
    is_gone[page] = true;
    unwatch(page);
    const auto at = life.next_recheck;
    if (at) gone_.emplace(is_due(*at, now, options_.gone.longest) ? now : *at, page);
  }
  for (std::uint32_t page = 0; page < pages_.size(); ++page)
    if (!is_gone[page]) watch_first(page, pages_[page].seen);
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
      if (!is_past(check.time, now)) continue;
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
