#include "refresh/planner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "base/hash.h"
#include "url/site.h"
#include "warc/http_date.h"

namespace freshet {
namespace {

// A change whose moment the server tells is counted at that moment.
LiveOutcome live_outcome(CheckOutcome outcome, bool is_not_modified) {
  switch (outcome) {
    case CheckOutcome::same:
      return is_not_modified ? LiveOutcome::not_modified : LiveOutcome::unchanged;
    case CheckOutcome::changed:
      return LiveOutcome::changed;
    default:
      return LiveOutcome::failed;
  }
}

bool is_page_mime(std::string_view mime) {
  return mime == "text/html" || mime == "application/xhtml+xml";
}

std::string why_text(const PageOutlook& outlook) {
  return fmt::format("{} checks, {} changes; {:.3g} changes a day (between {:.3g} and {:.3g}); {}",
                     outlook.checks, outlook.changes, outlook.changes_per_day,
                     outlook.changes_per_day_low, outlook.changes_per_day_high,
                     !outlook.planned ? "not worth a check within this budget"
                     : outlook.planned_for == CheckReason::explored
                         ? "its turn comes though others are worth more"
                         : "worth a check then");
}

// When the page last changed, by what its server says; nothing if that is no date to learn from:
// many servers say "now" of whatever they make.
std::optional<Time> told_change(Time modified, Time seen) {
  constexpr Duration kJustNow = std::chrono::minutes(5);
  constexpr Duration kLongAgo = std::chrono::days(365);
  if (modified > seen - kJustNow) return std::nullopt;
  return std::max(modified, seen - kLongAgo);
}

std::optional<Time> told_change(const Sighting& sighting) {
  if (!sighting.last_modified) return std::nullopt;
  return told_change(*sighting.last_modified, sighting.time);
}

double days(Duration duration) { return std::chrono::duration<double>(duration).count() / 86'400; }

// What is believed of a page that last changed so many days ago when it was first seen: a rate r
// makes that r e^(-r days) likely. Dates can lie, so some of the belief stays as it was.
RateWeights with_age(const RateWeights& prior, double age_days) {
  constexpr float kDoubt = 0.1F;
  RateWeights believed{};
  float sum = 0;
  for (std::size_t i = 0; i < kRateSteps; ++i) {
    const double rate = rate_grid()[i];
    believed[i] = prior[i] * static_cast<float>(rate * std::exp(-rate * age_days));
    sum += believed[i];
  }
  if (!(sum > 0)) return prior;
  for (std::size_t i = 0; i < kRateSteps; ++i)
    believed[i] = kDoubt * prior[i] + (1 - kDoubt) * believed[i] / sum;
  return believed;
}

// What accrues between two rounds is not lost; who chooses only once may spend a day's checks.
LivePolicyOptions with_rounds(const PlannerOptions& options) {
  LivePolicyOptions policy = options.policy;
  const double round = options.only_once ? 1 : 2 * days(options.round);
  policy.budget.saved_days = std::max(policy.budget.saved_days, round);
  return policy;
}

// By the log of the rate; 1 is the fastest.
std::int32_t nearest_group(const FirstSight& first_sight, double rate) {
  std::int32_t best = 0;
  double best_distance = 0;
  std::int32_t number = 0;
  for (const FirstSightGroup& group : first_sight.groups()) {
    const double distance =
        std::abs(std::log(std::max(group.rate, kRateFloor)) - std::log(std::max(rate, kRateFloor)));
    ++number;
    if (best != 0 && distance >= best_distance) continue;
    best = number;
    best_distance = distance;
  }
  return best;
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

Planner::Planner(const FirstSight& first_sight, const RateWeights& prior,
                 const PlannerOptions& options)
    : first_sight_(first_sight),
      options_(options),
      prior_(prior),
      policy_(prior, with_rounds(options)) {}

Result<std::unique_ptr<Planner>> Planner::load(Catalog& catalog, const FirstSight& first_sight,
                                               const RateWeights& prior,
                                               const PlannerOptions& options, Time now) {
  std::unique_ptr<Planner> planner(new Planner(first_sight, prior, options));
  if (auto loaded = planner->load_pages(catalog); !loaded) return std::unexpected(loaded.error());
  if (auto loaded = planner->load_checks(catalog); !loaded) return std::unexpected(loaded.error());
  planner->next_moment_ = now;
  return planner;
}

std::uint32_t Planner::host_number(const Host& host) {
  const auto [known, is_new] =
      by_host_.try_emplace(host.hash(), static_cast<std::uint32_t>(hosts_.size()));
  if (!is_new) return known->second;
  const auto [site, is_new_site] = sites_.try_emplace(std::string(site_of(host.name())),
                                                      static_cast<std::uint32_t>(sites_.size()));
  hosts_.push_back({.host = host, .site = site->second});
  return known->second;
}

std::uint32_t Planner::page_index(const PageKey& key) {
  const auto [known, is_new] =
      by_url_.try_emplace(hash64(key.url), static_cast<std::uint32_t>(pages_.size()));
  if (is_new) pages_.push_back({.url = key.url, .host = host_number(*key.host)});
  return known->second;
}

void Planner::watch(std::uint32_t page, Time first_seen, const RateWeights* prior, double weight) {
  Page& known = pages_[page];
  if (known.number) return;
  known.number = policy_.add({.site = hosts_[known.host].site,
                              .host = known.host,
                              .first_seen = first_seen,
                              .weight = static_cast<float>(weight)},
                             prior);
  known.misses = 0;
  known.seen = first_seen;
  known.weight = static_cast<float>(weight);
  if (page_of_number_.size() <= *known.number)
    page_of_number_.resize(*known.number + std::size_t{1});
  page_of_number_[*known.number] = page;
}

void Planner::unwatch(std::uint32_t page, Time next_look) {
  Page& known = pages_[page];
  if (known.number) policy_.forget(*known.number);
  known.number.reset();
  gone_.emplace(next_look, page);
}

Status Planner::load_pages(Catalog& catalog) {
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
    if (belief && belief->first_group > 0)
      prior = first_sight_.prior_of(static_cast<std::size_t>(belief->first_group) - 1);
    if (told) prior = with_age(prior, days(row.first_seen - *told));
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

void Planner::choose_page(std::uint32_t page) {
  Page& known = pages_[page];
  HostState& host = hosts_[known.host];
  known.is_chosen = true;
  host.chosen.push_back(page);
  if (std::exchange(host.is_woken, true)) return;
  woken_.push_back(known.host);
}

std::vector<Host> Planner::choose(Time now) {
  const std::lock_guard lock(mutex_);
  while (const auto due = policy_.next(now)) choose_page(page_of_number_[due->page]);
  while (!gone_.empty() && gone_.begin()->first <= now) {
    const std::uint32_t page = gone_.begin()->second;
    gone_.erase(gone_.begin());
    if (!pages_[page].number && !pages_[page].is_chosen) choose_page(page);
  }
  last_choice_ = now;
  next_moment_ = policy_.next_moment(now);
  std::vector<Host> hosts;
  for (const std::uint32_t host : std::exchange(woken_, {})) hosts.push_back(hosts_[host].host);
  return hosts;
}

std::optional<Time> Planner::next_choice(Time now) {
  const std::lock_guard lock(mutex_);
  if (options_.only_once && last_choice_) return std::nullopt;
  // Not sooner than the round says, so that the checks of a host come together.
  Time next = now + options_.round;
  if (next_moment_) next = std::max(next, *next_moment_);
  return next;
}

RefreshOrders Planner::take_orders(const Host& host, Time now) {
  const std::lock_guard lock(mutex_);
  RefreshOrders orders;
  HostState& known = hosts_[host_number(host)];
  known.is_woken = false;
  for (const std::uint32_t page : std::exchange(known.chosen, {}))
    orders.checks.push_back(
        {.page = {.host = host, .url = pages_[page].url}, .is_hinted = pages_[page].is_hinted});
  const bool may_read = options_.sitemaps_every > Duration{};
  const bool is_time = !known.sitemaps_read ||
                       now - *known.sitemaps_read >= options_.sitemaps_every ||
                       now < *known.sitemaps_read;
  orders.wants_sitemaps = may_read && is_time;
  if (orders.wants_sitemaps) known.sitemaps_read = now;
  return orders;
}

void Planner::visit_ended(const Host& host, const VisitEnd& end, Time now) {
  const std::lock_guard lock(mutex_);
  for (const std::string& url : end.unchecked) {
    const auto page = by_url_.find(hash64(url));
    if (page == by_url_.end()) continue;
    pages_[page->second].is_chosen = false;
    if (pages_[page->second].number) {
      policy_.give_back(*pages_[page->second].number);
    } else {
      gone_.emplace(now + options_.gone.first, page->second);
    }
  }
  for (const PageHint& heard : end.hints) hint(heard);
  // What was chosen while the visit was under way.
  HostState& known = hosts_[host_number(host)];
  if (!known.chosen.empty() && !std::exchange(known.is_woken, true))
    woken_.push_back(host_number(host));
}

void Planner::hint(const PageHint& heard) {
  const auto known = by_url_.find(hash64(heard.url));
  if (known == by_url_.end()) return;
  Page& page = pages_[known->second];
  if (!page.number || page.is_chosen) return;
  page.is_hinted = heard.changed > page.seen;
  // How old it was when we first saw it says how often it changes.
  const auto age = told_change(heard.changed, page.seen);
  if (age && !page.has_age && policy_.checks(*page.number) == 0) {
    const float weight = page.weight;
    policy_.forget(*page.number);
    page.number.reset();
    const RateWeights prior = with_age(prior_, days(page.seen - *age));
    watch(known->second, page.seen, &prior, weight);
    page.has_age = true;
  }
  policy_.hint(*page.number, HintKind::sitemap_lastmod, page.is_hinted);
}

void Planner::observe(std::uint32_t page, const Sighting& sighting) {
  Page& known = pages_[page];
  const PageCheck& check = *sighting.check;
  known.is_chosen = false;
  known.is_hinted = false;
  if (check.outcome == CheckOutcome::gone) {
    known.misses = sighting.order && sighting.order->belief ? sighting.order->belief->misses + 1
                                                            : known.misses + 1;
    const bool is_faded = known.misses > options_.gone.looks;
    unwatch(page, is_faded ? Time::max() : check.time + options_.gone.wait(known.misses));
    return;
  }
  if (!known.number) {
    if (check.outcome == CheckOutcome::failed) {
      gone_.emplace(check.time + options_.gone.wait(known.misses), page);
      return;
    }
    return watch(page, check.time, nullptr, 1);
  }
  known.seen = check.time;
  policy_.observe({.page = *known.number,
                   .at = check.time,
                   .outcome = live_outcome(check.outcome, sighting.is_not_modified),
                   .changed_at = told_change(sighting)},
                  check.bytes);
}

PageNews Planner::believe(const Sighting& sighting) {
  PageNews news;
  PageBelief belief = after(sighting, options_.gone);
  {
    const std::lock_guard lock(mutex_);
    if (!sighting.page.host) return news;
    const std::uint32_t page = page_index(sighting.page);
    count(sighting);
    if (sighting.check) {
      observe(page, sighting);
    } else {
      const FirstSightPrediction seen = first_sight_.predict(look_of(sighting));
      const auto told = told_change(sighting);
      const RateWeights prior =
          told ? with_age(seen.prior, days(sighting.time - *told)) : seen.prior;
      watch(page, sighting.time, &prior, belief.weight);
      pages_[page].has_age = told.has_value();
      belief.first_group = static_cast<std::int32_t>(seen.group) + 1;
      belief.first_rate = typical_rate(seen.prior);
    }
    if (pages_[page].number) {
      const PageOutlook outlook = policy_.outlook(*pages_[page].number, sighting.time);
      belief.rate = outlook.changes_per_day;
      belief.rate_low = outlook.changes_per_day_low;
      belief.rate_high = outlook.changes_per_day_high;
      belief.next_check = outlook.planned;
      belief.why = why_text(outlook);
      belief.group = nearest_group(first_sight_, outlook.changes_per_day);
    }
  }
  if (sighting.check) news.checks.push_back(*sighting.check);
  if (auto event = event_of(sighting)) news.events.push_back(*std::move(event));
  news.beliefs.push_back(std::move(belief));
  return news;
}

void Planner::count(const Sighting& sighting) {
  if (!sighting.check) {
    ++counts_.added;
    return;
  }
  switch (sighting.check->outcome) {
    case CheckOutcome::same:
      ++counts_.same;
      if (sighting.is_not_modified) ++counts_.not_modified;
      return;
    case CheckOutcome::changed:
      ++counts_.changed;
      return;
    case CheckOutcome::gone:
      ++counts_.gone;
      return;
    case CheckOutcome::back:
      ++counts_.back;
      return;
    case CheckOutcome::failed:
      ++counts_.failed;
      return;
  }
}

RefreshCounts Planner::counts() const {
  const std::lock_guard lock(mutex_);
  return counts_;
}

std::vector<PlannedPage> Planner::plan(Time now, std::size_t count_max) const {
  const std::lock_guard lock(mutex_);
  std::vector<PlannedPage> planned;
  for (const PlannedCheck& check : policy_.plan(now)) {
    if (planned.size() == count_max) break;
    planned.push_back({.url = pages_[page_of_number_[check.page]].url,
                       .at = check.at,
                       .reason = check.reason,
                       .outlook = policy_.outlook(check.page, now)});
  }
  return planned;
}

std::optional<PageOutlook> Planner::outlook(std::string_view url, Time now) const {
  const std::lock_guard lock(mutex_);
  const auto known = by_url_.find(hash64(url));
  if (known == by_url_.end() || !pages_[known->second].number) return std::nullopt;
  return policy_.outlook(*pages_[known->second].number, now);
}

RefreshView Planner::view(Time now) const {
  const std::lock_guard lock(mutex_);
  RefreshView view;
  for (const Page& page : pages_) {
    if (!page.number) {
      ++view.gone;
      continue;
    }
    ++view.watched;
    view.fresh += 1 - policy_.outlook(*page.number, now).stale_probability;
  }
  return view;
}

}  // namespace freshet
