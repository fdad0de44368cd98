// The links between the pages of a site as of an instant, and how deep each page lies.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/archive_session.h"
#include "app/sightings.h"
#include "base/error.h"
#include "coherence/parts.h"

namespace freshet {

// Returns the links between these pages, each once, read off the versions at `places` (file 0:
// none). Pages are numbered by their position.
Result<std::vector<PageLink>> read_site_links(ArchiveSession& session,
                                              std::span<const PageRow> pages,
                                              std::span<const SightPlace> places);

// Returns the number of the home page: the one with the path "/", else the one with the shortest
// URL. None if there are no pages.
std::optional<std::uint32_t> find_home(std::span<const PageRow> pages);

// A page as it is found from the home page, in the order of breadth-first discovery.
struct FoundFromHome {
  std::vector<std::optional<std::uint32_t>> depths;  // of each page; none: not linked from it
  std::vector<std::uint32_t> order;                  // pages that are found, then the others
  std::vector<std::uint32_t> parents;                // of each place of `order`, another place
};
FoundFromHome find_from_home(std::size_t pages, std::span<const PageLink> links,
                             std::optional<std::uint32_t> home);

}  // namespace freshet
