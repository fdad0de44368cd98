#include "report/plots.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "base/markup.h"
#include "report/drawing.h"
#include "report/plot_parts.h"
#include "report/words.h"

namespace freshet {
namespace {

using std::chrono::sys_days;

std::string rate_edge_words(double rate) {
  const double span = 1 / rate;
  if (span >= 1) return fmt::format("{:.0f} d", span);
  return span * 24 >= 1 ? fmt::format("{:.1f} h", span * 24)
                        : fmt::format("{:.0f} min", span * 24 * 60);
}

sys_days day_of(Time time) { return std::chrono::floor<std::chrono::days>(time); }

std::string day_title(sys_days day, const CheckSums& sums) {
  return fmt::format("{}: {} checks, {} changes", day_words(day), grouped(sums.checks()),
                     grouped(sums.changed));
}

// 0 for none, 1 to 4 for the quarters of the most.
int heat_of(std::uint64_t changes, std::uint64_t most) {
  if (changes == 0 || most == 0) return 0;
  const double part = static_cast<double>(changes) / static_cast<double>(most);
  return std::clamp(static_cast<int>(std::ceil(4 * part)), 1, 4);
}

constexpr double kCellsLeft = 34;
constexpr std::size_t kNarrowWeeksMax = 26;

// The grid of the calendar: a column for each week, as large as the room allows.
struct CalendarCells {
  sys_days first;  // a Monday
  sys_days last;
  std::size_t weeks;
  double width;
  double size;

  explicit CalendarCells(const Report& report) {
    const auto monday_of = [](sys_days day) {
      return day - (std::chrono::weekday(day) - std::chrono::Monday);
    };
    last = std::max(report.days.rbegin()->first, day_of(report.now));
    first = std::max(monday_of(report.days.begin()->first),
                     monday_of(last) - std::chrono::days(7 * (kPlottedWeeksMax - 1)));
    weeks = static_cast<std::size_t>((monday_of(last) - first).count() / 7 + 1);
    width = weeks > kNarrowWeeksMax ? kWidePlotWidth : kPlotWidth;
    size = std::min((width - kCellsLeft - 30) / static_cast<double>(weeks), 28.0);
  }

