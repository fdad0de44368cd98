#include "learn/learners.h"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "learn/boosting.h"
#include "learn/c45.h"
#include "learn/forest.h"
#include "learn/naive_bayes.h"
#include "learn/nearest.h"
#include "learn/text_scan.h"

namespace freshet {
namespace {

template <class T>
std::unique_ptr<Classifier> boxed(T classifier) {
  return std::make_unique<T>(std::move(classifier));
}

Result<std::unique_ptr<Classifier>> boosted(const Dataset& rows, const BoostingOptions& options) {
  auto model = Boosting::train(rows, options);
  if (!model) return std::unexpected(model.error());
  return boxed(std::move(*model));
}

}  // namespace

Result<NamedLearner> find_learner(std::string_view name, std::uint64_t seed) {
  std::string names;
  for (NamedLearner& learner : all_learners(seed)) {
    if (learner.name == name) return std::move(learner);
    names += (names.empty() ? "" : ", ") + learner.name;
  }
  return std::unexpected(Error{
      Errc::invalid, fmt::format("there is no learner \"{}\"; there are {}", shown(name), names)});
}

std::vector<NamedLearner> all_learners(std::uint64_t seed) {
  return {
      {"tree-unpruned", "J48 without pruning",
       [](const Dataset& rows) { return boxed(grow_c45(rows, {.prune = false})); }},
      {"tree", "J48 postpruning", [](const Dataset& rows) { return boxed(grow_c45(rows, {})); }},
      {"bayes", "NaiveBayes", [](const Dataset& rows) { return boxed(NaiveBayes::train(rows)); }},
      {"nearest-1", "IBk with k=1",
       [](const Dataset& rows) { return boxed(Nearest::train(rows, 1)); }},
      {"nearest-2", "IBk with k=2",
       [](const Dataset& rows) { return boxed(Nearest::train(rows, 2)); }},
      {"forest", "random forest",
       [seed](const Dataset& rows) { return boxed(Forest::train(rows, {.seed = seed})); }},
      {"boosting", "gradient boosting",
       [seed](const Dataset& rows) { return boosted(rows, {.seed = seed}); }},
      {"boosting-small", "boosting, small trees",
       [seed](const Dataset& rows) {
         return boosted(rows, {.rounds = 50, .depth_max = 3, .seed = seed});
       }},
  };
}

}  // namespace freshet
