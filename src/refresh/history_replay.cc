#include "refresh/history_replay.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "base/stored_time.h"
#include "refresh/record.h"
#include "store/reported_change.h"
#include "warc/http_date.h"

namespace freshet {
namespace {

constexpr Duration kBudgetRemembered = std::chrono::days(1);
// The assumed age of a copy without a usable date.
constexpr Duration kUndatedAge = std::chrono::days(30);

bool is_page_mime(std::string_view mime) {
  return mime == "text/html" || mime == "application/xhtml+xml";
}

bool is_requisite_mime(std::string_view mime) {
  return mime.starts_with("image/") || mime.starts_with("font/") || mime == "text/css" ||
         mime == "text/javascript" || mime == "application/javascript";
}

}  // namespace

bool is_checked(const PageWithBelief& page) {
  if (page.belief) return true;
  return page.newest_status == 200 &&
         (is_page_mime(page.newest_mime) || is_requisite_mime(page.newest_mime));
}

bool is_requisite(const PageWithBelief& page) {
  return page.belief ? page.belief->is_requisite() : is_requisite_mime(page.newest_mime);
}

void HistoryReplay::add_page(const PageWithBelief& stored) {
  const PageIndex page = pages_.registry().add(stored.page.key);
  RegisteredPage& known = pages_.registry()[page];
  known.is_requisite = is_requisite(stored);
  if (known.is_requisite) {
    known.first_rate = kRequisiteRate;
    known.weight = static_cast<float>(kRequisiteWeight);
  }
  if (const auto& belief = stored.belief) {
    known.first_changed = belief->first_changed;
    if (belief->first_group != 0) known.first_rate = belief->first_rate;
    known.weight = static_cast<float>(belief->weight);
  }
  if (!known.first_changed && !known.is_requisite)
    known.first_changed =
        reported_change(parse_http_date(stored.page.last_modified), stored.page.first_seen);
  known.life = life_of(stored.belief);
  if (known.life.is_missing()) missing_.push_back(page);
  if (pages_.baskets().covers(known.url)) polled_.emplace(page, stored.page.id);
  steps_.push_back({.page = page, .is_first = true, .facts = {.at = stored.page.first_seen}});
}

void HistoryReplay::add_check(const PageCheck& check) {
  if (!is_past(check.time, now_)) return;
  if (const auto page = pages_.registry().find(check.page.url))
    steps_.push_back({.page = *page, .is_first = false, .facts = facts_of(check)});
}

// Dates pages that were first seen by a clock that was ahead. The first check that can be dated, if
// it gave a copy, becomes the first sight. A page without one counts as old, so that it is checked.
void HistoryReplay::date_first_sights() {
  std::unordered_map<PageIndex, std::optional<Time>> dated;
  for (const Step& step : steps_)
    if (step.is_first && !is_past(step.facts.at, now_)) dated.try_emplace(step.page);
  if (dated.empty()) return;
  const auto gives_copy = [](const Step& step) {
    return !step.is_first && step.facts.outcome != CheckOutcome::failed &&
           step.facts.outcome != CheckOutcome::gone;
  };
  for (const Step& step : steps_) {
    const auto page = dated.find(step.page);
    if (page == dated.end() || !gives_copy(step)) continue;
    page->second = std::min(page->second.value_or(step.facts.at), step.facts.at);
  }
  for (Step& step : steps_) {
    const auto page = dated.find(step.page);
    if (page != dated.end() && step.is_first)
      step.facts.at = page->second.value_or(now_ - kUndatedAge);
  }
  std::erase_if(steps_, [&](const Step& step) {
    const auto page = dated.find(step.page);
    return page != dated.end() && gives_copy(step) && step.facts.at == page->second;
  });
}

void HistoryReplay::run() {
  date_first_sights();
  std::stable_sort(steps_.begin(), steps_.end(),
                   [](const Step& a, const Step& b) { return a.facts.at < b.facts.at; });
  for (const Step& step : steps_) {
    const bool is_charged = step.facts.at > now_ - kBudgetRemembered && step.facts.at <= now_;
    if (step.is_first)
      pages_.schedule_new(step.page, step.facts.at);
    else
      pages_.restore(step.page, step.facts, is_charged);
  }
  PageRegistry& registry = pages_.registry();
  for (const PageIndex page : missing_) {
    pages_.unschedule(page);
    if (const auto at = registry[page].life.next_recheck) rechecks_.restore(page, *at, now_);
  }
  for (PageIndex page = 0; page < registry.size(); ++page)
    if (!registry[page].life.is_missing()) pages_.schedule_new(page, registry[page].seen);
}

std::vector<PageId> HistoryReplay::polled_pages() const {
  std::vector<PageId> ids;
  for (const auto& [page, id] : polled_)
    if (pages_.baskets().contains(page)) ids.push_back(id);
  return ids;
}

void HistoryReplay::add_poll(const PageCheck& check) {
  if (!is_past(check.time, now_)) return;
  if (const auto page = pages_.registry().find(check.page.url))
    pages_.baskets().restore(*page, check);
}

void HistoryReplay::end() {
  for (const PageIndex page : pages_.baskets().pages()) {
    pages_.baskets().end_restoring(page, pages_.registry()[page].seen, now_);
    pages_.plan_poll(page);
  }
}

}  // namespace freshet
