// From settings to what a crawl is given.
#pragma once

#include <expected>
#include <optional>
#include <span>
#include <string>

#include "cli/command.h"
#include "engine/job.h"
#include "engine/real_platform.h"
#include "engine/run.h"

namespace freshet {

// The product token by which robots.txt may name us.
inline constexpr std::string_view kAgentToken = "freshet";

// Returns how to allow the hosts if neither a contact nor a network is set and all of them are
// addresses of this machine or a private network: for these a contact is of no use.
std::optional<Failure> refuse_local(const CrawlSettings& settings,
                                    std::span<const std::string> host_names);

// Returns the plan of these settings but for the address guard: enough to read pages, not to fetch
// them.
CrawlPlan plan_without_guard(const Settings& settings);

// Returns the plan of these settings; wrong usage if public addresses could be crawled without a
// contact.
std::expected<CrawlPlan, Failure> plan_from_settings(const Settings& settings);

// Reads the settings again and returns their plan; the level of the log changes with them.
std::expected<CrawlPlan, Failure> reload_plan(const Session& session);

struct RunSettings {
  RunOptions run = {};
  RealPlatformOptions platform = {};
  ScopeChange scope = {};
};

// Returns the options of a run, without its job.
std::expected<RunSettings, Failure> run_from_settings(const Session& session);

}  // namespace freshet
