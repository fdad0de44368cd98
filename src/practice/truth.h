// The truth about a practice world, by which a crawl is judged: docs/formats/practice-truth.md.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "practice/site.h"
#include "practice/world.h"

namespace freshet {

// Calls `line` with one line after another, line ends included.
void write_truth(const World& world, const std::function<void(std::string_view)>& line);

// The status that a crawler gets for the page in the end: 0 if there is none to be had.
int expected_status(const Site& site, const PracticePage& page);

// Whether the host's robots.txt can be had and lets freshet fetch the page.
bool is_allowed_by_robots(const Site& site, const PracticePage& page);

// How many URLs of the host that are neither pages nor requisites a crawler may fetch at most.
std::uint64_t other_urls_granted(const Site& site);

}  // namespace freshet
