// refresh_days [FIRST [COUNT]] [--verbose]: one `refresh --once` a day for 21 days in virtual time,
// 529 pages of which 7 are edited; 30 runs with different delays, validators and edits. Prints how
// far the belief about the archive is from the truth on the worst day after the fifth, and what is
// believed of the pages that are edited daily. Exit code 1 if a run is more than 5 points off, or
// if a page that changed at every check is not checked often.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "schedule/days.h"
#include "simulation/daily_refresh.h"
#include "testkit/scratch.h"

int main(int argc, char** argv) {
  using namespace freshet;
  using std::chrono::milliseconds;
  constexpr milliseconds kDelays[] = {milliseconds(0), milliseconds(200), milliseconds(1000),
                                      milliseconds(3000), milliseconds(15000)};
  constexpr SentValidators kSent[] = {SentValidators::all, SentValidators::none,
                                      SentValidators::etag};
  constexpr double kGapMax = 0.05;
  constexpr double kOftenDays = 3;  // within which a page that always changes is checked again
  const bool is_verbose = argc > 1 && std::string(argv[argc - 1]) == "--verbose";
  if (is_verbose) --argc;
  const std::uint64_t first = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1;
  const std::uint64_t count = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 30;
  const Scratch scratch;
  double worst = 0;
  std::size_t bad = 0;
  for (std::uint64_t run = first; run < first + count; ++run) {
    DailyRefreshOptions options;
    options.seed = run;
    options.edits_in_bursts = run % 2 == 1;
    options.validators = kSent[run / 2 % 3];
    options.delay = kDelays[run / 6 % 5];
    // Later runs check every page each day, at the slower paces for hours.
    if (run > 30) options.every = std::chrono::days(1);
    const std::string directory = scratch / std::to_string(run);
    const DailyRefreshResult done = run_daily_refresh(system_disk(), directory, options);
    std::filesystem::remove_all(directory);
    if (!done.status) {
      fmt::print("run {}: {}\n", run, done.status.error().message);
      return 1;
    }
    const double gap = done.worst_gap(5);
    worst = std::max(worst, gap);
    double slowest = 1e9;
    double wait = 0;
    for (const EditedPage& page : done.edited) {
      if (!page.is_daily) continue;
      const PageOutlook& outlook = page.outlook;
      slowest = std::min(slowest, outlook.changes_per_day);
      wait = std::max(wait, outlook.planned ? days_of(*outlook.planned - done.ended) : 1e9);
    }
    const bool is_bad = gap > kGapMax || wait > kOftenDays;
    bad += is_bad ? 1 : 0;
    fmt::print(
        "run {}: delay {} ms, {}, edits {}: off by {:.1f} points at worst; daily pages at least "
        "{:.2f} a day, checked within {:.1f} days{}\n",
        run, options.delay.count(), validators_name(options.validators),
        options.edits_in_bursts ? "in bursts" : "spread", 100 * gap, slowest, wait,
        is_bad ? "  BAD" : "");
    if (is_verbose) {
      for (const RefreshDay& day : done.days)
        fmt::print("  day {:2}: {:3} checks, {:2} changed, believed {:5.1f} %, fresh {:5.1f} %\n",
                   day.day, day.checks, day.changed, 100 * day.believed, 100 * day.fresh);
      for (const EditedPage& page : done.edited)
        fmt::print("  {}: {} of {} changed, {:.3f} a day ({:.3f} to {:.3f}), next in {:.2f} days\n",
                   page.url, page.outlook.changes, page.outlook.checks,
                   page.outlook.changes_per_day, page.outlook.changes_per_day_low,
                   page.outlook.changes_per_day_high,
                   page.outlook.planned ? days_of(*page.outlook.planned - done.ended) : -1);
    }
    std::fflush(stdout);
  }
  fmt::print("{} runs: off by {:.1f} points at worst, {} bad\n", count, 100 * worst, bad);
  return bad == 0 ? 0 : 1;
}
