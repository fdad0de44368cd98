// The settings of a crawl: its plan, and what belongs to the machine it runs on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "crawl/meter.h"
#include "crawl/plan.h"
#include "crawl/scope.h"

namespace freshet {

struct Setting;

// Upper limits of settings that may also be set for one host.
inline constexpr std::int64_t kHostPagesMax = 1'000'000'000;
inline constexpr std::int64_t kHostBurstMax = 10'000;
inline constexpr std::int64_t kHostDepthMax = 1'000'000;

struct CrawlSettings {
  CrawlPlan plan = {};  // agent, guard and what other settings say of it are filled in later
  std::string contact = {};
  ScopeKind scope = ScopeKind::hosts;
  std::vector<std::string> hosts = {};
  std::vector<std::string> surts = {};
  std::vector<std::string> include = {};
  std::vector<std::string> exclude = {};
  CrawlLimits limits = {};
  std::vector<std::string> allow_net = {};
  std::string resolver = {};
  std::string ca_file = {};
  std::string proxy = {};
  std::int64_t loops = 0;  // 0: one a core
};

std::vector<Setting> declare_crawl_settings();

}  // namespace freshet
