#include "cli/crawl_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/escape.h"
#include "base/log.h"
#include "cli/archive_access.h"
#include "cli/help.h"

namespace freshet {
namespace {

// With less not even one page could be read.
constexpr std::size_t kMemoryMin = std::size_t{16} << 20;

// Returns true if the setting is not at its default.
bool is_given(const Config& config, std::string_view key) {
  const auto& all = known_settings();
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].key == key) return config.sources[i].kind != Source::Kind::built_in;
  return false;
}

std::expected<AddressGuard, Failure> guard_from_settings(const CrawlSettings& settings) {
  std::vector<Network> networks;
  for (const std::string& text : settings.allow_net)
    if (auto network = Network::parse(text)) networks.push_back(*network);
  if (!settings.contact.empty()) return AddressGuard(std::move(networks));
  if (networks.empty()) {
    return wrong_usage(
        "public addresses are not crawled without a contact; use --contact or crawl.contact with a "
        "mail address or a web page where site owners can reach you");
  }
  return AddressGuard(std::move(networks),
                      "it is in no network of --allow-net, and no contact is set for public ones");
}

// Returns the address that stands for the name without a look-up.
std::optional<IpAddress> local_address(std::string name) {
  if (name.starts_with('[')) name = name.substr(1, name.size() - 2);
  auto address = IpAddress::parse(name == "localhost" ? "127.0.0.1" : name);
  if (!address || !AddressGuard().refusal(*address)) return std::nullopt;
  return *address;
}

// "freshet/0.1.0 (+mailto:me@example.com)"
std::string user_agent(const std::string& contact) {
  std::string agent(version_line());
  std::ranges::replace(agent, ' ', '/');
  if (contact.empty()) return agent;
  const bool is_page = contact.starts_with("http");
  return fmt::format("{} (+{}{})", agent, is_page ? "" : "mailto:", contact);
}

}  // namespace

std::optional<Failure> refuse_local(const CrawlSettings& settings,
                                    std::span<const std::string> host_names) {
  if (!settings.contact.empty() || !settings.allow_net.empty() || host_names.empty())
    return std::nullopt;
  for (const std::string& name : host_names)
    if (!local_address(name)) return std::nullopt;
  const IpAddress first = *local_address(host_names.front());
  return Failure{ExitCode::wrong_usage, fmt::format("{} is refused ({}); --allow-net {} allows it",
                                                    visible(host_names.front()),
                                                    *AddressGuard().refusal(first), first.text())};
}

CrawlPlan plan_without_guard(const Settings& settings) {
  CrawlPlan plan = settings.crawl.plan;
  plan.memory = std::max(plan.memory, kMemoryMin);
  plan.agent = kAgentToken;
  plan.user_agent = user_agent(settings.crawl.contact);
  plan.normal_form = settings.url;
  plan.robots = settings.robots;
  plan.scripting = settings.html.mode();
  plan.limits.page_bytes = static_cast<std::size_t>(settings.limits.page_bytes);
  return plan;
}

std::expected<CrawlPlan, Failure> plan_from_settings(const Settings& settings) {
  CrawlPlan plan = plan_without_guard(settings);
  auto guard = guard_from_settings(settings.crawl);
  if (!guard) return std::unexpected(guard.error());
  plan.guard = *std::move(guard);
  return plan;
}

std::expected<CrawlPlan, Failure> reload_plan(const Session& session) {
  const Result<Config> config = session.reload();
  if (!config) return could_not(config.error().message);
  auto plan = plan_from_settings(config->settings);
  if (plan) change_log_level(config->settings.log.level);
  return plan;
}

std::expected<RunSettings, Failure> run_from_settings(const Session& session) {
  const Settings& settings = session.config.settings;
  const CrawlSettings& crawl = settings.crawl;
  RunSettings options;
  auto directory = archive_directory(session);
  if (!directory) return std::unexpected(directory.error());
  options.run.directory = *std::move(directory);
  auto plan = plan_from_settings(settings);
  if (!plan) return std::unexpected(plan.error());
  options.run.plan = *std::move(plan);
  const auto given = [&](std::string_view key) { return is_given(session.config, key); };
  if (given("crawl.scope")) options.scope.kind = crawl.scope;
  if (given("crawl.hosts")) options.scope.hosts = crawl.hosts;
  if (given("crawl.surts")) options.scope.surts = crawl.surts;
  if (given("crawl.include")) options.scope.include = crawl.include;
  if (given("crawl.exclude")) options.scope.exclude = crawl.exclude;
  // Before an archive is made for it.
  const auto scope = Scope::make({.include = crawl.include, .exclude = crawl.exclude});
  if (!scope) return wrong_usage(scope.error().message);
  options.platform.loops = crawl.loops > 0 ? static_cast<std::size_t>(crawl.loops)
                                           : std::max(std::thread::hardware_concurrency(), 1U);
  options.run.limits = crawl.limits;
  options.run.archive.layout = settings.archive.layout;
  options.run.archive.sync = settings.archive.sync;
  options.run.archive.packing = settings.archive.packing;
  options.run.archive.scripting = settings.html.mode();
  options.run.archive.warc_bytes_max = static_cast<std::uint64_t>(settings.archive.warc_bytes);
  options.platform.web.ca_file = crawl.ca_file;
  options.platform.web.proxy = crawl.proxy;
  if (!crawl.resolver.empty()) options.platform.resolver.servers = {crawl.resolver};
  return options;
}

}  // namespace freshet
