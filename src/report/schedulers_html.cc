// The drawings of a comparison of schedulers: the paper's figures 3 to 7.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/markup.h"
#include "report/html_parts.h"
#include "report/plot_parts.h"
#include "report/schedulers.h"
#include "report/words.h"

namespace freshet {
namespace {

constexpr double kDayHours = 24;
constexpr double kTimelineHeight = 170;
constexpr double kTimelineFloor = kTimelineHeight - 50;
constexpr double kBinHours = 6;            // of the checks of all pages
constexpr double kExampleHours = 12;       // the basket of the page that is shown as a frequent one
constexpr std::uint64_t kDaysPlotted = 7;  // of single pages, as in the paper

// Checks of one page as spikes; below the line the changes that happened.
std::string plot_page(const ScheduledPage& page, std::uint64_t days, std::string_view title) {
  const double hours = static_cast<double>(std::min(days, kDaysPlotted)) * kDayHours;
  const auto x = [&](double hour) {
    return kPlotLeft + hour / hours * (kPlotWidth - kPlotLeft - kPlotRight);
  };
  std::string out = draw_line({kPlotLeft, kTimelineFloor}, {x(hours), kTimelineFloor}, "axis");
  std::size_t checks = 0;
  for (const ScheduledCheck& check : page.checks) {
    if (check.hour > hours) break;
    ++checks;
    const double top = check.found_change ? kPlotTop : kPlotTop + 40;
    out += draw_box({x(check.hour) - 1.5, top}, {3, kTimelineFloor - top},
                    check.found_change ? "change" : "same",
                    fmt::format("after {:.1f} h: {}", check.hour,
                                check.found_change ? "changed" : "unchanged"));
  }
  for (const double change : page.changes)
    if (change <= hours)
      out += draw_box({x(change) - 1, kTimelineFloor + 4}, {2, 10}, "trouble",
                      fmt::format("changed after {:.1f} h", change));
  for (double hour = 0; hour <= hours; hour += kDayHours)
    out += draw_line({x(hour), kTimelineFloor + 16}, {x(hour), kTimelineFloor + 20}, "axis") +
           draw_text({x(hour), kTimelineFloor + 34}, hour == hours ? "end" : "middle",
                     fmt::format("day {:.0f}", hour / kDayHours));
  out += draw_key(kPlotLeft, "change", "check, changed") +
         draw_key(kPlotLeft + 130, "same", "check, unchanged") +
         draw_key(kPlotLeft + 270, "trouble", "the page changed");
  return drawing({kPlotWidth, kTimelineHeight}, title,
                 fmt::format("{} checks in {:.0f} days.", checks, hours / kDayHours), out);
}

std::string plot_all(const SchedulerRun& normal, const SchedulerRun& optimised,
                     std::uint64_t days) {
  const auto bins = static_cast<std::size_t>(static_cast<double>(days) * kDayHours / kBinHours);
  const auto count = [&](const SchedulerRun& run) {
    std::vector<double> checks(bins, 0);
    for (const ScheduledPage& page : run.pages)
      for (const ScheduledCheck& check : page.checks)
        checks[std::min(static_cast<std::size_t>(check.hour / kBinHours), bins - 1)] += 1;
    return checks;
  };
  const std::vector<double> left = count(normal);
  const std::vector<double> right = count(optimised);
  ColumnAxes axes{.columns = bins};
  const double level_step =
      axes.reach(std::max(*std::ranges::max_element(left), *std::ranges::max_element(right)));
  std::string out = draw_levels(axes, level_step);
  const double half = axes.step() * 0.42;
  for (std::size_t bin = 0; bin < bins; ++bin) {
    const double x = axes.x(static_cast<double>(bin));
    const auto title = [&](std::string_view name, double checks) {
      return fmt::format("{}, hours {:g} to {:g}: {:.0f} checks", name,
                         static_cast<double>(bin) * kBinHours,
                         static_cast<double>(bin + 1) * kBinHours, checks);
    };
    out += axes.draw(x, half, 0, left[bin], "same", title(normal.name, left[bin])) +
           axes.draw(x + half, half, 0, right[bin], "change", title(optimised.name, right[bin]));
  }
  const std::uint64_t day_step = std::max<std::uint64_t>(1, (days + 6) / 7);
  for (std::uint64_t day = 0; day < days; day += day_step)
    out += draw_text({axes.x(static_cast<double>(day) * kDayHours / kBinHours), kColumnsFloor + 18},
                     "start", fmt::format("day {}", day));
  out += draw_key(kPlotLeft, "same", normal.name) +
         draw_key(kPlotLeft + 110, "change", optimised.name);
  return drawing(
      {kPlotWidth, kColumnsHeight}, "Checks of all pages",
      fmt::format("In every {:g} hours; {} {} checks, {} {}.", kBinHours, grouped(normal.checks),
                  normal.name, grouped(optimised.checks), optimised.name),
      out);
}

// Plots pages by the distance to the basket where they belong.
std::string plot_errors(const std::vector<SchedulerRun>& runs) {
  constexpr std::string_view kStyles[] = {"same", "change", "trouble"};
  std::map<double, std::vector<double>> pages;
  for (std::size_t i = 0; i < runs.size(); ++i)
    for (const ScheduledPage& page : runs[i].pages) {
      auto& counts = pages[page.basket_hours - page.right_hours];
      counts.resize(runs.size());
      counts[i] += 1;
    }
  if (pages.empty()) return "";
  ColumnAxes axes{.columns = pages.size()};
  double most = 0;
  for (const auto& [error, counts] : pages)
    most = std::max(most, *std::ranges::max_element(counts));
  std::string out = draw_levels(axes, axes.reach(most));
  const double width = axes.step() * 0.84 / static_cast<double>(runs.size());
  std::size_t place = 0;
  for (const auto& [error, counts] : pages) {
    const double x = axes.x(static_cast<double>(place++));
    for (std::size_t i = 0; i < runs.size(); ++i)
      out += axes.draw(
          x + width * static_cast<double>(i), width, 0, counts[i], kStyles[i % std::size(kStyles)],
          fmt::format("{}: {:.0f} pages, E = {:+g} h", runs[i].name, counts[i], error));
    out += draw_text({x + axes.step() * 0.42, kColumnsFloor + 18}, "middle",
                     error == 0 ? "0" : fmt::format("{:+g}", error));
  }
  double key = kPlotLeft;
  for (std::size_t i = 0; i < runs.size(); ++i, key += 110)
    out += draw_key(key, kStyles[i % std::size(kStyles)], runs[i].name);
  out += draw_text({kPlotWidth / 2, kColumnsHeight - 6}, "middle",
                   "E, hours: the basket given less the one where the page belongs");
  return drawing({kPlotWidth, kColumnsHeight}, "Pages against E",
                 "Pages by how much longer their basket is than the right one.", out);
}

std::string plot_freshness(const std::vector<SchedulerRun>& runs) {
  const BarRows rows{.left = 110};
  std::string out;
  std::size_t row = 0;
  const auto part = [&](std::string_view title, double SchedulerRun::* share) {
    out += draw_text({rows.left, rows.y(row) - 4}, "start", title);
    for (const SchedulerRun& run : runs)
      out += rows.draw(row++, run.name, run.*share, percent_words(run.*share),
                       run.name == runs.front().name ? "same" : "change");
    row += 1;
  };
  part("share of time that copies were fresh", &SchedulerRun::fresh);
  part("versions that were seen", &SchedulerRun::seen);
  return drawing({kPlotWidth, rows.y(row)}, "What the checks were worth",
                 "How fresh copies were, and how many versions were seen, by scheduler.", out);
}

std::string gain_table(const SchedulerComparison& comparison) {
  std::string out =
      "<table>\n<thead><tr><th scope=\"col\">scheduler</th><th scope=\"col\">belongs to</th>"
      "<th scope=\"col\">pages</th><th scope=\"col\">checked every</th>"
      "<th scope=\"col\">in its basket</th><th scope=\"col\">in a shorter</th>"
      "<th scope=\"col\">in a longer</th><th scope=\"col\">information gain</th>"
      "<th scope=\"col\">processing gain</th></tr></thead>\n<tbody>\n";
  for (const SchedulerRun& run : comparison.runs)
    for (const GainRow& row : run.gains)
      out += fmt::format(
          "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td>{:.1f} h</td><td>{}</td>"
          "<td>{}</td><td>{}</td><td>{:+.1f} h</td><td>{:+.1f} h</td></tr>\n",
          as_markup(run.name),
          row.right_hours == 0 ? "all" : fmt::format("{:g} h", row.right_hours), row.pages,
          row.given_hours, percent_words(row.right), percent_words(row.shorter),
          percent_words(row.longer), row.information, row.processing);
  return out + "</tbody></table>\n";
}

// The first page that is where it belongs, in the basket that is nearest to `hours`.
std::size_t example(const SchedulerRun& run, double hours) {
  std::size_t best = 0;
  const auto distance = [&](const ScheduledPage& page) {
    return std::abs(page.right_hours - hours) + std::abs(page.basket_hours - page.right_hours);
  };
  for (std::size_t i = 1; i < run.pages.size(); ++i)
    if (distance(run.pages[i]) < distance(run.pages[best])) best = i;
  return best;
}

std::string page_note(const ScheduledPage& page) {
  return fmt::format(
      "A page that belongs into the basket of {:g} h, checked every {:g} h in the end.",
      page.right_hours, page.basket_hours);
}

}  // namespace

std::string schedulers_html(const SchedulerComparison& comparison) {
  std::string out = html_head(
      "schedulers", "Normal against optimised checks",
      fmt::format(
          "Pages: {}, of a made-up web with {} hosts, for {} days, seed {}. After Meegahapola et "
          "al., Detection of Change Frequency in Web Pages to Optimize Server-based "
          "Scheduling (2017).",
          comparison.runs.empty() ? 0 : comparison.runs[0].pages.size(), comparison.hosts,
          comparison.days, comparison.seed));
  out += "<div class=\"sections\">\n";
  if (comparison.runs.size() >= 2 && !comparison.runs[0].pages.empty()) {
    const SchedulerRun& normal = comparison.runs[0];
    const SchedulerRun& optimised = comparison.runs[1];
    const std::size_t often = example(optimised, kExampleHours);
    const std::size_t rare = example(optimised, normal.gains.rbegin()[1].right_hours);
    out += html_section("Any page, normal scheduler (figure 3)", page_note(normal.pages[often]),
                        plot_page(normal.pages[often], comparison.days, "Checks of any page"));
    out += html_section(
        "A page that changes often, optimised (figure 4)", page_note(optimised.pages[often]),
        plot_page(optimised.pages[often], comparison.days, "Checks of a page that changes often"));
    out += html_section(
        "A page that changes rarely, optimised (figure 5)", page_note(optimised.pages[rare]),
        plot_page(optimised.pages[rare], comparison.days, "Checks of a page that changes rarely"));
    out +=
        html_section("All pages (figure 6)", fmt::format("Checks in every {:g} hours.", kBinHours),
                     plot_all(normal, optimised, comparison.days));
    out += html_section("Pages against the error E (figure 7)",
                        "Left of 0 information is gained, right of it processing.",
                        plot_errors(comparison.runs));
    out += html_section("What the checks were worth", "", plot_freshness(comparison.runs));
    out += html_section("Gains", "", gain_table(comparison), true);
  }
  out += "</div>\n</main>\n<footer>\n";
  for (const SchedulerRun& run : comparison.runs)
    out += fmt::format("<p>{}: {}; {} checks, a change waits {:.1f} h for the next one.</p>\n",
                       as_markup(run.name), as_markup(run.meaning), grouped(run.checks),
                       run.delay_hours);
  return out + "</footer>\n</body>\n</html>\n";
}

}  // namespace freshet
