#include "predict/first_sight_task.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "predict/day_history.h"

namespace freshet {

FirstSightTask first_sight_task(const ChangeHistory& history, std::size_t classes,
                                CountedChanges counted) {
  const DayHistory days = count_in_days(history, counted);
  std::vector<double> rates;
  for (const DayPage& page : days.pages) rates.push_back(true_rate(page));
  RateGroups groups = group_rates(rates, classes);
  Schema schema{{}, {"group"}};
  for (const std::string_view name : kPageFeatureNames)
    schema.features.push_back({std::string(name)});
  for (std::size_t group = 0; group < std::max<std::size_t>(1, groups.rates.size()); ++group)
    schema.label.values.push_back(fmt::format("{}", group + 1));
  FirstSightTask task{Dataset(std::move(schema)), {}, days.sites.size(), std::move(groups)};
  for (std::size_t i = 0; i < history.pages.size(); ++i) {
    task.rows.add(history.pages[i].features, static_cast<int>(group_of(task.groups, rates[i])));
    task.sites.push_back(days.pages[i].site);
  }
  return task;
}

}  // namespace freshet
