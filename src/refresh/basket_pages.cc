#include "refresh/basket_pages.h"

#include <chrono>
#include <utility>

namespace freshet {

BasketPages::BasketPages(const BasketsMode& mode, BasketClassifier classify)
    : list_(mode.urls), rules_{mode.baskets, std::move(classify)} {}

void BasketPages::add(PageIndex page, Time copied) {
  pages_.try_emplace(page, Entry{BasketWatch(copied)});
}

void BasketPages::remove(PageIndex page) {
  const auto entry = pages_.find(page);
  if (entry == pages_.end()) return;
  set_polls(entry->second, 0);
  pages_.erase(entry);
}

std::vector<PageIndex> BasketPages::pages() const {
  std::vector<PageIndex> all;
  for (const auto& [page, entry] : pages_) all.push_back(page);
  return all;
}

bool BasketPages::observe(PageIndex page, const std::optional<ElementCounts>& elements,
                          PageCheck& check) {
  const auto entry = pages_.find(page);
  const bool has_changed = check.outcome == CheckOutcome::changed;
  if (entry == pages_.end() || (!has_changed && check.outcome != CheckOutcome::same)) return false;
  std::optional<ElementChanges> changes;
  if (elements)
    changes = {static_cast<double>(elements->added), static_cast<double>(elements->changed),
               static_cast<double>(elements->missing)};
  BasketWatch& watch = entry->second.watch;
  const PollRecord record = watch.observe(check.time, has_changed, changes, rules_);
  check.stages = with_poll(check.stages, record, watch, rules_);
  return true;
}

void BasketPages::restore(PageIndex page, const PageCheck& check) {
  const auto entry = pages_.find(page);
  if (entry == pages_.end()) return;
  BasketWatch& watch = entry->second.watch;
  if (check.outcome == CheckOutcome::back)
    watch = BasketWatch(check.time);
  else if (const auto record = poll_of(check.stages))
    watch.restore(check.time, *record, rules_);
  else if (check.outcome == CheckOutcome::changed && watch.has_polls())
    watch.disturb(check.time);
}

void BasketPages::end_restoring(PageIndex page, Time seen, Time now) {
  const std::chrono::duration<double, std::chrono::hours::period> fresh(rules_.options.hours_min);
  const auto entry = pages_.find(page);
  if (entry == pages_.end() || entry->second.watch.has_polls()) return;
  entry->second.watch = now - seen < fresh ? BasketWatch(seen) : BasketWatch();
}

void BasketPages::set_polls(Entry& entry, double polls_per_day) {
  polls_per_day_ += polls_per_day - entry.polls_per_day;
  entry.polls_per_day = polls_per_day;
}

std::optional<Time> BasketPages::plan_poll(PageIndex page) {
  Entry& entry = pages_.at(page);
  set_polls(entry, entry.watch.polls_per_day(rules_));
  return entry.watch.due(rules_);
}

std::optional<Time> BasketPages::compared_with(PageIndex page) const {
  const auto entry = pages_.find(page);
  return entry == pages_.end() ? std::nullopt : entry->second.watch.compared_with();
}

std::optional<std::string> BasketPages::words(PageIndex page) const {
  const auto entry = pages_.find(page);
  if (entry == pages_.end()) return std::nullopt;
  return entry->second.watch.words(rules_);
}

}  // namespace freshet
