#include "cli/capture_request.h"

#include <fmt/format.h>

#include <charconv>
#include <string>

#include "base/escape.h"
#include "cli/number_option.h"
#include "cli/setting_kinds.h"
#include "coherence/plan.h"

namespace freshet {
namespace {

constexpr int kRoundsMax = 1000;

// Rounds of a capture that has a share to reach and no number of rounds.
constexpr int kRoundsOfTarget = 5;

constexpr std::uint64_t kRevisitsMax = 1'000'000'000;

// Returns 0.99 for "99%", "99 %" and "0.99".
std::optional<double> parse_share(std::string_view text) {
  const bool is_percent = text.ends_with('%');
  if (is_percent) text.remove_suffix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  if (is_percent) value /= 100;
  if (!(value > 0 && value <= 1)) return std::nullopt;
  return value;
}

std::vector<std::string_view> policy_choices() {
  std::vector<std::string_view> names;
  for (const PlanPolicy& policy : plan_policies()) names.push_back(policy.name);
  return names;
}

}  // namespace

std::vector<Option> capture_options() {
  return {
      {"--policy", "NAME", "Order of the visits (default: freshet)", false, {}, policy_choices()},
      {"--eta", "X",
       "Risk threshold of the policies measurable and inducible, 0 to 1 (default: 0.5)"},
      {"--revisit-budget", "COUNT", "Make at most COUNT revisits (default: one per page)"},
      {"--until-coherent", "SHARE",
       "Repeat rounds until SHARE of the pages is proven, such as 99%"},
      {"--rounds", "COUNT", "Make at most COUNT rounds (default: 1; 5 with --until-coherent)"},
      {"--within", "TIME", "End after TIME; visits get half of it"},
      {"--whole", "", "Fetch every page in full; do not rely on 304 answers"},
      {"--name", "NAME", "Name of the capture (default: host and time)"}};
}

std::expected<CaptureRequest, Failure> capture_request(const Session& session) {
  const Arguments& arguments = session.arguments;
  CaptureRequest request;
  CaptureOrder& order = request.order;
  order.policy = arguments.value("--policy").value_or(std::string(kDefaultPlanPolicy));
  if (const auto policy = find_plan_policy(order.policy); !policy)
    return wrong_usage(visible(policy.error().message));
  const auto eta = number_of<double>(session, "--eta", order.eta, 0, 1);
  if (!eta) return std::unexpected(eta.error());
  order.eta = *eta;
  if (arguments.has("--revisit-budget")) {
    const auto budget = number_of<std::uint64_t>(session, "--revisit-budget", 0, 0, kRevisitsMax);
    if (!budget) return std::unexpected(budget.error());
    order.revisits_max = static_cast<std::int64_t>(*budget);
  }
  if (const auto& share = arguments.value("--until-coherent")) {
    const auto target = parse_share(*share);
    if (!target) return wrong_usage("--until-coherent must be a share such as 99% or 0.99");
    order.target = *target;
  }
  const auto rounds =
      number_of<int>(session, "--rounds", order.target > 0 ? kRoundsOfTarget : 1, 1, kRoundsMax);
  if (!rounds) return std::unexpected(rounds.error());
  order.rounds_max = *rounds;
  if (const auto& given = arguments.value("--within")) {
    const auto within = parse_duration(*given);
    if (!within || *within <= Duration{})
      return wrong_usage("--within must be a time such as 2h or 30m");
    order.time_max = *within;
  }
  order.asks_whole = arguments.has("--whole");
  request.name = arguments.value("--name").value_or("");
  if (arguments.has("--name") && request.name.empty())
    return wrong_usage("--name must not be empty");
  return request;
}

}  // namespace freshet
