// A report for a terminal, and for programs.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/report.h"

namespace freshet {

// `archive` is the name by which people know it.
std::string report_text(const Report& report, std::string_view archive, bool in_color);

// One object, with every host and every day.
std::string report_json(const Report& report, std::string_view archive);

inline constexpr std::size_t kHostsListedMax = 6;

// The hosts with watched pages at either end, the most and the least changing first; no host is in
// both.
std::vector<HostReport> most_changing(const Report& report);
std::vector<HostReport> least_changing(const Report& report);

// Sentences that the terminal and the HTML page have in common. Empty: there is nothing to say.
std::string fresh_sentence(const Report& report);
std::string checks_sentence(const Report& report);
std::string equal_sentence(const Report& report);
std::string orphans_sentence(const Report& report);

}  // namespace freshet
