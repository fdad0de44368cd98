// Traps: unbounded parts of a host.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "practice/hosts.h"

namespace freshet {

// Returns the link of the home page into the trap.
std::string_view trap_entrance(Trap trap);

// Returns how many pages of the trap a crawler with sensible limits may fetch: the grant of the
// truth file.
std::uint64_t trap_pages_granted(Trap trap);

// Returns true if the path with its query begins like the pages of the trap.
bool is_in_trap(Trap trap, std::string_view target);

// Returns the page of the trap at `target`; none if it has no such page. Every page links to more.
std::optional<std::string> trap_page(std::uint64_t seed, const HostFacts& host,
                                     std::string_view target);

}  // namespace freshet
