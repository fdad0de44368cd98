#include "cli/simulate_output.h"

#include <fmt/format.h>

#include <string_view>

#include "app/new_file.h"
#include "base/disk.h"
#include "base/json.h"
#include "lab/freshness_svg.h"
#include "lab/split.h"
#include "lab/trial.h"

namespace freshet {
namespace {

constexpr int kBootstrapDraws = 1000;
constexpr std::size_t kPaperFolds = 3;  // two thirds to learn from

const char* name_of(CountedChanges changes) {
  return changes == CountedChanges::any ? "any" : "content";
}
const char* name_of(PageWeights weights) {
  return weights == PageWeights::pages ? "pages" : "sites";
}

void print_group_error_line(std::string_view name, const GroupErrors& errors, Output& out) {
  out.write(fmt::format("{:<30} {:>8.2f} {:>12.2f} {:>12.2f}\n", name, 100 * errors.at_first,
                        100 * errors.historic, 100 * errors.bayesian));
}

}  // namespace

Result<std::vector<PolicyScore>> score_policies(const DayHistory& days,
                                                const SimulationRequest& request,
                                                const Training& training) {
  std::vector<PolicyScore> rows;
  for (const std::string& policy : request.policies) {
    for (const double budget : request.budgets) {
      TrialOptions options;
      options.budget = budget;
      options.weights = request.weights;
      options.seed = kSimulationSeed;
      const auto record = request.folds > 0 ? run_folds(policy, days, request.folds, options)
                                            : run_trial(policy, days, training, options);
      if (!record) return std::unexpected(record.error());
      rows.push_back(
          {policy, budget, score(*record, request.weights),
           freshness_interval(*record, request.weights, kBootstrapDraws, kSimulationSeed)});
    }
  }
  return rows;
}

std::string to_json(const std::vector<PolicyScore>& rows, const SimulationRequest& request) {
  JsonWriter json;
  json.begin_array();
  for (const PolicyScore& row : rows) {
    json.begin_object().key("policy").value(row.policy).key("budget").value(row.budget);
    json.key("changes")
        .value(name_of(request.changes))
        .key("weights")
        .value(name_of(request.weights));
    json.key("freshness").value(row.score.freshness).key("low").value(row.interval.low);
    json.key("high").value(row.interval.high).key("age_days").value(row.score.age_days);
    json.key("useful_share").value(row.score.useful_share).end_object();
  }
  return json.end_array().take();
}

void print_csv(const std::vector<PolicyScore>& rows, const SimulationRequest& request,
               Output& out) {
  out.write("policy,budget,changes,weights,freshness,low,high,age_days,useful_share\n");
  for (const PolicyScore& row : rows)
    out.write(fmt::format("{},{:g},{},{},{:.6f},{:.6f},{:.6f},{:.6f},{:.6f}\n", row.policy,
                          row.budget, name_of(request.changes), name_of(request.weights),
                          row.score.freshness, row.interval.low, row.interval.high,
                          row.score.age_days, row.score.useful_share));
}

void print_scores(const std::vector<PolicyScore>& rows, Output& out) {
  out.write(fmt::format("{:<14} {:>7} {:>10} {:>17} {:>9} {:>7}\n", "policy", "budget", "freshness",
                        "95 % of sites", "age days", "useful"));
  for (const PolicyScore& row : rows)
    out.write(fmt::format("{:<14} {:>7g} {:>10.4f} {:>8.4f} {:>8.4f} {:>9.2f} {:>7.3f}\n",
                          row.policy, row.budget, row.score.freshness, row.interval.low,
                          row.interval.high, row.score.age_days, row.score.useful_share));
}

void print_group_errors(const DayHistory& days, const Training& training,
                        const SimulationRequest& request, Output& out) {
  out.write("\nPages in the wrong change-rate group (Barbosa et al. 2005, Tables 3 and 5), %\n");
  out.write(fmt::format("{:<30} {:>8} {:>12} {:>12}\n", "first sight", "alone", "+ historic",
                        "+ bayesian"));
  const auto line = [&](std::string_view name, const GroupErrors& errors) {
    print_group_error_line(name, errors, out);
  };
  if (request.folds > 0) {
    const auto by_site = split_by_site(days, request.folds, kSimulationSeed);
    const auto by_page = split_by_page(days, kPaperFolds, kSimulationSeed);
    line("random", group_errors(by_site, FirstClasses::random, kSimulationSeed));
    line("largest group", group_errors(by_site, FirstClasses::largest_group, kSimulationSeed));
    line("tree, sites not seen", group_errors(by_site, FirstClasses::first_sight, kSimulationSeed));
    line("tree, other pages of the sites",
         group_errors(by_page, FirstClasses::first_sight, kSimulationSeed));
  } else {
    line("random", group_errors(days, training, FirstClasses::random, kSimulationSeed));
    line("largest group",
         group_errors(days, training, FirstClasses::largest_group, kSimulationSeed));
    line("first sight", group_errors(days, training, FirstClasses::first_sight, kSimulationSeed));
  }
  line("the paper: random", {.at_first = 0.7522, .historic = 0.2833, .bayesian = 0.3473});
  line("the paper: J48", {.at_first = 0.2564, .historic = 0.1495, .bayesian = 0.3787});
}

Status write_svg(const std::vector<PolicyScore>& rows, const SimulationRequest& request,
                 const std::string& path) {
  std::vector<FreshnessLine> lines;
  for (const PolicyScore& row : rows) {
    if (lines.empty() || lines.back().name != row.policy) lines.push_back({row.policy, {}});
    lines.back().points.push_back(
        {row.budget, row.score.freshness, row.interval.low, row.interval.high});
  }
  const std::string title =
      fmt::format("Freshness against budget: {} changes, each of the {} counts once",
                  name_of(request.changes), name_of(request.weights));
  return write_new_file(system_disk(), path, draw_freshness(title, lines));
}

}  // namespace freshet
