#include "cli/history_learning.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <utility>
#include <vector>

#include "app/new_file.h"
#include "base/disk.h"
#include "base/escape.h"
#include "base/json.h"
#include "base/random.h"
#include "cli/learner_table.h"
#include "learn/decision_tree.h"
#include "learn/feature_search.h"

namespace freshet {
namespace {

constexpr std::size_t kSearchFolds = 5;

std::optional<std::uint64_t> natural(const std::optional<std::string>& text, std::uint64_t none) {
  if (!text) return none;
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
  if (error != std::errc() || end != text->data() + text->size()) return {};
  return number;
}

// Returns the last part of a path: a model does not say where a history was stored.
std::string_view last_part(std::string_view path) {
  while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  return path.substr(path.rfind('/') + 1);
}

std::vector<std::string> notes_on(const ModelRequest& request, const DayHistory& days,
                                  const NamedLearner& learner) {
  return {fmt::format("{}, trained by freshet learn on {}: {} pages of {} sites", learner.meaning,
                      visible(last_part(request.directory)), days.pages.size(), days.sites.size()),
          fmt::format("{} changes; seed {}",
                      request.changes == CountedChanges::any ? "all" : "content", request.seed)};
}

CommandResult print_tree(const Session& session, const Classifier& classifier,
                         std::string_view name) {
  const auto* tree = dynamic_cast<const DecisionTree*>(&classifier);
  if (!tree) return wrong_usage(fmt::format("{} is not a tree; use --learner tree", name));
  session.out.write(tree->print());
  return {};
}

}  // namespace

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

CommandResult print_stored_tree(const Session& session, const std::string& path) {
  const auto text = read_whole(system_disk(), path, kModelBytesMax);
  if (!text) return could_not(text.error().message);
  const auto model = FirstSight::read(*text);
  if (!model)
    return could_not(fmt::format("\"{}\": {}", visible(path), visible(model.error().message)));
  return print_tree(session, *model->model().classifier, fmt::format("\"{}\"", visible(path)));
}

CommandResult keep_model(const Session& session, const ChangeHistory& history,
                         const ModelRequest& request, const NamedLearner& learner) {
  const DayHistory days = count_in_days(history, request.changes);
  FirstSightOptions options;
  options.classes = request.classes;
  options.seed = request.seed;
  const auto trained = train_first_sight(lessons_of(days, options), learner.learn, options,
                                         notes_on(request, days, learner));
  if (!trained) return could_not(trained.error().message);
  if (session.arguments.has("--print-tree"))
    if (auto printed = print_tree(session, *trained->model().classifier, learner.name); !printed)
      return printed;
  const auto& path = session.arguments.value("--model");
  if (!path) return {};
  if (auto written = write_new_file(system_disk(), *path, trained->write()); !written)
    return could_not(written.error().message);
  return {};
}

std::expected<LearnRequest, Failure> learn_request(const Arguments& arguments,
                                                   std::string_view learner_default) {
  const auto classes = natural(arguments.value("--classes"), kGroupsDefault);
  if (!classes || *classes < kRateGroupsMin || *classes > kRateGroupsMax)
    return wrong_usage(
        fmt::format("--classes must be a number from {} to {}", kRateGroupsMin, kRateGroupsMax));
  const auto seed = natural(arguments.value("--seed"), 1);
  if (!seed) return wrong_usage("--seed must be a whole number");
  auto learner =
      find_learner(arguments.value("--learner").value_or(std::string(learner_default)), *seed);
  if (!learner) return wrong_usage(learner.error().message);
  return LearnRequest{*classes, *seed, *std::move(learner)};
}

CommandResult print_table(const Session& session, const FirstSightTask& task, std::uint64_t seed) {
  const auto table = make_learner_table(task, seed);
  if (!table) return could_not(table.error().message);
  if (session.arguments.has("--json")) {
    JsonWriter json;
    write_table(json, task, *table);
    session.out.write(json.take() + "\n");
  } else {
    session.out.write(table_words(task, *table));
  }
  return {};
}

}  // namespace freshet
