// freshet simulate: how fresh copies would have been under each policy, on a history that happened.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

#include "base/disk.h"
#include "base/escape.h"
#include "base/json.h"
#include "cli/commands/commands.h"
#include "cli/unknown_policy.h"
#include "lab/freshness_svg.h"
#include "lab/group_errors.h"
#include "lab/replay.h"
#include "lab/split.h"
#include "lab/trial.h"
#include "predict/change_history.h"
#include "schedule/shipped_training.h"

namespace freshet {
namespace {

constexpr int kBootstrapDraws = 1000;
constexpr std::uint64_t kSeed = 1;
constexpr std::size_t kBudgetsMax = 64;
constexpr std::size_t kFoldsMax = 1000;
constexpr std::size_t kPaperFolds = 3;  // two thirds to learn from

// What the command line asks for.
struct Wish {
  std::vector<std::string> policies;
  std::vector<double> budgets;
  CountedChanges changes = CountedChanges::any;
  PageWeights weights = PageWeights::pages;
  std::size_t folds = 0;  // 0: none
};

struct PolicyRow {
  std::string policy;
  double budget = 0;
  ReplayScore score;
  Interval interval;
};

std::vector<std::string> split_list(std::string_view list) {
  std::vector<std::string> parts;
  for (;;) {
    const std::size_t comma = list.find(',');
    parts.emplace_back(list.substr(0, comma));
    if (comma == std::string_view::npos) return parts;
    list.remove_prefix(comma + 1);
  }
}

const char* name_of(CountedChanges changes) {
  return changes == CountedChanges::any ? "any" : "content";
}
const char* name_of(PageWeights weights) {
  return weights == PageWeights::pages ? "pages" : "sites";
}

// An option that may be given again, as one list; `none` if it is not given.
std::string all_given(const Arguments& arguments, std::string_view option, std::string_view none) {
  const std::vector<std::string> lists = arguments.values(option);
  return lists.empty() ? std::string(none) : fmt::format("{}", fmt::join(lists, ","));
}

std::expected<std::vector<double>, Failure> read_budgets(std::string_view list) {
  std::vector<double> budgets;
  for (const std::string& part : split_list(list)) {
    double value = 0;
    const auto [end, failed] = std::from_chars(part.data(), part.data() + part.size(), value);
    if (failed != std::errc{} || end != part.data() + part.size() || !(value > 0) || value > 1)
      return wrong_usage(fmt::format(
          "--budget: \"{}\" is no number of checks per page and day above 0 and up to 1",
          visible(part)));
    budgets.push_back(value);
  }
  if (budgets.size() > kBudgetsMax)
    return wrong_usage(fmt::format("--budget: at most {} budgets can be given", kBudgetsMax));
  std::ranges::sort(budgets);
  return budgets;
}

std::expected<std::vector<std::string>, Failure> read_policies(std::string_view list) {
  std::vector<std::string> policies;
  for (const std::string& name : split_list(list)) {
    if (name == "all") {
      policies.insert(policies.end(), trial_names().begin(), trial_names().end());
      continue;
    }
    if (std::ranges::find(trial_names(), name) == trial_names().end()) {
      std::vector<std::string> names = trial_names();
      names.insert(names.begin(), "all");
      return wrong_usage(unknown_policy(name, names));
    }
    policies.push_back(name);
  }
  return policies;
}

// The place of `value` among two words, the first of which is meant if there is none.
std::expected<bool, Failure> is_second(const Arguments& arguments, std::string_view option,
                                       std::string_view first, std::string_view second) {
  const auto& value = arguments.value(option);
  if (!value || *value == first) return false;
  if (*value == second) return true;
  return wrong_usage(
      fmt::format("{}: expected {} or {}, found \"{}\"", option, first, second, visible(*value)));
}

std::expected<Wish, Failure> read_wish(const Arguments& arguments) {
  Wish wish;
  auto budgets = read_budgets(all_given(arguments, "--budget", "0.01,0.02,0.05,0.1"));
  if (!budgets) return std::unexpected(budgets.error());
  wish.budgets = std::move(*budgets);
  auto policies = read_policies(all_given(arguments, "--policy", "all"));
  if (!policies) return std::unexpected(policies.error());
  wish.policies = std::move(*policies);
  const auto content = is_second(arguments, "--changes", "any", "content");
  if (!content) return std::unexpected(content.error());
  wish.changes = *content ? CountedChanges::content : CountedChanges::any;
  const auto sites = is_second(arguments, "--weights", "pages", "sites");
  if (!sites) return std::unexpected(sites.error());
  wish.weights = *sites ? PageWeights::sites : PageWeights::pages;
  if (const auto& folds = arguments.value("--folds")) {
    const auto [end, failed] =
        std::from_chars(folds->data(), folds->data() + folds->size(), wish.folds);
    if (failed != std::errc{} || end != folds->data() + folds->size() || wish.folds < 2 ||
        wish.folds > kFoldsMax)
      return wrong_usage(fmt::format("--folds: expected a number from 2 to {}, found \"{}\"",
                                     kFoldsMax, visible(*folds)));
    if (arguments.has("--train"))
      return wrong_usage("--folds and --train exclude each other: folds train on the other sites");
  }
  return wish;
}

std::expected<Training, Failure> training_of(const Arguments& arguments, const Wish& wish) {
  const auto& directory = arguments.value("--train");
  if (!directory) return shipped_training(wish.changes);
  const auto history = read_change_history(system_disk(), *directory);
  if (!history) return could_not(history.error().message);
  const DayHistory days = count_in_days(*history, wish.changes);
  const auto is_asked_for = [&](Learned learned) {
    return std::ranges::any_of(
        wish.policies, [&](const std::string& policy) { return learned_for(policy) == learned; });
  };
  // The table for people tells how good first sight is, whatever the policies.
  const bool wants_tree =
      is_asked_for(Learned::first_sight) || (!arguments.has("--json") && !arguments.has("--csv"));
  Training training = train(days, wants_tree ? Learned::first_sight : Learned::nothing);
  if (is_asked_for(Learned::baskets)) training.baskets = train(days, Learned::baskets).baskets;
  return training;
}

std::expected<std::vector<PolicyRow>, Failure> run_all(const DayHistory& days, const Wish& wish,
                                                       const Training& training) {
  std::vector<PolicyRow> rows;
  for (const std::string& policy : wish.policies) {
    for (const double budget : wish.budgets) {
      TrialOptions options;
      options.budget = budget;
      options.weights = wish.weights;
      options.seed = kSeed;
      const auto record = wish.folds > 0 ? run_folds(policy, days, wish.folds, options)
                                         : run_trial(policy, days, training, options);
      if (!record) return could_not(record.error().message);
      rows.push_back({policy, budget, score(*record, wish.weights),
                      freshness_interval(*record, wish.weights, kBootstrapDraws, kSeed)});
    }
  }
  return rows;
}

void print_json(const std::vector<PolicyRow>& rows, const Wish& wish, Output& out) {
  JsonWriter json;
  json.begin_array();
  for (const PolicyRow& row : rows) {
    json.begin_object().key("policy").value(row.policy).key("budget").value(row.budget);
    json.key("changes").value(name_of(wish.changes)).key("weights").value(name_of(wish.weights));
    json.key("freshness").value(row.score.freshness).key("low").value(row.interval.low);
    json.key("high").value(row.interval.high).key("age_days").value(row.score.age_days);
    json.key("useful_share").value(row.score.useful_share).end_object();
  }
  out.write(json.end_array().take() + "\n");
}

void print_csv(const std::vector<PolicyRow>& rows, const Wish& wish, Output& out) {
  out.write("policy,budget,changes,weights,freshness,low,high,age_days,useful_share\n");
  for (const PolicyRow& row : rows)
    out.write(fmt::format("{},{:g},{},{},{:.6f},{:.6f},{:.6f},{:.6f},{:.6f}\n", row.policy,
                          row.budget, name_of(wish.changes), name_of(wish.weights),
                          row.score.freshness, row.interval.low, row.interval.high,
                          row.score.age_days, row.score.useful_share));
}

void print_table(const std::vector<PolicyRow>& rows, Output& out) {
  out.write(fmt::format("{:<14} {:>7} {:>10} {:>17} {:>9} {:>7}\n", "policy", "budget", "freshness",
                        "95 % of sites", "age days", "useful"));
  for (const PolicyRow& row : rows)
    out.write(fmt::format("{:<14} {:>7g} {:>10.4f} {:>8.4f} {:>8.4f} {:>9.2f} {:>7.3f}\n",
                          row.policy, row.budget, row.score.freshness, row.interval.low,
                          row.interval.high, row.score.age_days, row.score.useful_share));
}

void print_group_error_line(std::string_view name, const GroupErrors& errors, Output& out) {
  out.write(fmt::format("{:<30} {:>8.2f} {:>12.2f} {:>12.2f}\n", name, 100 * errors.at_first,
                        100 * errors.historic, 100 * errors.bayesian));
}

// Tables 3 and 5 of the paper for this history, beside the paper's numbers.
void print_group_errors(const DayHistory& days, const Training& training, const Wish& wish,
                        Output& out) {
  out.write("\nPages in the wrong change-rate group (Barbosa et al. 2005, Tables 3 and 5), %\n");
  out.write(fmt::format("{:<30} {:>8} {:>12} {:>12}\n", "first sight", "alone", "+ historic",
                        "+ bayesian"));
  const auto line = [&](std::string_view name, const GroupErrors& errors) {
    print_group_error_line(name, errors, out);
  };
  if (wish.folds > 0) {
    const auto by_site = split_by_site(days, wish.folds, kSeed);
    const auto by_page = split_by_page(days, kPaperFolds, kSeed);
    line("random", group_errors(by_site, FirstClasses::random, kSeed));
    line("largest group", group_errors(by_site, FirstClasses::largest_group, kSeed));
    line("tree, sites not seen", group_errors(by_site, FirstClasses::first_sight, kSeed));
    line("tree, other pages of the sites", group_errors(by_page, FirstClasses::first_sight, kSeed));
  } else {
    line("random", group_errors(days, training, FirstClasses::random, kSeed));
    line("largest group", group_errors(days, training, FirstClasses::largest_group, kSeed));
    line("first sight", group_errors(days, training, FirstClasses::first_sight, kSeed));
  }
  line("the paper: random", {.at_first = 0.7522, .historic = 0.2833, .bayesian = 0.3473});
  line("the paper: J48", {.at_first = 0.2564, .historic = 0.1495, .bayesian = 0.3787});
}

Status write_svg(const std::vector<PolicyRow>& rows, const Wish& wish, const std::string& path) {
  std::vector<FreshnessLine> lines;
  for (const PolicyRow& row : rows) {
    if (lines.empty() || lines.back().name != row.policy) lines.push_back({row.policy, {}});
    lines.back().points.push_back(
        {row.budget, row.score.freshness, row.interval.low, row.interval.high});
  }
  const std::string title =
      fmt::format("Freshness against budget: {} changes, each of the {} counts once",
                  name_of(wish.changes), name_of(wish.weights));
  return replace_file(system_disk(), path, draw_freshness(title, lines));
}

CommandResult run_simulate(const Session& session) {
  const Arguments& arguments = session.arguments;
  const auto& directory = arguments.value("--history");
  if (!directory)
    return wrong_usage("--history is missing: which change history is to be replayed?");
  const auto wish = read_wish(arguments);
  if (!wish) return std::unexpected(wish.error());
  if (arguments.has("--json") && arguments.has("--csv"))
    return wrong_usage("--json and --csv exclude each other");
  const auto history = read_change_history(system_disk(), *directory);
  if (!history) return could_not(history.error().message);
  const auto training = training_of(arguments, *wish);
  if (!training) return std::unexpected(training.error());
  const DayHistory days = count_in_days(*history, wish->changes);
  const auto rows = run_all(days, *wish, *training);
  if (!rows) return std::unexpected(rows.error());
  if (arguments.has("--json")) {
    print_json(*rows, *wish, session.out);
  } else if (arguments.has("--csv")) {
    print_csv(*rows, *wish, session.out);
  } else {
    print_table(*rows, session.out);
    print_group_errors(days, *training, *wish, session.out);
  }
  if (const auto& svg = arguments.value("--svg")) {
    if (const auto written = write_svg(*rows, *wish, *svg); !written)
      return could_not(written.error().message);
  }
  return {};
}

}  // namespace

Command simulate_command() {
  return {.name = "simulate",
          .summary = "Replay a change history under refresh policies",
          .details =
              "Replays how pages changed, day by day, lets each policy choose which to check,\n"
              "and tells how fresh the copies were: the share of pages that were not stale,\n"
              "with an interval from drawing the sites anew; how old stale pages were; and\n"
              "which share of the checks found a change. The history is a directory with\n"
              "pages.csv and changes.csv, either of which may be packed (.csv.zst).\n"
              "\n"
              "What the policies know beforehand comes with freshet, from --train, or with\n"
              "--folds from the other sites of the same history. With --weights sites the\n"
              "default policy is told that each site counts once; the others are as their\n"
              "papers have them. tree-history and tree-bayes begin with the group that the\n"
              "paper's tree sees in a page, or the first-sight model that comes with freshet.",
          .operands = {},
          .options = {{"--history", "DIR", "The change history to replay"},
                      {"--train", "DIR", "Learn what is known beforehand from this history"},
                      {"--folds", "N", "Split by site, train on the others, pool what is held out"},
                      {"--budget", "LIST", "Checks per page and day [0.01,0.02,0.05,0.1]", true},
                      {"--policy", "LIST", "all, default, or names [all]", true},
                      {"--changes", "KIND", "any, or content: of 2 % of the words at least [any]"},
                      {"--weights", "WHAT", "pages, or sites: each counts once [pages]"},
                      {"--json", "", "Print a JSON array"},
                      {"--csv", "", "Print CSV"},
                      {"--svg", "FILE", "Draw freshness against budget"}},
          .sections = {},
          .examples = {{"freshet simulate --history dev --folds 5", "all policies on unseen sites"},
                       {"freshet simulate --history dev --policy default --svg f.svg",
                        "freshet's own policy, drawn"}},
          .run = run_simulate};
}

}  // namespace freshet
