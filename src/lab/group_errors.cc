#include "lab/group_errors.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/random.h"
#include "predict/bayes.h"
#include "predict/history.h"

namespace freshet {
namespace {

// Visits a page from its first to its last day; `learn` takes a visit in and gives the days to the
// next one.
template <class Learn>
void visit(const DayPage& page, double first_interval, Learn learn) {
  double interval = first_interval;
  int last = page.first_day;
  for (;;) {
    const double wait = std::clamp(std::round(interval), 1.0, static_cast<double>(kHistoryDays));
    const int day = last + static_cast<int>(wait);
    if (day >= page.end_day) return;
    const auto change = std::ranges::upper_bound(page.changes, last);
    const bool has_changed = change != page.changes.end() && *change <= day;
    interval = learn(RateCheck{static_cast<double>(day - last), has_changed});
    last = day;
  }
}

std::size_t last_class(const DayPage& page, const RateGroups& groups,
                       const HistoricClasses& classes, std::size_t first, AfterFirstSight after) {
  if (after == AfterFirstSight::historic) {
    HistoricPage historic(first);
    visit(page, classes[first].days, [&](const RateCheck& check) {
      return classes[historic.observe(check.has_changed, classes)].days;
    });
    return historic.current();
  }
  if (after == AfterFirstSight::bayesian) {
    // The paper begins with a class, not with a probability; its example gives the class 0.9.
    ClassBelief belief(belief_in_class(first, groups.rates.size(), 0.1));
    visit(page, 1 / groups.rates[first], [&](const RateCheck& check) {
      belief.observe(check, groups.rates);
      return 1 / groups.rates[belief.likeliest()];
    });
    return belief.likeliest();
  }
  return first;
}

}  // namespace

double group_error(const DayHistory& history, const RateGroups& groups,
                   const std::vector<std::size_t>& first_classes, AfterFirstSight after) {
  require(first_classes.size() == history.pages.size(), "each page has a first class");
  const HistoricClasses classes = classes_of(groups);
  std::size_t pages = 0;
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < history.pages.size(); ++i) {
    const DayPage& page = history.pages[i];
    if (page.days() < 1) continue;
    ++pages;
    const std::size_t last = last_class(page, groups, classes, first_classes[i], after);
    wrong += last == group_of(groups, true_rate(page)) ? 0 : 1;
  }
  return pages == 0 ? 0 : static_cast<double>(wrong) / static_cast<double>(pages);
}

std::vector<std::size_t> random_classes(const DayHistory& history, const RateGroups& groups,
                                        std::uint64_t seed) {
  Random random(seed);
  std::vector<std::size_t> classes(history.pages.size());
  for (std::size_t& c : classes) c = random.below(groups.rates.size());
  return classes;
}

GroupErrors group_errors(const DayHistory& history, const Training& training, FirstClasses first,
                         std::uint64_t seed) {
  Training known = training;
  if (first == FirstClasses::largest_group) known.first_sight.reset();
  const std::vector<std::size_t> classes = first == FirstClasses::random
                                               ? random_classes(history, known.groups, seed)
                                               : first_classes(history, known);
  const auto error = [&](AfterFirstSight after) {
    return group_error(history, known.groups, classes, after);
  };
  return {error(AfterFirstSight::nothing), error(AfterFirstSight::historic),
          error(AfterFirstSight::bayesian)};
}

GroupErrors group_errors(const std::vector<HistorySplit>& splits, FirstClasses first,
                         std::uint64_t seed) {
  GroupErrors sum;
  double pages = 0;
  for (const HistorySplit& split : splits) {
    const Learned learned =
        first == FirstClasses::first_sight ? Learned::first_sight : Learned::nothing;
    const GroupErrors part = group_errors(split.asked, train(split.known, learned), first, seed);
    const auto count = static_cast<double>(split.asked.pages.size());
    sum.at_first += count * part.at_first;
    sum.historic += count * part.historic;
    sum.bayesian += count * part.bayesian;
    pages += count;
  }
  if (pages == 0) return {};
  return {sum.at_first / pages, sum.historic / pages, sum.bayesian / pages};
}

}  // namespace freshet
