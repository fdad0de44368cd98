// freshet simulate: how fresh copies would have been under each policy, on a recorded history.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/disk.h"
#include "cli/coherence_simulation.h"
#include "cli/commands/commands.h"
#include "cli/simulate_output.h"
#include "cli/simulate_request.h"
#include "predict/change_history.h"
#include "schedule/shipped_training.h"

namespace freshet {
namespace {

std::expected<Training, Failure> training_of(const Arguments& arguments,
                                             const SimulationRequest& request) {
  const auto& directory = arguments.value("--train");
  if (!directory) return shipped_training(request.changes);
  const auto history = read_change_history(system_disk(), *directory);
  if (!history) return could_not(history.error().message);
  const DayHistory days = count_in_days(*history, request.changes);
  const auto is_asked_for = [&](Learned learned) {
    return std::ranges::any_of(request.policies, [&](const std::string& policy) {
      return learned_for(policy) == learned;
    });
  };
  // The table for people tells how good first sight is, whatever the policies.
  const bool wants_tree =
      is_asked_for(Learned::first_sight) || (!arguments.has("--json") && !arguments.has("--csv"));
  Training training = train(days, wants_tree ? Learned::first_sight : Learned::nothing);
  if (is_asked_for(Learned::baskets)) training.baskets = train(days, Learned::baskets).baskets;
  return training;
}

CommandResult run_simulate(const Session& session) {
  const Arguments& arguments = session.arguments;
  if (const auto& what = arguments.value("WHAT")) {
    if (*what != "coherence") return wrong_usage("only coherence can be named: plans of captures");
    if (arguments.has("--json") && arguments.has("--csv"))
      return wrong_usage("--json and --csv cannot be combined");
    return run_coherence_simulation(session);
  }
  const auto& directory = arguments.value("--history");
  if (!directory) return wrong_usage("--history is required: the change history to replay");
  const auto request = simulation_request(arguments);
  if (!request) return std::unexpected(request.error());
  if (arguments.has("--json") && arguments.has("--csv"))
    return wrong_usage("--json and --csv cannot be combined");
  const auto history = read_change_history(system_disk(), *directory);
  if (!history) return could_not(history.error().message);
  const auto training = training_of(arguments, *request);
  if (!training) return std::unexpected(training.error());
  const DayHistory days = count_in_days(*history, request->changes);
  const auto rows = score_policies(days, *request, *training);
  if (!rows) return could_not(rows.error().message);
  if (arguments.has("--json")) {
    session.out.write(to_json(*rows, *request) + "\n");
  } else if (arguments.has("--csv")) {
    print_csv(*rows, *request, session.out);
  } else {
    print_scores(*rows, session.out);
    print_group_errors(days, *training, *request, session.out);
  }
  if (const auto& svg = arguments.value("--svg")) {
    if (const auto written = write_svg(*rows, *request, *svg); !written)
      return could_not(written.error().message);
  }
  return {};
}

}  // namespace

Command simulate_command() {
  std::vector<Option> options = {
      {"--history", "DIR", "Change history to replay"},
      {"--train", "DIR", "Learn the prior knowledge from this history"},
      {"--folds", "N", "Split by site, train on the others, pool the held-out results"},
      {"--budget", "LIST", "Checks per page and day [0.01,0.02,0.05,0.1]", true},
      {"--policy", "LIST", "all, default, or names [all]", true},
      {"--changes", "KIND", "any, or content: at least 2 % of the words [any]"},
      {"--weights", "WHAT", "pages, or sites: each counts once [pages]"},
      {"--json", "", "Print a JSON array"},
      {"--csv", "", "Print CSV"},
      {"--svg", "FILE", "Plot freshness against budget, or coherence against eta"}};
  for (Option& option : coherence_simulation_options()) options.push_back(std::move(option));
  return {.name = "simulate",
          .summary = "Replay a change history under refresh policies",
          .details =
              "Replays how pages changed, day by day, lets each policy choose which pages to\n"
              "check, and reports how fresh the copies were: the share of pages that were not\n"
              "stale, with a bootstrap interval over sites; the age of stale pages; and the\n"
              "share of checks that found a change. The history is a directory with pages.csv\n"
              "and changes.csv, either of which may be compressed (.csv.zst).\n"
              "\n"
              "The prior knowledge of the policies ships with freshet, comes from --train, or\n"
              "with --folds from the other sites of the same history. With --weights sites the\n"
              "default policy knows that each site counts once; the others follow their papers.\n"
              "tree-history and tree-bayes start from the group that the paper's tree, or the\n"
              "shipped first-sight model, predicts for a page.\n"
              "\n"
              "With coherence, captures of a site are simulated instead: the expected and drawn\n"
              "share of pages that are unchanged from visit to revisit, and the blur, of every\n"
              "plan and threshold.",
          .usage = "[coherence] [OPTIONS]",
          .operands = {{"WHAT", "coherence: plans of captures", false, false, {"coherence"}}},
          .options = std::move(options),
          .sections = {},
          .examples = {{"freshet simulate --history dev --folds 5", "all policies on unseen sites"},
                       {"freshet simulate --history dev --policy default --svg f.svg",
                        "freshet's own policy, with a plot"},
                       {"freshet simulate coherence --rates fitted --history dev",
                        "plans of captures on rates of a history"}},
          .run = run_simulate};
}

}  // namespace freshet
