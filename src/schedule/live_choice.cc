// Chooses the next check: the queues of resting and waiting pages.
#include <algorithm>

#include "schedule/days.h"
#include "schedule/live_state.h"

namespace freshet {
namespace {

constexpr int kExploredLooks = 32;  // attempts, as pages may turn out to be barred
constexpr double kExploredDueMax = 8;

// Breaks ties between equal scores, so that unrelated pages are not checked in the order of their
// numbers: from 0 to 1, constant for a page.
double lot(PageNumber number) {
  std::uint64_t mixed = (number + 1) * 0x9e37'79b9'7f4a'7c15ULL;
  mixed ^= mixed >> 32;
  return static_cast<double>((mixed * 0xd6e8'feb8'6659'fd93ULL) >> 11) * 0x1p-53;
}

// Pages of less weight than kFullWeightMin, such as requisites, are explored kLightPageDelayDays
// later than others: rarely, but not never.
constexpr float kFullWeightMin = 0.2F;
constexpr double kLightPageDelayDays = 14;

}  // namespace

void LivePolicy::State::rest(PageNumber number, double until) {
  leave(number);
  pages_[number].place = Place::resting;
  queue_of_resting(pages_[number]).set(number, until);
}

// Moves a page to the waiting ones, or recomputes its score.
void LivePolicy::State::wait(PageNumber number, double now) {
  Page& page = pages_[number];
  Site& site = *sites_[page.site];
  resting_.remove(number);
  page.place = Place::waiting;
  const double score = index(page, now) / cost(page);
  site.waiting.set(page.slot, -score * (1 + 1e-6 * lot(number)));
  const double delay = page.weight < kFullWeightMin ? kLightPageDelayDays : 0;
  unchecked_.set(number, site.model.last_check(page.slot) + delay + 1e-6 * lot(number));
  place_site(page.site);
}

// Removes a page from its queue. The caller decides where it goes.
void LivePolicy::State::leave(PageNumber number) {
  Page& page = known(number);
  if (page.place == Place::resting) queue_of_resting(page).remove(number);
  if (page.place == Place::waiting) {
    sites_[page.site]->waiting.remove(page.slot);
    unchecked_.remove(number);
    place_site(page.site);
  }
  page.place = Place::out;
}

void LivePolicy::State::place_site(std::uint32_t number) {
  const Site& site = *sites_[number];
  if (site.waiting.empty()) {
    worthiest_.remove(number);
    capped_.remove(number);
  } else if (!capped_.holds(number)) {
    worthiest_.set(number, site.waiting.first().due);
  }
}

void LivePolicy::State::score_site(std::uint32_t number, double now) {
  Site& site = *sites_[number];
  scored_.set(number, now);
  for (PageSlot slot = 0; slot < site.page_of_slot.size(); ++slot) {
    if (!site.waiting.holds(slot)) continue;
    const PageNumber page = site.page_of_slot[slot];
    const double score = index(pages_[page], now) / cost(pages_[page]);
    site.waiting.set(slot, -score * (1 + 1e-6 * lot(page)));
  }
  place_site(number);
}

// The clock went back: pages delayed until a later time must not wait for it, and scores of that
// time are void.
void LivePolicy::State::go_back_to(double now) {
  for (PageNumber number = 0; number < pages_.size(); ++number) {
    const Page& page = pages_[number];
    if (page.place == Place::unknown) continue;
    sites_[page.site]->model.come_back_to(page.slot, now);
    if (page.place == Place::resting) queue_of_resting(page).set(number, now);
  }
  for (std::uint32_t site = 0; site < sites_.size(); ++site) {
    if (!scored_.holds(site)) continue;
    capped_.remove(site);
    score_site(site, now);
  }
}

// Updates the state to `now`: rested pages, sites below their caps again, old scores.
void LivePolicy::State::wake(double now) {
  if (now + days_of(options_.scores_last) < latest_) go_back_to(now);
  latest_ = now;
  while (const auto page = resting_.take(now)) wait(*page, now);
  while (const auto site = capped_.take(now)) place_site(*site);
  const double oldest = now - days_of(options_.scores_last);
  while (!scored_.empty() && scored_.first().due < oldest) score_site(scored_.first().page, now);
}

DueCheck LivePolicy::State::take_out(PageNumber number, CheckReason reason, double now) {
  const Page& page = pages_[number];
  const DueCheck check{number, reason, index(page, now)};
  budget_.spend_check(page.site, page.host, now);
  leave(number);
  return check;
}

std::optional<DueCheck> LivePolicy::State::take_appointed(double now) {
  while (!appointed_.empty() && appointed_.first().due <= now) {
    const PageNumber number = appointed_.first().page;
    const auto host_at = budget_.host_moment(pages_[number].host, now);
    if (host_at && *host_at <= now) return take_out(number, CheckReason::appointed, now);
    rest(number, host_at.value_or(kNever));
  }
  return std::nullopt;
}

std::optional<DueCheck> LivePolicy::State::take_explored(double now) {
  explored_due_ =
      std::min(explored_due_ + static_cast<double>(options_.explored_share), kExploredDueMax);
  if (explored_due_ < 1) return std::nullopt;
  std::vector<DueQueue::Entry> barred;
  std::optional<PageNumber> found;
  for (int look = 0; look < kExploredLooks && !unchecked_.empty() && !found; ++look) {
    const DueQueue::Entry oldest = unchecked_.first();
    const Page& page = pages_[oldest.page];
    const auto host_at = budget_.host_moment(page.host, now);
    const auto site_at = budget_.site_moment(page.site, page_share(page.site), now);
    if (host_at && *host_at <= now && site_at && *site_at <= now) {
      found = oldest.page;
    } else {
      barred.push_back(oldest);
      unchecked_.remove(oldest.page);
    }
  }
  for (const DueQueue::Entry& entry : barred) unchecked_.set(entry.page, entry.due);
  if (!found) return std::nullopt;
  explored_due_ -= 1;
  return take_out(*found, CheckReason::explored, now);
}

std::optional<DueCheck> LivePolicy::State::take_from(std::uint32_t number, double now) {
  Site& site = *sites_[number];
  while (!site.waiting.empty()) {
    const PageNumber page = site.page_of_slot[site.waiting.first().page];
    const auto host_at = budget_.host_moment(pages_[page].host, now);
    if (host_at && *host_at <= now) return take_out(page, CheckReason::worth, now);
    rest(page, host_at.value_or(kNever));
  }
  return std::nullopt;
}

std::optional<DueCheck> LivePolicy::State::take_worthiest(double now) {
  while (!worthiest_.empty()) {
    const std::uint32_t site = worthiest_.first().page;
    const auto site_at = budget_.site_moment(site, page_share(site), now);
    if (!site_at || *site_at > now) {
      worthiest_.remove(site);
      capped_.set(site, site_at.value_or(kNever));
    } else if (const auto check = take_from(site, now)) {
      return check;
    }
  }
  // Every site with waiting pages has used its share: the check goes to one of them anyway.
  while (!capped_.empty())
    if (const auto check = take_from(capped_.first().page, now)) return check;
  return std::nullopt;
}

std::optional<DueCheck> LivePolicy::State::next(double now) {
  wake(now);
  if (budget_.allows_at_once(now))
    if (const auto check = take_appointed(now)) return check;
  if (!budget_.allows(now)) return std::nullopt;
  if (const auto check = take_explored(now)) return check;
  return take_worthiest(now);
}

std::optional<double> LivePolicy::State::next_moment(double now) {
  const auto affordable = budget_.next_moment(now);
  if (!affordable) return std::nullopt;
  double next = kNever;
  if (!worthiest_.empty() || !capped_.empty())
    next = *affordable;
  else if (!resting_.empty())
    next = std::max(*affordable, resting_.first().due);
  if (!appointed_.empty()) next = std::min(next, appointed_.first().due);
  if (next == kNever) return std::nullopt;
  return next;
}

}  // namespace freshet
