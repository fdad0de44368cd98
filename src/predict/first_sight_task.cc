#include "predict/first_sight_task.h"

#include <algorithm>
#include <utility>

namespace freshet {

FirstSightTask first_sight_task(const FirstSightLessons& lessons, std::size_t classes) {
  std::vector<double> rates;
  for (const FirstSightLesson& page : lessons.pages) rates.push_back(page.rate);
  RateGroups groups = group_rates(rates, classes);
  Schema schema = first_sight_schema(lessons.facts, std::max<std::size_t>(1, groups.rates.size()));
  FirstSightTask task{Dataset(std::move(schema)), {}, 0, std::move(groups)};
  for (const FirstSightLesson& page : lessons.pages) {
    task.rows.add(row_of(task.rows.schema(), page.look),
                  static_cast<int>(group_of(task.groups, page.rate)));
    task.sites.push_back(page.site);
    task.site_count = std::max(task.site_count, page.site + std::size_t{1});
  }
  return task;
}

}  // namespace freshet
