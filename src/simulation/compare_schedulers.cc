#include "simulation/compare_schedulers.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "catalog/open_catalog.h"
#include "refresh/basket_watch.h"
#include "schedule/policy_registry.h"
#include "simulation/refresh_run.h"
#include "store/snapshot_facts.h"

namespace freshet {
namespace {

constexpr double kDayHours = 24;
constexpr double kFastestHours = 2;  // between two changes
constexpr double kSlowestHours = 96;

double hours_of(Duration time) {
  return std::chrono::duration<double, std::chrono::hours::period>(time).count();
}

// A world whose pages change and do nothing else, so that only the schedulers matter.
WorldPlan world_of(const CompareOptions& options) {
  WorldPlan world{.seed = options.seed, .hosts = options.hosts, .pages = options.pages};
  WorldFeatures& features = world.features;
  for (bool* feature :
       {&features.fine_rules, &features.sitemaps, &features.split_sitemaps, &features.requisites,
        &features.redirects, &features.directives, &features.missing_pages, &features.validators,
        &features.duplicates, &features.traps, &features.misbehaviour})
    *feature = false;
  world.changes_per_day_min = kDayHours / kSlowestHours;
  world.changes_per_day_max = kDayHours / kFastestHours;
  return world;
}

struct Task {
  std::string name;
  std::string meaning;
  BasketsMode baskets = {};
  std::string policy = std::string(kDefaultPolicy);
  double budget = 1;  // checks per page and day
};

// Returns the latest baskets of the pages.
Result<std::unordered_map<std::string, double>> given_baskets(Disk& disk,
                                                              const std::string& directory,
                                                              const std::vector<PageTruth>& pages) {
  auto catalog = open_catalog(disk, catalog_address(directory), {.access = CatalogAccess::read});
  if (!catalog) return std::unexpected(catalog.error());
  constexpr std::size_t kChecksRead = 10;  // the latest may belong to a new detection
  std::unordered_map<std::string, double> given;
  for (const PageTruth& page : pages) {
    const auto checks = (*catalog)->checks(page_key_of(page.url), kChecksRead);
    if (!checks) return std::unexpected(checks.error());
    for (const PageCheck& check : *checks)
      if (const auto hours = basket_hours_of(check.stages)) given[page.url] = *hours;
  }
  return given;
}

struct Sums {
  std::uint64_t changes = 0;
  std::uint64_t seen = 0;
  double delay_hours = 0;
};

// Marks the checks that found a change, and counts the outcome of each change.
void count_changes(ScheduledPage& page, double end, Sums& sums) {
  auto change = page.changes.begin();
  for (ScheduledCheck& check : page.checks) {
    for (; change != page.changes.end() && *change <= check.hour; ++change) {
      check.found_change = true;
      sums.delay_hours += check.hour - *change;
    }
    sums.seen += check.found_change ? 1 : 0;
  }
  for (; change != page.changes.end(); ++change) sums.delay_hours += end - *change;
  sums.changes += page.changes.size();
}

// Returns the results of the pages of one basket, or of all; `given` has the hours of each page.
GainRow gains_of(const std::vector<ScheduledPage>& pages, const std::vector<double>& given,
                 double right_hours) {
  GainRow row{.right_hours = right_hours};
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const ScheduledPage& page = pages[i];
    if (right_hours != 0 && page.right_hours != right_hours) continue;
    const BasketGain gain = basket_gain(page.right_hours, given[i]);
    ++row.pages;
    row.given_hours += given[i];
    row.information += gain.information;
    row.processing += gain.processing;
    (page.basket_hours == page.right_hours  ? row.right
     : page.basket_hours < page.right_hours ? row.shorter
                                            : row.longer) += 1;
  }
  const auto count = static_cast<double>(std::max<std::size_t>(row.pages, 1));
  for (double* sum :
       {&row.given_hours, &row.information, &row.processing, &row.right, &row.shorter, &row.longer})
    *sum /= count;
  return row;
}

// Returns the times of the checks of each page, from the server's log.
std::unordered_map<std::string, std::vector<double>> checks_of(const SimulatedWeb& web, Time zero,
                                                               const RefreshRunResult& done) {
  std::unordered_map<std::string, std::vector<double>> checks;
  for (const PracticeLogLine& line : web.web.log()) {
    const Time at = zero + line.start;
    if (at >= done.from && at <= done.until) checks[line.url].push_back(hours_of(at - done.from));
  }
  return checks;
}

Result<SchedulerRun> run(Disk& disk, const std::string& directory, const Task& task,
                         const CompareOptions& options) {
  SimulatedWeb web(world_of(options));
  const Time zero = web.clock.now() - web.events.tick();
  RefreshRunOptions refresh;
  refresh.plan.guard = AddressGuard({*Network::parse(kPracticeNetworkV4)});
  refresh.plan.requisites = false;
  refresh.planner.baskets = task.baskets;
  refresh.planner.policy_name = task.policy;
  refresh.planner.sitemaps_every = Duration{};
  refresh.budget = task.budget;
  refresh.time = std::chrono::days(options.days);
  const Time began = web.clock.now();
  refresh.each_call = [&] {
    if (options.progress)
      options.progress(task.name,
                       static_cast<std::uint64_t>(hours_of(web.clock.now() - began) / kDayHours));
  };
  RefreshRunResult done = run_refresh(web, disk, directory, refresh);
  if (!done.status) return std::unexpected(done.status.error());
  const auto baskets = given_baskets(disk, directory, done.truths);
  if (!baskets) return std::unexpected(baskets.error());

  SchedulerRun result{.name = task.name, .meaning = task.meaning, .fresh = done.fresh};
  auto checks = checks_of(web, zero, done);
  const double end = hours_of(done.until - done.from);
  Sums sums;
  std::vector<double> given;
  for (const PageTruth& truth : done.truths) {
    ScheduledPage page;
    page.right_hours =
        options.baskets.loop_hours[right_basket(kDayHours / truth.rate, options.baskets)];
    for (const Time change : truth.changes)
      if (change > done.from && change < done.until)
        page.changes.push_back(hours_of(change - done.from));
    for (const double hour : checks[truth.url]) page.checks.push_back({.hour = hour});
    result.checks += page.checks.size();
    count_changes(page, end, sums);
    const auto basket = baskets->find(truth.url);
    const double every = end / static_cast<double>(std::max<std::size_t>(page.checks.size(), 1));
    given.push_back(basket == baskets->end() ? every : basket->second);
    page.basket_hours = options.baskets.loop_hours[right_basket(given.back(), options.baskets)];
    result.pages.push_back(std::move(page));
  }
  if (sums.changes > 0) {
    result.seen = static_cast<double>(sums.seen) / static_cast<double>(sums.changes);
    result.delay_hours = sums.delay_hours / static_cast<double>(sums.changes);
  }
  for (const double hours : options.baskets.loop_hours)
    result.gains.push_back(gains_of(result.pages, given, hours));
  result.gains.push_back(gains_of(result.pages, given, 0));
  return result;
}

}  // namespace

