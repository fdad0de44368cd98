#include "predict/baskets.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "base/check.h"

namespace freshet {
namespace {

constexpr std::size_t kPollsMax = 64;  // of a detection, regardless of the options

}  // namespace

std::vector<double> poll_hours(const BasketOptions& options) {
  require(options.hours_min > 0 && options.factor > 1, "polls grow apart");
  require(!options.loop_hours.empty(), "there is a basket");
  std::vector<double> hours;
  for (double at = options.hours_min; at < options.hours_max && hours.size() < kPollsMax;
       at = std::max(std::round(at * options.factor), at + 1))
    hours.push_back(at);
  return hours;
}

std::optional<std::string> validate(const BasketOptions& options) {
  const auto is_positive = [](double value) { return std::isfinite(value) && value > 0; };
  if (!is_positive(options.hours_min)) return "the first poll must come after more than 0 hours";
  if (!is_positive(options.hours_max)) return "a detection must take more than 0 hours";
  if (!std::isfinite(options.factor) || options.factor <= 1)
    return "the polls must grow apart by a factor above 1";
  if (options.loop_hours.empty()) return "there must be a basket at least";
  if (!std::ranges::all_of(options.loop_hours, is_positive))
    return "the time of every basket must be more than 0 hours";
  if (std::ranges::adjacent_find(options.loop_hours, std::greater_equal<>()) !=
      options.loop_hours.end())
    return "the times of the baskets must rise";
  return std::nullopt;
}

double change_value(const ElementChanges& changes, const BasketOptions& options) {
  return options.new_weight * changes.new_elements +
         options.changed_weight * changes.changed_elements +
         options.missing_weight * changes.missing_elements;
}

BasketClassifier counting_classifier(const BasketOptions& options) {
  const std::size_t slowest = options.loop_hours.size() - 1;
  return [threshold = options.threshold, slowest](const std::vector<double>& values) {
    if (values.empty()) return slowest;
    const auto changed =
        std::ranges::count_if(values, [&](double value) { return value > threshold; });
    const double share = static_cast<double>(changed) / static_cast<double>(values.size());
    return static_cast<std::size_t>(std::lround((1 - share) * static_cast<double>(slowest)));
  };
}

std::size_t right_basket(double hours, const BasketOptions& options) {
  std::size_t nearest = 0;
  for (std::size_t i = 1; i < options.loop_hours.size(); ++i)
    if (std::abs(std::log(options.loop_hours[i] / hours)) <
        std::abs(std::log(options.loop_hours[nearest] / hours)))
      nearest = i;
  return nearest;
}

double BasketPage::hours_to_next(const BasketOptions& options) const {
  if (basket_) return options.loop_hours[*basket_];
  const std::vector<double> polls = poll_hours(options);
  if (change_values_.size() >= polls.size()) return options.loop_hours.back();
  const double before = change_values_.empty() ? 0 : polls[change_values_.size() - 1];
  return polls[change_values_.size()] - before;
}

void BasketPage::skip_poll() {
  require(!basket_, "polls are missed while a page is being detected");
  change_values_.push_back(std::numeric_limits<double>::quiet_NaN());
}

void BasketPage::observe(const ElementChanges& changes, const BasketOptions& options,
                         const BasketClassifier& classify) {
  const double value = change_value(changes, options);
  if (!basket_) {
    change_values_.push_back(value);
    if (change_values_.size() < poll_hours(options).size()) return;
    basket_ = std::min(classify(change_values_), options.loop_hours.size() - 1);
    changed_in_a_row_ = 0;
    unchanged_in_a_row_ = 0;
    return;
  }
  const bool has_changed = value > options.threshold;
  changed_in_a_row_ = has_changed ? changed_in_a_row_ + 1 : 0;
  unchanged_in_a_row_ = has_changed ? 0 : unchanged_in_a_row_ + 1;
  const bool is_too_slow = *basket_ > 0 && changed_in_a_row_ >= options.contradictions_max;
  const bool is_too_fast =
      *basket_ + 1 < options.loop_hours.size() && unchanged_in_a_row_ >= options.contradictions_max;
  if (options.contradictions_max == 0 || (!is_too_slow && !is_too_fast)) return;
  basket_.reset();
  change_values_.clear();
}

BasketGain basket_gain(double right_hours, double given_hours) {
  return {right_hours - given_hours, given_hours - right_hours};
}

}  // namespace freshet
