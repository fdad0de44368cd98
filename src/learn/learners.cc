#include "learn/learners.h"

#include <memory>
#include <utility>

#include "learn/boosting.h"
#include "learn/c45.h"
#include "learn/forest.h"
#include "learn/naive_bayes.h"
#include "learn/nearest.h"

namespace freshet {
namespace {

template <class T>
std::unique_ptr<Classifier> boxed(T classifier) {
  return std::make_unique<T>(std::move(classifier));
}

}  // namespace

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
       [seed](const Dataset& rows) -> Result<std::unique_ptr<Classifier>> {
         auto model = Boosting::train(rows, {.seed = seed});
         if (!model) return std::unexpected(model.error());
         return boxed(std::move(*model));
       }},
  };
}

}  // namespace freshet
