#include "cli/simulate_request.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

#include "base/escape.h"
#include "base/split.h"
#include "cli/unknown_policy.h"

namespace freshet {
namespace {

constexpr std::size_t kBudgetsMax = 64;
constexpr std::size_t kFoldsMax = 1000;

// Returns the values of an option that repeats as one list; `none` if it is not given.
std::string all_given(const Arguments& arguments, std::string_view option, std::string_view none) {
  const std::vector<std::string>& lists = arguments.values(option);
  return lists.empty() ? std::string(none) : fmt::format("{}", fmt::join(lists, ","));
}

std::expected<std::vector<double>, Failure> read_budgets(std::string_view list) {
  std::vector<double> budgets;
  for (const std::string_view part : split_at(',', list)) {
    double value = 0;
    const auto [end, failed] = std::from_chars(part.data(), part.data() + part.size(), value);
    if (failed != std::errc{} || end != part.data() + part.size() || !(value > 0) || value > 1)
      return wrong_usage(fmt::format(
          "--budget: \"{}\" is not a number of checks per page and day above 0 and up to 1",
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
  for (const std::string_view name : split_at(',', list)) {
    if (name == "all") {
      policies.insert(policies.end(), trial_names().begin(), trial_names().end());
      continue;
    }
    if (std::ranges::find(trial_names(), name) == trial_names().end()) {
      std::vector<std::string> names = trial_names();
      names.insert(names.begin(), "all");
      return wrong_usage(unknown_policy(name, names));
    }
    policies.emplace_back(name);
  }
  return policies;
}

// Returns true if the option has the second of two values; the first is the default.
std::expected<bool, Failure> is_second(const Arguments& arguments, std::string_view option,
                                       std::string_view first, std::string_view second) {
  const auto& value = arguments.value(option);
  if (!value || *value == first) return false;
  if (*value == second) return true;
  return wrong_usage(
      fmt::format("{}: expected {} or {}, found \"{}\"", option, first, second, visible(*value)));
}

}  // namespace

std::expected<SimulationRequest, Failure> simulation_request(const Arguments& arguments) {
  SimulationRequest request;
  auto budgets = read_budgets(all_given(arguments, "--budget", "0.01,0.02,0.05,0.1"));
  if (!budgets) return std::unexpected(budgets.error());
  request.budgets = std::move(*budgets);
  auto policies = read_policies(all_given(arguments, "--policy", "all"));
  if (!policies) return std::unexpected(policies.error());
  request.policies = std::move(*policies);
  const auto content = is_second(arguments, "--changes", "any", "content");
  if (!content) return std::unexpected(content.error());
  request.changes = *content ? CountedChanges::content : CountedChanges::any;
  const auto sites = is_second(arguments, "--weights", "pages", "sites");
  if (!sites) return std::unexpected(sites.error());
  request.weights = *sites ? PageWeights::sites : PageWeights::pages;
  if (const auto& folds = arguments.value("--folds")) {
    const auto [end, failed] =
        std::from_chars(folds->data(), folds->data() + folds->size(), request.folds);
    if (failed != std::errc{} || end != folds->data() + folds->size() || request.folds < 2 ||
        request.folds > kFoldsMax)
      return wrong_usage(fmt::format("--folds: expected a number from 2 to {}, found \"{}\"",
                                     kFoldsMax, visible(*folds)));
    if (arguments.has("--train"))
      return wrong_usage("--folds and --train cannot be combined: folds train on the other sites");
  }
  return request;
}

}  // namespace freshet
