#include "predict/history.h"

#include "base/check.h"

namespace freshet {

HistoricClasses table_2_classes() {
  return {{1, 10, 0.3, 0.7}, {7, 8, 0.3, 0.7}, {30, 6, 0.3, 0.7}, {100, 2, 0.3, 0.7}};
}

HistoricClasses table_4_classes() {
  return {{1, 3, 0.2, 0.8}, {3, 2, 0.2, 0.8}, {31, 2, 0.2, 0.8}, {96, 1, 0.2, 0.8}};
}

HistoricClasses classes_of(const RateGroups& groups) {
  HistoricClasses classes;
  for (std::size_t i = 0; i < groups.rates.size(); ++i) {
    const bool is_slowest = i + 1 == groups.rates.size();
    const std::uint32_t window = is_slowest ? 1 : i == 0 ? 3 : 2;
    classes.push_back({1 / groups.rates[i], window, 0.2, 0.8});
  }
  return classes;
}

std::size_t HistoricPage::observe(bool has_changed, const HistoricClasses& classes) {
  require(class_ < classes.size(), "the page is in one of the classes");
  const HistoricClass& now = classes[class_];
  ++visits_;
  changes_ += has_changed ? 1 : 0;
  if (visits_ < now.window) return class_;
  const double average = static_cast<double>(changes_) / static_cast<double>(now.window);
  if (average < now.changes_min) {
    if (class_ + 1 < classes.size()) ++class_;
  } else if (average > now.changes_max) {
    if (class_ > 0) --class_;
  }
  visits_ = 0;
  changes_ = 0;
  return class_;
}

}  // namespace freshet
