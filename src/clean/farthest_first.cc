#include "clean/farthest_first.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace freshet {
namespace {

// Equal pages behave alike, except that the first of them is the one that becomes a centre. So the
// clusters of the distinct pages, in order of first occurrence, are those of all pages.
struct DistinctPages {
  std::vector<std::size_t> first;  // of each distinct page: its first occurrence
  std::vector<std::size_t> of;     // of each page: its number among the distinct ones
};

DistinctPages find_distinct(std::span<const TagSequence> pages) {
  DistinctPages distinct;
  std::map<std::vector<std::uint32_t>, std::size_t> seen;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const auto [found, is_new] = seen.emplace(pages[i].tags(), distinct.first.size());
    if (is_new) distinct.first.push_back(i);
    distinct.of.push_back(found->second);
  }
  return distinct;
}

class FarthestFirst {
 public:
  FarthestFirst(std::span<const TagSequence> pages, std::uint64_t& distances)
      : pages_(pages), distinct_(find_distinct(pages)), distances_(distances) {}

  Clusters run(std::size_t k) {
    const std::size_t n = distinct_.first.size();
    owner_.assign(n, 0);
    distance_.assign(n, 0);
    if (n == 0 || k == 0) return {};
    add_first_centre();
    while (centres_.size() < k) {
      const auto farthest = std::ranges::max_element(distance_);
      if (*farthest == 0) break;
      add_centre(static_cast<std::size_t>(farthest - distance_.begin()));
    }
    return spread_to_all();
  }

 private:
  const TagSequence& page(std::size_t i) const { return pages_[distinct_.first[i]]; }

  void add_first_centre() {
    centres_.push_back(0);
    const TagPattern pattern(page(0));
    for (std::size_t i = 1; i < distance_.size(); ++i) {
      ++distances_;
      distance_[i] = pattern.distance(page(i));
    }
  }

  void add_centre(std::size_t centre) {
    const TagPattern pattern(page(centre));
    find_reach(centre, pattern);
    const std::size_t number = centres_.size();
    for (std::size_t i = 0; i < distance_.size(); ++i) {
      if (i == centre || distance_[i] == 0) continue;
      // d(i, new) >= d(old, new) - d(i, old), which is no less than d(i, old) here.
      if (reach_[owner_[i]] >= 2 * distance_[i]) continue;
      if (tag_distance_bound(page(i), page(centre)) >= distance_[i]) continue;
      ++distances_;
      const double distance = pattern.distance(page(i));
      if (distance < distance_[i]) {
        distance_[i] = distance;
        owner_[i] = number;
      }
    }
    centres_.push_back(centre);
    distance_[centre] = 0;
    owner_[centre] = number;
  }

  // Finds a lower bound of the distance of each old centre to the new one. The distance itself is
  // worth its price only if it may spare several others.
  void find_reach(std::size_t centre, const TagPattern& pattern) {
    std::vector<double> radius(centres_.size(), 0);
    for (std::size_t i = 0; i < distance_.size(); ++i)
      radius[owner_[i]] = std::max(radius[owner_[i]], distance_[i]);
    reach_.assign(centres_.size(), 0);
    for (std::size_t c = 0; c < centres_.size(); ++c)
      reach_[c] = c == owner_[centre] ? distance_[centre]
                                      : tag_distance_bound(page(centres_[c]), page(centre));
    std::vector<std::size_t> undecided(centres_.size(), 0);
    for (std::size_t i = 0; i < distance_.size(); ++i)
      if (i != centre && distance_[i] > 0 && reach_[owner_[i]] < 2 * distance_[i] &&
          tag_distance_bound(page(i), page(centre)) < distance_[i])
        ++undecided[owner_[i]];
    constexpr std::size_t kWorthIt = 4;
    for (std::size_t c = 0; c < centres_.size(); ++c) {
      if (undecided[c] < kWorthIt || c == owner_[centre]) continue;
      ++distances_;
      reach_[c] = pattern.distance(page(centres_[c]));
    }
  }

  Clusters spread_to_all() const {
    Clusters clusters;
    for (const std::size_t centre : centres_) clusters.centres.push_back(distinct_.first[centre]);
    for (const std::size_t number : distinct_.of) {
      clusters.owner.push_back(owner_[number]);
      clusters.distance.push_back(distance_[number]);
    }
    return clusters;
  }

  std::span<const TagSequence> pages_;
  DistinctPages distinct_;
  std::uint64_t& distances_;
  std::vector<std::size_t> centres_;  // numbers of distinct pages, as are the indexes below
  std::vector<std::size_t> owner_;
  std::vector<double> distance_;
  std::vector<double> reach_;  // of each old centre: at most its distance to the new one
};

}  // namespace

Clusters farthest_first(std::span<const TagSequence> pages, std::size_t k,
                        std::uint64_t& distances) {
  return FarthestFirst(pages, distances).run(k);
}

Clusters plain_farthest_first(std::span<const TagSequence> pages, std::size_t k,
                              std::uint64_t& distances) {
  Clusters clusters;
  if (pages.empty() || k == 0) return clusters;
  clusters.owner.assign(pages.size(), 0);
  clusters.distance.assign(pages.size(), 0);
  for (std::size_t centre = 0; clusters.centres.size() < k;) {
    const std::size_t number = clusters.centres.size();
    const TagPattern pattern(pages[centre]);
    clusters.centres.push_back(centre);
    for (std::size_t i = 0; i < pages.size(); ++i) {
      if (i != centre) ++distances;
      const double distance = i == centre ? 0 : pattern.distance(pages[i]);
      if (number > 0 && distance >= clusters.distance[i]) continue;
      clusters.distance[i] = distance;
      clusters.owner[i] = number;
    }
    const auto farthest = std::ranges::max_element(clusters.distance);
    if (*farthest == 0) break;
    centre = static_cast<std::size_t>(farthest - clusters.distance.begin());
  }
  return clusters;
}

std::size_t usual_cluster_count(std::size_t pages) {
  return std::max<std::size_t>(1,
                               static_cast<std::size_t>(std::sqrt(static_cast<double>(pages) / 2)));
}

}  // namespace freshet
