// Clustering by farthest point first (Gonzalez, "Clustering to minimize the maximum intercluster
// distance", 1985), with few distances.
//
// The first page is the first centre. The next centre is always the page that is farthest from its
// nearest centre, until there are k or every page equals its centre. The largest radius is at most
// twice the best possible. The plain algorithm computes the distance of every page to every centre.
// The fast one returns the same result, ties included, but skips a distance if it cannot be smaller
// than that of the page to its present centre: by the triangle inequality, by the lower bound of
// tag_distance.h, or because an equal page was compared already (after Genovese and Geraci, 2018,
// section 3.2.1).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "clean/tag_distance.h"

namespace freshet {

struct Clusters {
  std::vector<std::size_t> centres;  // indexes of pages, in the order in which they were chosen
  std::vector<std::size_t> owner;    // of each page: the position of its centre in `centres`
  std::vector<double> distance;      // of each page to its centre

  bool operator==(const Clusters&) const = default;
};

// Return at most `k` clusters of the pages. `distances` is increased by the number of evaluations
// of tag_distance.
Clusters farthest_first(std::span<const TagSequence> pages, std::size_t k,
                        std::uint64_t& distances);
Clusters plain_farthest_first(std::span<const TagSequence> pages, std::size_t k,
                              std::uint64_t& distances);

// Returns sqrt(n / 2), at least 1: a usual number of clusters for n pages.
std::size_t usual_cluster_count(std::size_t pages);

}  // namespace freshet