Result<SchedulerComparison> compare_schedulers(Disk& disk, const std::string& directory,
                                               const CompareOptions& options) {
  SchedulerComparison comparison{
      .seed = options.seed, .hosts = options.hosts, .days = options.days};
  const std::vector<std::string> all_pages = {"http*"};
  // One basket, without a detection.
  const BasketOptions normal{.hours_min = options.normal_hours,
                             .hours_max = options.normal_hours,
                             .loop_hours = {options.normal_hours},
                             .contradictions_max = 0};
  std::vector<Task> tasks = {
      {.name = "normal",
       .meaning = fmt::format("every page every {:g} hours", options.normal_hours),
       .baskets = {.urls = all_pages, .baskets = normal}},
      {.name = "optimised",
       .meaning = "baskets mode: polls find the basket of each page",
       .baskets = {.urls = all_pages, .baskets = options.baskets}},
      {.name = "freshet",
       .meaning = "freshet's own policy, with as many checks as the optimised scheduler made"}};
  for (const std::string& name : options.policies) {
    const auto policy = find_policy(name);
    if (!policy) return std::unexpected(policy.error());
    tasks.push_back({.name = name, .meaning = std::string((*policy)->summary), .policy = name});
  }
  constexpr std::size_t kOptimised = 1;
  for (Task& task : tasks) {
    if (task.baskets.urls.empty() && !comparison.runs[kOptimised].pages.empty())
      task.budget = static_cast<double>(comparison.runs[kOptimised].checks) /
                    static_cast<double>(comparison.runs[kOptimised].pages.size() * options.days);
    auto done = run(disk, fmt::format("{}/{}", directory, task.name), task, options);
    if (!done) return std::unexpected(done.error());
    comparison.runs.push_back(*std::move(done));
  }
  return comparison;
}

}  // namespace freshet
