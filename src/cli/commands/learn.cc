// freshet learn: trains what guesses a page's change-rate group at first sight.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/disk.h"
#include "base/escape.h"
#include "cli/commands/commands.h"
#include "cli/learner_table.h"
#include "learn/decision_tree.h"
#include "learn/feature_search.h"
#include "learn/learners.h"
#include "learn/model_file.h"
#include "predict/change_history.h"

namespace freshet {
namespace {

constexpr std::size_t kGroupsDefault = 4;  // as the paper has it
constexpr std::size_t kSearchFolds = 5;
// On unseen sites it is wrong least often, and a person can read it.
constexpr std::string_view kLearnerDefault = "tree";

std::optional<std::uint64_t> natural(const std::optional<std::string>& text, std::uint64_t none) {
  if (!text) return none;
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
  if (error != std::errc() || end != text->data() + text->size()) return {};
  return number;
}

CommandResult print_search(const Session& session, const FirstSightTask& task,
                           const NamedLearner& learner, std::uint64_t seed) {
  Random random(seed);
  const auto steps =
      search_features(task.rows, stratified_folds(task.rows, kSearchFolds, random), learner.learn);
  if (!steps) return could_not(steps.error().message);
  session.out.write(fmt::format("features that lower the error of {}, one added after the other\n",
                                learner.meaning));
  for (const FeatureStep& step : *steps)
    session.out.write(fmt::format(
        "{:<16}{:>7.2f} %\n", task.rows.schema().features[step.feature].name, 100 * step.error));
  return {};
}

std::vector<std::string> notes_on(const std::string& directory, const FirstSightTask& task,
                                  const NamedLearner& learner, std::uint64_t seed) {
  std::vector<std::string> notes = {
      fmt::format("{}, trained by freshet learn on {}: {} pages of {} sites in their natural mix",
                  learner.meaning, visible(directory), task.rows.size(), task.site_count),
      fmt::format("seed {}", seed)};
  for (std::size_t group = 0; group < task.groups.rates.size(); ++group)
    notes.push_back(fmt::format("group {}: {:.6g} changes a day, {} pages", group + 1,
                                task.groups.rates[group], task.groups.sizes[group]));
  return notes;
}

// Trains on all pages, and stores or prints what came of it.
CommandResult keep_model(const Session& session, const FirstSightTask& task,
                         const NamedLearner& learner, const std::string& directory,
                         std::uint64_t seed) {
  const auto classifier = learner.learn(task.rows);
  if (!classifier) return could_not(classifier.error().message);
  if (session.arguments.has("--print-tree")) {
    const auto* tree = dynamic_cast<const DecisionTree*>(classifier->get());
    if (!tree) return wrong_usage(fmt::format("{} is no tree; say --learner tree", learner.name));
    session.out.write(tree->print());
  }
  const auto& path = session.arguments.value("--model");
  if (!path) return {};
  const std::string text = write_model(**classifier, notes_on(directory, task, learner, seed));
  if (auto written = replace_file(system_disk(), *path, text); !written)
    return could_not(written.error().message);
  return {};
}

CommandResult run(const Session& session) {
  const auto& directory = session.arguments.value("--history");
  if (!directory) return wrong_usage("freshet learn wants --history DIR");
  const auto classes = natural(session.arguments.value("--classes"), kGroupsDefault);
  if (!classes || *classes < kRateGroupsMin || *classes > kRateGroupsMax)
    return wrong_usage(
        fmt::format("--classes is a number from {} to {}", kRateGroupsMin, kRateGroupsMax));
  const auto seed = natural(session.arguments.value("--seed"), 1);
  if (!seed) return wrong_usage("--seed is a whole number");
  const std::string name =
      session.arguments.value("--learner").value_or(std::string(kLearnerDefault));
  const std::vector<NamedLearner> learners = all_learners(*seed);
  const auto learner = std::ranges::find(learners, name, &NamedLearner::name);
  if (learner == learners.end()) {
    std::string names;
    for (const NamedLearner& known : learners) {
      if (!names.empty()) names += ", ";
      names += known.name;
    }
    return wrong_usage(
        fmt::format("there is no learner \"{}\"; there are {}", visible(name), names));
  }
  const auto history = read_change_history(system_disk(), *directory);
  if (!history) return could_not(history.error().message);
  if (history->pages.size() < 3 * *classes)
    return could_not(fmt::format("the history in \"{}\" has {} pages, too few to learn {} groups",
                                 visible(*directory), history->pages.size(), *classes));
  const FirstSightTask task = first_sight_task(*history, *classes);
  if (session.arguments.has("--search")) return print_search(session, task, *learner, *seed);
  const bool only_keeps = session.arguments.has("--model") || session.arguments.has("--print-tree");
  if (!only_keeps || session.arguments.has("--table")) {
    const auto table = make_learner_table(task, *seed);
    if (!table) return could_not(table.error().message);
    session.out.write(session.arguments.has("--json") ? table_json(task, *table)
                                                      : table_words(task, *table));
  }
  return keep_model(session, task, *learner, *directory, *seed);
}

}  // namespace

Command learn_command() {
  return {
      .name = "learn",
      .summary = "Learn to guess how often a page changes from how it looks",
      .details =
          "Groups the pages of a change history (pages.csv and changes.csv, also as .zst)\n"
          "by how often they change, and learns to tell the group from what can be\n"
          "counted on a page at first sight. Prints how often each learner is wrong, on\n"
          "pages that it has not seen of sites that it knows and on sites that it does\n"
          "not know, beside Table 1 of Barbosa et al. (2005). --model stores one of them,\n"
          "trained on all pages.",
      .operands = {},
      .options = {{"--history", "DIR", "The change history to learn from"},
                  {"--classes", "N", "How many groups, 2 to 6 (default: 4)"},
                  {"--learner", "NAME",
                   "Which to store, print or search with: tree (default), tree-unpruned, bayes, "
                   "nearest-1, nearest-2, forest, boosting"},
                  {"--model", "FILE", "Store the model; no table unless --table is given"},
                  {"--table", "", "Print the table although a model is stored or printed"},
                  {"--print-tree", "", "Print the tree, as J48 prints it"},
                  {"--search", "", "Search the features that help, by cross-validation"},
                  {"--seed", "N", "The seed of all chance (default: 1)"},
                  {"--json", "", "Print the table as JSON"}},
      .sections = {},
      .examples = {{"freshet learn --history change-history/dev", "how good is each learner?"},
                   {"freshet learn --history dev --print-tree", "see the tree"},
                   {"freshet learn --history dev --model first.model", "store the tree"}},
      .run = run};
}

}  // namespace freshet