  Point corner(sys_days day) const {
    const auto place = static_cast<double>((day - first).count());
    return {kCellsLeft + size * std::floor(place / 7), kPlotTop + size * std::fmod(place, 7)};
  }
};

}  // namespace

std::string plot_checks(const Report& report) {
  if (report.days.empty()) return "";
  const sys_days last = report.days.rbegin()->first;
  const sys_days first =
      std::max(report.days.begin()->first, last - std::chrono::days(kPlottedDaysMax - 1));
  ColumnAxes axes{.columns = static_cast<std::size_t>((last - first).count()) + 1};
  std::uint64_t most = 1;
  for (auto day = report.days.lower_bound(first); day != report.days.end(); ++day)
    most = std::max(most, day->second.checks());
  const double level_step = axes.reach(static_cast<double>(most));
  std::string out = draw_levels(axes, level_step);
  const double gap = std::min(3.0, axes.step() / 5);
  for (auto day = report.days.lower_bound(first); day != report.days.end(); ++day) {
    const CheckSums& sums = day->second;
    const double x = axes.x(static_cast<double>((day->first - first).count())) + gap / 2;
    const auto found = static_cast<double>(sums.changed);
    const auto answered = static_cast<double>(sums.changed + sums.same + sums.back);
    const auto all = static_cast<double>(sums.checks());
    const auto column = [&](double from, double to, std::string_view style) {
      return axes.draw(x, axes.step() - gap, from, to, style, day_title(day->first, sums));
    };
    out += column(0, found, "change") + column(found, answered, "same") +
           column(answered, all, "trouble");
  }
  const std::size_t label_step = std::max<std::size_t>(1, (axes.columns + 5) / 6);
  for (std::size_t i = 0; i < axes.columns; i += label_step)
    out += draw_text({axes.x(static_cast<double>(i)) + axes.step() / 2, kColumnsFloor + 18},
                     "middle", day_words(first + std::chrono::days(i)).substr(5));
  out += draw_key(kPlotLeft, "change", "changed") + draw_key(kPlotLeft + 90, "same", "unchanged") +
         draw_key(kPlotLeft + 190, "trouble", "gone or no answer");
  return drawing({kPlotWidth, kColumnsHeight}, "Checks and changes of each day",
                 fmt::format("From {} to {}; at most {} checks on a day.", day_words(first),
                             day_words(last), grouped(most)),
                 out);
}

std::string plot_rates(const Report& report) {
  if (report.scheduled == 0) return "";
  ColumnAxes axes{.columns = kRateBins};
  const std::size_t most = *std::max_element(report.rates.begin(), report.rates.end());
  const double level_step = axes.reach(static_cast<double>(most));
  std::string out = draw_levels(axes, level_step);
  const auto edge = [](std::size_t bin) {
    return kRateBinsFrom *
           std::pow(10, static_cast<double>(bin) / static_cast<double>(kRateBinsPerDecade));
  };
  for (std::size_t bin = 0; bin < kRateBins; ++bin) {
    const auto pages = static_cast<double>(report.rates[bin]);
    out += axes.draw(axes.x(static_cast<double>(bin)) + 1, axes.step() - 2, 0, pages, "same",
                     fmt::format("{} pages: {} to {}", grouped(report.rates[bin]),
                                 pace_words(edge(bin)), pace_words(edge(bin + 1))));
  }
  for (std::size_t bin = 0; bin <= kRateBins; bin += kRateBinsPerDecade) {
    const double x = axes.x(static_cast<double>(bin));
    out += draw_line({x, kColumnsFloor}, {x, kColumnsFloor + 4}, "axis") +
           draw_text({std::min(x, kPlotWidth - 24), kColumnsFloor + 18}, "middle",
                     rate_edge_words(edge(bin)));
  }
  out += draw_text({kPlotLeft, 18}, "start", "pages");
  out += draw_text({kPlotWidth / 2, kColumnsHeight - 6}, "middle",
                   "estimated time between changes (slow to fast)");
  return drawing({kPlotWidth, kColumnsHeight}, "How often pages change",
                 fmt::format("{} tracked pages by the time between two changes, on a logarithmic "
                             "scale.",
                             grouped(report.scheduled)),
                 out);
}

std::string plot_hosts(const Report& report) {
  std::vector<HostReport> hosts;
  std::copy_if(report.hosts.begin(), report.hosts.end(), std::back_inserter(hosts),
               [](const HostReport& host) { return host.scheduled > 0; });
  if (hosts.empty()) return "";
  const std::size_t all = hosts.size();
  std::stable_sort(hosts.begin(), hosts.end(), [](const HostReport& a, const HostReport& b) {
    return a.scheduled > b.scheduled;
  });
  hosts.resize(std::min(hosts.size(), kPlottedHostsMax));
  std::stable_sort(hosts.begin(), hosts.end(),
                   [](const HostReport& a, const HostReport& b) { return a.fresh > b.fresh; });
  const BarRows rows;
  std::string out =
      draw_text({rows.left, 18}, "start",
                all == hosts.size()
                    ? "share of copies that are fresh"
                    : fmt::format("share of copies that are fresh; the {} largest of {} hosts",
                                  hosts.size(), grouped(all)));
  for (std::size_t i = 0; i < hosts.size(); ++i)
    out += rows.draw(i, shortened(hosts[i].name, 26), hosts[i].fresh, percent_words(hosts[i].fresh),
                     "same");
  return drawing({kPlotWidth, rows.y(hosts.size()) + 8}, "Freshness by host",
                 "The share of each host's copies that are estimated to be up to date.", out);
}

bool has_wide_calendar(const Report& report) {
  return !report.days.empty() && CalendarCells(report).weeks > kNarrowWeeksMax;
}

// Above the first day of each month, and of the calendar where there is room.
std::string month_names(const CalendarCells& cells) {
  constexpr double kNameWidth = 52;
  std::string out;
  double end = cells.corner(cells.last).x + kNameWidth;
  for (sys_days day = cells.last; day >= cells.first; day -= std::chrono::days(1)) {
    const double x = cells.corner(day).x;
    const bool begins = std::chrono::year_month_day(day).day() == std::chrono::day(1);
    if (!begins && (day != cells.first || x + kNameWidth > end)) continue;
    out += draw_text({x, kPlotTop - 8}, "start", day_words(day).substr(0, 7));
    end = x;
  }
  return out;
}

std::string plot_calendar(const Report& report) {
  if (report.days.empty()) return "";
  const CalendarCells cells(report);
  constexpr std::array<std::string_view, 7> kDayLabels = {"Mon", "", "Wed", "", "Fri", "", "Sun"};
  std::uint64_t most = 0;
  for (auto day = report.days.lower_bound(cells.first); day != report.days.end(); ++day)
    most = std::max(most, day->second.changed);
  std::string out;
  for (std::size_t row = 0; row < kDayLabels.size(); ++row)
    out += draw_text({kCellsLeft - 6, kPlotTop + cells.size * (static_cast<double>(row) + 0.6)},
                     "end", kDayLabels[row]);
  for (sys_days day = cells.first; day <= cells.last; day += std::chrono::days(1)) {
    const auto found = report.days.find(day);
    const CheckSums sums = found == report.days.end() ? CheckSums{} : found->second;
    out +=
        draw_box(cells.corner(day), {cells.size - 3, cells.size - 3},
                 sums.checks() == 0 ? "idle" : fmt::format("heat{}", heat_of(sums.changed, most)),
                 day_title(day, sums));
  }
  out += month_names(cells);
  const double below = kPlotTop + 7 * cells.size;
  out += draw_text({kCellsLeft, below + 16}, "start", "no check");
  double x = kCellsLeft + 58;
  for (const std::string_view style : {"idle", "heat0", "heat1", "heat2", "heat3", "heat4"}) {
    out += draw_box({x, below + 6}, {12, 12}, style, "");
    x += 16;
  }
  out += draw_text({x + 4, below + 16}, "start", fmt::format("{} changes", grouped(most)));
  return drawing({cells.width, below + 26}, "Changes found, day by day",
                 fmt::format("A calendar from {} to {}; at most {} changes on a day.",
                             day_words(cells.first), day_words(cells.last), grouped(most)),
                 out);
}

std::string plot_equal(const Report& report) {
  if (!report.equal) return "";
  const EqualVisiting& equal = *report.equal;
  const BarRows rows{.left = 100};
  const auto needed = static_cast<std::uint64_t>(std::clamp(equal.equal_checks, 0.0, 1e15));
  const double most = std::max(static_cast<double>(equal.checks), equal.equal_checks);
  std::string out =
      draw_text({rows.left, 18}, "start", "share of time that copies were fresh, same checks");
  out += rows.draw(0, "freshet", equal.fresh, percent_words(equal.fresh), "change");
  out +=
      rows.draw(1, "equal visiting", equal.equal_fresh, percent_words(equal.equal_fresh), "same");
  out += draw_text({rows.left, rows.y(2) + 26}, "start", "checks, same freshness");
  out += rows.draw(4, "freshet", static_cast<double>(equal.checks) / most, grouped(equal.checks),
                   "change");
  out += rows.draw(5, "equal visiting", equal.equal_checks / most, grouped(needed), "same");
  return drawing({kPlotWidth, rows.y(6) + 8}, "Compared with equal visiting",
                 fmt::format("With the same checks {} against {}; for the same freshness {} checks "
                             "against {}.",
                             percent_words(equal.fresh), percent_words(equal.equal_fresh),
                             grouped(equal.checks), grouped(needed)),
                 out);
}

}  // namespace freshet
