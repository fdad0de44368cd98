// The settings of one host, as the file has them: host."example.com".delay.
#pragma once

#include <string_view>

#include "base/error.h"

namespace freshet {

struct ConfigEntry;
struct CrawlSettings;

// Returns true if a key of the file is a setting of one host.
bool is_host_key(std::string_view key);

// Applies such an entry. The error says what is wrong with it, without naming the place.
Status apply_host_entry(const ConfigEntry& entry, CrawlSettings& settings);

}  // namespace freshet
