// From settings to what a crawl is given.
#pragma once

#include <expected>

#include "cli/command.h"
#include "crawl/crawl.h"

namespace freshet {

// The product token by which robots.txt may name us.
inline constexpr std::string_view kAgentToken = "freshet";

// The plan of these settings; wrong usage if they would crawl public addresses without a contact.
std::expected<CrawlPlan, Failure> meant_plan(const Settings& settings);

// All but the seeds.
std::expected<CrawlOptions, Failure> meant_crawl(const Session& session);

}  // namespace freshet
