// Traps: parts of a host that never end.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "practice/hosts.h"

namespace freshet {

// Where the home page leads into it.
std::string_view trap_entrance(Trap trap);

// What a crawler with sensible limits may fetch of it, in pages: the grant of the truth file.
std::uint64_t trap_pages_granted(Trap trap);

// Whether the path with its query belongs to the trap: whatever begins as its pages do.
bool is_in_trap(Trap trap, std::string_view target);

// The page of the trap there; none if the trap has none there. Every page links to more of them.
std::optional<std::string> trap_page(std::uint64_t seed, const HostFacts& host,
                                     std::string_view target);

}  // namespace freshet
