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

// Returns the mean parking score of each page's neighbours, given the score of each page alone.
// Pages with the same structure and title are weighted by similarity; all others together weigh as
// two pages, since a provider may host shops too. A score is at most that of the whole group: empty
// pages are alike on any server.
std::vector<double> neighbour_shares(const ServerGroup& group, std::span<const double> alone);

// Adds `elsewhere`: how many of the other groups have the structure of the page's cluster.
void add_background_facts(const ServerGroup& group, std::span<const ServerGroup* const> others,
                          std::span<ParkingFacts> facts);

}  // namespace freshet
