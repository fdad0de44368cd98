// The evidence for parking that one page gives, and that the pages of one name server give
// together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "clean/farthest_first.h"
#include "clean/parking.h"

namespace freshet {

inline constexpr std::size_t kServerPagesMax = 4000;       // of one name server are clustered
inline constexpr std::size_t kBackgroundServersMax = 200;  // the largest, to compare with

// The pages that share a name server.
struct ServerGroup {
  std::string name_server;
  std::vector<const HomePage*> pages;
  Clusters clusters;
};

// Clusters the structures of the pages.
ServerGroup make_group(std::string name_server, std::vector<const HomePage*> pages,
                       std::uint64_t& distances);

// Returns the signs of a page alone.
ParkingFacts page_facts(const PageLook& look, const ParkingOptions& options);

// Adds the signs that need the pages of the same name server, for each page of the group.
void add_group_facts(const ServerGroup& group, std::span<ParkingFacts> facts);

// Returns for each page how parked its neighbours in the group look, given how parked each page
// looks alone. Pages with its structure and title count as much as they are alike. All others
// together count like two pages: a provider that parks domains may host shops too. But no page has
// neighbours that look more parked than the whole group: empty pages are alike on any server.
std::vector<double> neighbour_shares(const ServerGroup& group, std::span<const double> alone);

// Adds `elsewhere`: how many of the other groups have the structure of the page's cluster.
void add_background_facts(const ServerGroup& group, std::span<const ServerGroup* const> others,
                          std::span<ParkingFacts> facts);

}  // namespace freshet
