#include "cli/practice_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/escape.h"
#include "base/json.h"
#include "cli/number_option.h"
#include "practice/feature_names.h"
#include "practice/truth.h"

namespace freshet {
namespace {

constexpr std::size_t kTruthPieceBytes = std::size_t{1} << 20;  // written at once
constexpr double kTimeFactorMax = 1e6;

}  // namespace

std::expected<WorldPlan, Failure> world_plan_from_arguments(const Session& session) {
  using Number = std::uint64_t;
  WorldPlan plan{.hosts = 200, .pages = 20'000};
  const auto seed = number_of<Number>(session, "--seed", plan.seed, 0, ~Number{0});
  if (!seed) return std::unexpected(seed.error());
  const auto hosts = number_of<Number>(session, "--hosts", plan.hosts, 1, kPracticeHostsMax);
  if (!hosts) return std::unexpected(hosts.error());
  const auto pages = number_of<Number>(session, "--pages", plan.pages, 1, kPracticePagesMax);
  if (!pages) return std::unexpected(pages.error());
  const auto delay = number_of<Number>(session, "--crawl-delay", 0, 0, 3'600'000);
  if (!delay) return std::unexpected(delay.error());
  plan.seed = *seed;
  plan.hosts = *hosts;
  plan.pages = *pages;
  plan.crawl_delay = std::chrono::milliseconds(*delay);
  for (const std::string_view flag : {"--with", "--without"}) {
    for (const std::string& name : session.arguments.values(flag)) {
      const auto feature = std::ranges::find(kFeatureNames, name, &FeatureName::name);
      if (feature == kFeatureNames.end())
        return wrong_usage(fmt::format("{}: unknown feature \"{}\"; see --help for the list", flag,
                                       visible(name)));
      plan.features.*feature->member = flag == "--with";
    }
  }
  return plan;
}

std::expected<PracticeServerOptions, Failure> server_options_from_arguments(
    const Session& session) {
  PracticeServerOptions options;
  const struct {
    std::string_view name;
    std::uint16_t& port;
  } ports[] = {{"--http-port", options.http_port},
               {"--https-port", options.https_port},
               {"--dns-port", options.dns_port}};
  for (const auto& [name, port] : ports) {
    const auto number = number_of<std::uint16_t>(session, name, port, 0, 65535);
    if (!number) return std::unexpected(number.error());
    port = *number;
  }
  const auto factor = number_of<double>(session, "--time-factor", 1, 0, kTimeFactorMax);
  if (!factor) return std::unexpected(factor.error());
  options.time_factor = *factor;
  return options;
}

std::string log_line(const PracticeLogLine& line) {
  JsonWriter json;
  json.begin_object().key("start_us").value(line.start.count());
  json.key("end_us").value(line.end.count()).key("host").value(line.host);
  json.key("address").value(line.address).key("url").value(line.url);
  json.key("method").value(line.is_head ? "HEAD" : "GET");
  json.key("status").value(line.status);
  return json.end_object().take() + "\n";
}

CommandResult write_truth_file(const World& world, const std::string& path) {
  auto file = LineFile::create(path);
  if (!file) return could_not(file.error().message);
  std::string held;
  write_truth(world, [&](std::string_view line) {
    held += line;
    if (held.size() < kTruthPieceBytes) return;
    file->append(held);
    held.clear();
  });
  file->append(held);
  if (!file->status()) return could_not(file->status().error().message);
  return {};
}

}  // namespace freshet
