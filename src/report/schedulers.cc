#include "report/schedulers.h"

#include <fmt/format.h>

#include "base/json.h"
#include "base/wording.h"
#include "report/words.h"

namespace freshet {
namespace {

std::string basket_name(const GainRow& row) {
  return row.right_hours == 0 ? "all" : fmt::format("{:g} h", row.right_hours);
}

void write_gain(JsonWriter& json, const GainRow& row) {
  json.begin_object().key("right_hours");
  row.right_hours == 0 ? json.null() : json.value(row.right_hours);
  json.key("pages").value(row.pages).key("given_hours").value(row.given_hours);
  json.key("information_gain_hours").value(row.information);
  json.key("processing_gain_hours").value(row.processing);
  json.key("right").value(row.right).key("shorter").value(row.shorter);
  json.key("longer").value(row.longer).end_object();
}

}  // namespace

std::string schedulers_text(const SchedulerComparison& comparison) {
  if (comparison.runs.empty()) return "";
  std::string out = fmt::format("{} of {}, {}, seed {}\n\n",
                                counted(comparison.runs[0].pages.size(), "page", "pages"),
                                counted(comparison.hosts, "host", "hosts"),
                                counted(comparison.days, "day", "days"), comparison.seed);
  out += fmt::format("{:<10} {:>8} {:>7} {:>9} {:>8}\n", "scheduler", "checks", "fresh", "versions",
                     "delay");
  out += fmt::format("{:<10} {:>8} {:>7} {:>9} {:>8}\n", "", "", "", "seen", "hours");
  for (const SchedulerRun& run : comparison.runs)
    out += fmt::format("{:<10} {:>8} {:>7.4f} {:>9.4f} {:>8.2f}\n", run.name, grouped(run.checks),
                       run.fresh, run.seen, run.delay_hours);
  out += fmt::format("\n{:<10} {:>7} {:>6} {:>7} {:>7} {:>8} {:>7} {:>12} {:>11}\n", "scheduler",
                     "belongs", "pages", "checked", "in its", "in a", "in a", "information",
                     "processing");
  out += fmt::format("{:<10} {:>7} {:>6} {:>7} {:>7} {:>8} {:>7} {:>12} {:>11}\n", "", "to", "",
                     "every h", "basket", "shorter", "longer", "gain, h", "gain, h");
  for (const SchedulerRun& run : comparison.runs)
    for (const GainRow& row : run.gains)
      out += fmt::format(
          "{:<10} {:>7} {:>6} {:>7.1f} {:>7.2f} {:>8.2f} {:>7.2f} {:>12.1f} "
          "{:>11.1f}\n",
          run.name, basket_name(row), row.pages, row.given_hours, row.right, row.shorter,
          row.longer, row.information, row.processing);
  for (const SchedulerRun& run : comparison.runs)
    out +=
        fmt::format("{}{}: {}\n", &run == &comparison.runs[0] ? "\n" : "", run.name, run.meaning);
  return out;
}

std::string schedulers_json(const SchedulerComparison& comparison) {
  JsonWriter json;
  json.begin_object().key("seed").value(comparison.seed).key("hosts").value(comparison.hosts);
  json.key("days").value(comparison.days);
  json.key("pages").value(comparison.runs.empty() ? 0 : comparison.runs[0].pages.size());
  json.key("schedulers").begin_array();
  for (const SchedulerRun& run : comparison.runs) {
    json.begin_object().key("name").value(run.name).key("checks").value(run.checks);
    json.key("fresh").value(run.fresh).key("versions_seen").value(run.seen);
    json.key("delay_hours").value(run.delay_hours).key("gains").begin_array();
    for (const GainRow& row : run.gains) write_gain(json, row);
    json.end_array().end_object();
  }
  return json.end_array().end_object().take() + "\n";
}

}  // namespace freshet
