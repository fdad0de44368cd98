// The truth about a practice world, by which a crawl is scored: docs/formats/practice-truth.md.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "practice/site.h"
#include "practice/world.h"

namespace freshet {

// Calls `line` for each line, line ends included.
void write_truth(const World& world, const std::function<void(std::string_view)>& line);

// Returns the final status of the page for a crawler: 0 if it gets no answer.
int expected_status(const Site& site, const PracticePage& page);

// Returns true if the host's robots.txt is available and allows the page to freshet.
bool is_allowed_by_robots(const Site& site, const PracticePage& page);

// Returns how many URLs of the host other than pages and requisites a crawler may fetch.
std::uint64_t other_urls_granted(const Site& site);

}  // namespace freshet
