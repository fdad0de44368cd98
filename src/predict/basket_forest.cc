#include "predict/basket_forest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "base/random.h"

namespace freshet {
namespace {

constexpr std::size_t kElementsOfAChangeMax = 4;
constexpr std::size_t kMadeChangesMax = 10'000;  // of one page

// Size of the synthetic training set. It is no larger than needed, since training runs at the start
// of every refresh in baskets mode.
constexpr std::size_t kMadeExamples = 4'000;
constexpr std::uint64_t kMadeSeed = 1;
constexpr ForestOptions kMadeForest{.trees = 50, .leaf_weight_min = 20};

// Features are named by the hours of the polls, classes by the loop times of the baskets.
Schema schema_of(const BasketOptions& options) {
  Schema schema{{}, {"loop_hours"}};
  for (const double hours : poll_hours(options))
    schema.features.push_back({fmt::format("after_{}_hours", hours)});
  for (const double hours : options.loop_hours)
    schema.label.values.push_back(fmt::format("{}", hours));
  return schema;
}

double exponential(Random& random, double mean) { return -mean * std::log(1 - random.unit()); }

}  // namespace

std::vector<BasketExample> basket_examples(const DayHistory& history,
                                           const BasketOptions& options) {
  const std::vector<double> polls = poll_hours(options);
  std::vector<BasketExample> examples;
  for (const DayPage& page : history.pages) {
    if (polls.empty() || page.days() <= polls.back()) continue;
    BasketExample example;
    for (const double poll : polls) {
      const bool has_changed =
          !page.changes.empty() && page.changes.front() <= page.first_day + poll;
      example.change_values.push_back(
          change_value({.changed_elements = has_changed ? 1.0 : 0.0}, options));
    }
    example.basket = right_basket(1 / true_rate(page), options);
    examples.push_back(std::move(example));
  }
  return examples;
}

std::vector<BasketExample> made_basket_examples(std::size_t count, std::uint64_t seed,
                                                const BasketOptions& options) {
  Random random(seed);
  const std::vector<double> polls = poll_hours(options);
  const double least = std::log(options.loop_hours.front() / 2);
  const double most = std::log(options.loop_hours.back() * 2);
  std::vector<BasketExample> examples;
  for (std::size_t i = 0; i < count; ++i) {
    const double hours = std::exp(least + (most - least) * random.unit());
    BasketExample example{{}, right_basket(hours, options)};
    ElementChanges sum;
    double next = exponential(random, hours);
    std::size_t changes = 0;
    for (const double poll : polls) {
      for (; next <= poll && changes < kMadeChangesMax; ++changes) {
        const auto elements = static_cast<double>(1 + random.below(kElementsOfAChangeMax));
        double* const kinds[] = {&sum.new_elements, &sum.changed_elements, &sum.missing_elements};
        *kinds[random.below(std::size(kinds))] += elements;
        next += exponential(random, hours);
      }
      example.change_values.push_back(change_value(sum, options));
    }
    examples.push_back(std::move(example));
  }
  return examples;
}

Result<BasketForest> BasketForest::train(std::span<const BasketExample> examples,
                                         const BasketOptions& options,
                                         const ForestOptions& forest) {
  Dataset rows(schema_of(options));
  for (const BasketExample& example : examples) {
    if (example.change_values.size() != rows.schema().features.size())
      return std::unexpected(Error{
          Errc::invalid, fmt::format("an example has {} change values, and {} polls are made",
                                     example.change_values.size(), rows.schema().features.size())});
    if (example.basket >= options.loop_hours.size())
      return std::unexpected(Error{Errc::invalid, "an example is in a basket that is not there"});
    rows.add(example.change_values, static_cast<int>(example.basket));
  }
  if (rows.size() == 0)
    return std::unexpected(Error{Errc::invalid, "there is no example to learn baskets from"});
  return BasketForest({{fmt::format("baskets of {} pages", rows.size())},
                       std::make_unique<Forest>(Forest::train(rows, forest))});
}

Result<BasketForest> BasketForest::read(std::string_view text, const BasketOptions& options) {
  auto model = read_model(text);
  if (!model) return std::unexpected(model.error());
  if (model->classifier->schema() != schema_of(options))
    return std::unexpected(
        Error{Errc::invalid,
              "the model was made for other polls or other loop times; train it anew with these"});
  return BasketForest(std::move(*model));
}

std::string BasketForest::write() const { return write_model(*model_.classifier, model_.notes); }

std::size_t BasketForest::basket(const std::vector<double>& change_values) const {
  std::vector<double> row = change_values;
  row.resize(model_.classifier->schema().features.size(), kMissing);
  return static_cast<std::size_t>(model_.classifier->classify(row));
}

Result<BasketClassifier> made_basket_classifier(const BasketOptions& options) {
  if (options.loop_hours.size() == 1) return [](const std::vector<double>&) { return 0UL; };
  const std::vector<BasketExample> examples =
      made_basket_examples(kMadeExamples, kMadeSeed, options);
  auto forest = BasketForest::train(examples, options, kMadeForest);
  if (!forest) return std::unexpected(forest.error());
  const auto shared = std::make_shared<const BasketForest>(std::move(*forest));
  return [shared](const std::vector<double>& values) { return shared->basket(values); };
}

BasketScore score_baskets(std::span<const BasketExample> examples, const BasketClassifier& classify,
                          const BasketOptions& options) {
  BasketScore score;
  if (examples.empty()) return score;
  const double one = 1 / static_cast<double>(examples.size());
  for (const BasketExample& example : examples) {
    const std::size_t given =
        std::min(classify(example.change_values), options.loop_hours.size() - 1);
    const BasketGain gain =
        basket_gain(options.loop_hours[example.basket], options.loop_hours[given]);
    (given == example.basket ? score.right
     : gain.information > 0  ? score.shorter
                             : score.longer) += one;
    score.gain.information += one * gain.information;
    score.gain.processing += one * gain.processing;
  }
  return score;
}

}  // namespace freshet
