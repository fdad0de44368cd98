// The settings of a crawl: its plan, and what belongs to the machine it runs on.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "crawl/meter.h"
#include "crawl/plan.h"
#include "crawl/scope.h"

namespace freshet {

struct Setting;
struct ConfigEntry;

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

// Returns true if a key of the file is a setting of one host: host."example.com".delay
bool is_host_key(std::string_view key);

// Applies such an entry. The error says what is wrong with it, without naming the place.
Status apply_host_entry(const ConfigEntry& entry, CrawlSettings& settings);

}  // namespace freshet
