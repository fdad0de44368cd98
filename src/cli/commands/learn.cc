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
#include "base/json.h"
#include "cli/archive_learning.h"
#include "cli/commands/commands.h"
#include "cli/learner_table.h"
#include "learn/decision_tree.h"
#include "learn/feature_search.h"
#include "learn/learners.h"
#include "predict/change_history.h"
#include "predict/day_lessons.h"

namespace freshet {
namespace {

constexpr std::size_t kGroupsDefault = 4;  // as the paper has it
constexpr std::size_t kSearchFolds = 5;
// A tree can be read; small boosted trees know most of sites that they have not seen (decision
// 123).
constexpr std::string_view kLearnerOfTree = "tree";
constexpr std::string_view kLearnerOfModel = "boosting-small";

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

// The last part of a path: models do not tell where on a machine a history was.
std::string_view last_part(std::string_view path) {
  while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  return path.substr(path.rfind('/') + 1);
}

struct ModelWish {
  std::string directory;
  CountedChanges changes = CountedChanges::any;
  std::size_t classes = kGroupsDefault;
  std::uint64_t seed = 1;
};

std::vector<std::string> notes_on(const ModelWish& wish, const DayHistory& days,
                                  const NamedLearner& learner) {
  return {fmt::format("{}, trained by freshet learn on {}: {} pages of {} sites", learner.meaning,
                      visible(last_part(wish.directory)), days.pages.size(), days.sites.size()),
          fmt::format("{} changes; seed {}",
                      wish.changes == CountedChanges::any ? "all" : "content", wish.seed)};
}

CommandResult print_tree(const Session& session, const Classifier& classifier,
                         std::string_view name) {
  const auto* tree = dynamic_cast<const DecisionTree*>(&classifier);
  if (!tree) return wrong_usage(fmt::format("{} is no tree; say --learner tree", name));
  session.out.write(tree->print());
  return {};
}

// The tree of a model that was stored before.
CommandResult print_stored_tree(const Session& session, const std::string& path) {
  const auto text = read_whole(system_disk(), path, kModelBytesMax);
  if (!text) return could_not(text.error().message);
  const auto model = FirstSight::read(*text);
  if (!model)
    return could_not(fmt::format("\"{}\": {}", visible(path), visible(model.error().message)));
  return print_tree(session, *model->model().classifier, fmt::format("\"{}\"", visible(path)));
}

// Trains on all pages, and stores or prints what came of it.
CommandResult keep_model(const Session& session, const ChangeHistory& history,
                         const ModelWish& wish, const NamedLearner& learner) {
  const DayHistory days = count_in_days(history, wish.changes);
  FirstSightOptions options;
  options.classes = wish.classes;
  options.seed = wish.seed;
  const auto trained = train_first_sight(lessons_of(days, options), learner.learn, options,
                                         notes_on(wish, days, learner));
  if (!trained) return could_not(trained.error().message);
  if (session.arguments.has("--print-tree"))
    if (auto printed = print_tree(session, *trained->model().classifier, learner.name); !printed)
      return printed;
  const auto& path = session.arguments.value("--model");
  if (!path) return {};
  if (auto written = replace_file(system_disk(), *path, trained->write()); !written)
    return could_not(written.error().message);
  return {};
}

// What was asked for, whatever it is learned from.
struct LearnWish {
  std::size_t classes = kGroupsDefault;
  std::uint64_t seed = 1;
  NamedLearner learner;
};

std::expected<LearnWish, Failure> meant_learning(const Arguments& arguments,
                                                 std::string_view learner_default) {
  const auto classes = natural(arguments.value("--classes"), kGroupsDefault);
  if (!classes || *classes < kRateGroupsMin || *classes > kRateGroupsMax)
    return wrong_usage(
        fmt::format("--classes is a number from {} to {}", kRateGroupsMin, kRateGroupsMax));
  const auto seed = natural(arguments.value("--seed"), 1);
  if (!seed) return wrong_usage("--seed is a whole number");
  auto learner =
      find_learner(arguments.value("--learner").value_or(std::string(learner_default)), *seed);
  if (!learner) return wrong_usage(learner.error().message);
  return LearnWish{*classes, *seed, *std::move(learner)};
}

CommandResult run_on_archive(const Session& session) {
  const Arguments& arguments = session.arguments;
  const bool has_archive = !session.config.settings.archive.directory.empty();
  if (!has_archive && arguments.has("--model") && arguments.has("--print-tree"))
    return print_stored_tree(session, *arguments.value("--model"));
  if (!has_archive) return wrong_usage("freshet learn wants --history DIR or --archive DIR");
  for (const std::string_view option : {"--model", "--changes", "--print-tree", "--search"})
    if (arguments.has(option)) return wrong_usage(fmt::format("{} goes with --history", option));
  if (arguments.has("--shipped")) return use_shipped_model(session);
  auto wish = meant_learning(arguments, kLearnerOfModel);
  if (!wish) return std::unexpected(wish.error());
  return learn_from_archive(session, {.learner = std::move(wish->learner),
                                      .classes = wish->classes,
                                      .seed = wish->seed,
                                      .wants_table = arguments.has("--table")});
}

CommandResult run_learn(const Session& session) {
  const auto& directory = session.arguments.value("--history");
  if (!directory) return run_on_archive(session);
  if (session.arguments.has("--shipped")) return wrong_usage("--shipped goes with --archive");
  const auto changes = session.arguments.value("--changes").value_or("any");
  if (changes != "any" && changes != "content")
    return wrong_usage(
        fmt::format("--changes: expected any or content, found \"{}\"", visible(changes)));
  const bool only_keeps = session.arguments.has("--model") || session.arguments.has("--print-tree");
  const bool wants_tree = session.arguments.has("--print-tree") || !only_keeps;
  const auto meant =
      meant_learning(session.arguments, wants_tree ? kLearnerOfTree : kLearnerOfModel);
  if (!meant) return std::unexpected(meant.error());
  const auto history = read_change_history(system_disk(), *directory);
  if (!history) return could_not(history.error().message);
  if (history->pages.size() < 3 * meant->classes)
    return could_not(fmt::format("the history in \"{}\" has {} pages, too few to learn {} groups",
                                 visible(*directory), history->pages.size(), meant->classes));
  const ModelWish wish{*directory, changes == "any" ? CountedChanges::any : CountedChanges::content,
                       meant->classes, meant->seed};
  const FirstSightTask task = first_sight_task(
      lessons_of(count_in_days(*history, wish.changes), paper_first_sight()), wish.classes);
  if (session.arguments.has("--search"))
    return print_search(session, task, meant->learner, wish.seed);
  if (!only_keeps || session.arguments.has("--table")) {
    const auto table = make_learner_table(task, wish.seed);
    if (!table) return could_not(table.error().message);
    if (session.arguments.has("--json")) {
      JsonWriter json;
      write_table(json, task, *table);
      session.out.write(json.take() + "\n");
    } else {
      session.out.write(table_words(task, *table));
    }
  }
  return only_keeps ? keep_model(session, *history, wish, meant->learner) : CommandResult{};
}

}  // namespace

Command learn_command() {
  return {.name = "learn",
          .summary = "Learn to guess how often a page changes from how it looks",
          .details =
              "Groups the pages of a change history (pages.csv and changes.csv, also as .zst)\n"
              "by how often they change, and learns to tell the group from what can be\n"
              "counted on a page at first sight. Prints how often each learner is wrong, on\n"
              "pages that it has not seen of sites that it knows and on sites that it does\n"
              "not know, beside Table 1 of Barbosa et al. (2005). --model stores what a crawl\n"
              "reads to guess at first sight: one of them, trained on all pages and on what\n"
              "is known of their sites, and how far it can be trusted on others.\n"
              "\n"
              "With --archive it learns from what an archive has seen: how its pages looked\n"
              "when they were new, and what their checks found since. Some sites are held\n"
              "back; the model is kept in the archive, for its next crawl and refresh, only\n"
              "if it guesses better about these than the one there was.",
          .operands = {},
          .options = {{"--history", "DIR", "The change history to learn from"},
                      {"--shipped", "", "With --archive: go back to the model that ships"},
                      {"--classes", "N", "How many groups, 2 to 6 (default: 4)"},
                      {"--learner", "NAME",
                       "Which to store (default: boosting-small), print or search with (tree): "
                       "tree, tree-unpruned, bayes, nearest-1, nearest-2, forest, boosting, "
                       "boosting-small"},
                      {"--changes", "KIND", "any, or content: of 2 % of the words at least [any]"},
                      {"--model", "FILE", "Store the model; no table unless --table is given"},
                      {"--table", "", "Print the table although a model is stored or printed"},
                      {"--print-tree", "",
                       "Print the tree, as J48 prints it; without --history, that of --model"},
                      {"--search", "", "Search the features that help, by cross-validation"},
                      {"--seed", "N", "The seed of all chance (default: 1)"},
                      {"--json", "", "Print the table as JSON"}},
          .sections = {},
          .examples = {{"freshet learn --history change-history/dev", "how good is each learner?"},
                       {"freshet learn --history dev --print-tree", "see the tree"},
                       {"freshet learn --history dev --model first.model", "store a model"},
                       {"freshet learn --archive web",
                        "guess better at first sight, after some weeks of freshet refresh"}},
          .run = run_learn};
}

}  // namespace freshet
