#include "predict/day_lessons.h"

#include <algorithm>

#include "base/check.h"
#include "base/random.h"

namespace freshet {
namespace {

// Adds facts from some of the site's other pages, observed for some days.
void tell_of_site(const DayHistory& history, const std::vector<std::uint32_t>& pages_of_site,
                  const FirstSightOptions& options, Random& random, std::uint32_t page,
                  FirstLook& look) {
  const std::size_t others = std::min(pages_of_site.size() - 1, options.site_pages_max);
  const std::size_t count = draw_log(random, others);
  const auto horizon = static_cast<int>(draw_log(random, kHistoryDays));
  double days = 0;
  double changes = 0;
  for (std::size_t i = 0; i < count;) {
    const std::uint32_t number = pages_of_site[random.below(pages_of_site.size())];
    if (number == page) continue;
    const DayPage& other = history.pages[number];
    const int followed = std::min(horizon, other.days());
    const auto end = std::ranges::upper_bound(other.changes, other.first_day + followed);
    days += std::max(followed, 1);
    changes += static_cast<double>(end - other.changes.begin());
    ++i;
  }
  look.tell_site(static_cast<double>(count), days, changes);
}

}  // namespace

FirstLook first_look(const HistoryFeatures& features) {
  FirstLook look;
  for (std::size_t i = 0; i < features.size(); ++i)
    for (const LookField& field : look_fields())
      if (field.name == kPageFeatureNames[i]) look.*field.value = features[i];
  return look;
}

FirstSightLessons lessons_of(const DayHistory& history, const FirstSightOptions& options) {
  require(history.features.size() == history.pages.size(),
          "the history says what was counted on its pages");
  FirstSightLessons lessons;
  lessons.facts.assign(kPageFeatureNames.begin(), kPageFeatureNames.end());
  if (options.knows_sites)
    lessons.facts.insert(lessons.facts.end(), kSiteFacts.begin(), kSiteFacts.end());
  std::vector<std::vector<std::uint32_t>> pages_of(history.sites.size());
  for (std::uint32_t i = 0; i < history.pages.size(); ++i)
    pages_of[history.pages[i].site].push_back(i);
  Random random(options.seed);
  for (std::uint32_t i = 0; i < history.pages.size(); ++i) {
    const DayPage& page = history.pages[i];
    const double rate = true_rate(page);
    FirstSightLesson& lesson =
        lessons.pages.emplace_back(FirstSightLesson{.site = page.site,
                                                    .rate = rate,
                                                    .belief = sure_weights(rate),
                                                    .look = first_look(history.features[i])});
    const std::vector<std::uint32_t>& siblings = pages_of[page.site];
    if (!options.knows_sites || siblings.size() < 2) continue;
    lesson.among = lesson.look;
    tell_of_site(history, siblings, options, random, i, *lesson.among);
  }
  return lessons;
}

}  // namespace freshet
