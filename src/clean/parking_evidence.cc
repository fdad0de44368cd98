#include "clean/parking_evidence.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "base/ascii.h"

namespace freshet {
namespace {

double& sign(ParkingFacts& facts, ParkingSign which) {
  return facts[static_cast<std::size_t>(which)];
}

// Grows with the logarithm: 0 for 0, 1 for `full` and more.
double log_share(double count, double full) {
  return std::min(1.0, std::log1p(count) / std::log1p(full));
}

struct KinSums {
  double weight = 0;
  double same_title = 0;
  std::unordered_map<std::string_view, double> sites;
};

// The members of a cluster with the distance to their centre.
struct Member {
  std::size_t page;
  double distance;
};

// The triangle inequality bounds the distance of two members by the sum of those to the centre.
double kinship(const Member& a, const Member& b) {
  return std::max(0.0, 1 - a.distance - b.distance);
}

KinSums sum_kin(const ServerGroup& group, const std::vector<Member>& cluster,
                const Member& member) {
  const HomePage& page = *group.pages[member.page];
  KinSums sums;
  for (const Member& other : cluster) {
    const HomePage& kin = *group.pages[other.page];
    if (kin.owner == page.owner) continue;
    const double weight = kinship(member, other);
    if (weight == 0) continue;
    sums.weight += weight;
    if (kin.look.title == page.look.title) sums.same_title += weight;
    for (const std::string& site : kin.look.other_sites)
      if (std::ranges::binary_search(page.look.other_sites, site)) sums.sites[site] += weight;
  }
  return sums;
}

// In how many owners' pages each line of text stands.
std::unordered_map<std::uint64_t, std::size_t> count_block_owners(const ServerGroup& group) {
  std::unordered_map<std::uint64_t, std::set<std::string_view>> owners;
  for (const HomePage* page : group.pages)
    for (const std::uint64_t block : page->look.blocks)
      if (owners[block].size() < 4) owners[block].insert(page->owner);
  std::unordered_map<std::uint64_t, std::size_t> counts;
  for (const auto& [block, set] : owners) counts[block] = set.size();
  return counts;
}

constexpr std::size_t kSharingOwnersMin = 3;

// A name server of which nothing is known has few parked hosts.
constexpr double kNeighboursExpected = 0.2;
constexpr double kNeighboursPrior = 2;  // worth so many pages
constexpr double kStrangersWorth = 2;

// Returns true if a title has words beside the name of its site.
bool has_own_words(std::string_view title) {
  return std::ranges::any_of(
      title, [](char c) { return is_ascii_alnum(c) || static_cast<unsigned char>(c) >= 0x80; });
}

// The owner of each title, or empty if there are several.
std::unordered_map<std::string_view, std::string_view> find_title_owners(const ServerGroup& group) {
  std::unordered_map<std::string_view, std::string_view> owners;
  for (const HomePage* page : group.pages) {
    const auto [found, is_new] = owners.emplace(page->look.title, page->owner);
    if (!is_new && found->second != page->owner) found->second = {};
  }
  return owners;
}

}  // namespace

ServerGroup make_group(std::string name_server, std::vector<const HomePage*> pages,
                       std::uint64_t& distances) {
  std::vector<TagSequence> tags;
  const std::size_t clustered = std::min(pages.size(), kServerPagesMax);
  for (std::size_t i = 0; i < clustered; ++i) tags.push_back(pages[i]->look.tags);
  Clusters clusters = farthest_first(tags, usual_cluster_count(clustered), distances);
  return {std::move(name_server), std::move(pages), std::move(clusters)};
}

ParkingFacts page_facts(const PageLook& look, const ParkingOptions& options) {
  ParkingFacts facts{};
  sign(facts, ParkingSign::service) = options.uses_services && !look.service.empty() ? 1 : 0;
  sign(facts, ParkingSign::sale) = std::min(1.0, static_cast<double>(look.sale_phrases));
  sign(facts, ParkingSign::names_itself) = look.names_itself ? 1 : 0;
  sign(facts, ParkingSign::carries_name) = look.carries_name ? 1 : 0;
  sign(facts, ParkingSign::search_links) = log_share(static_cast<double>(look.search_links), 10);
  sign(facts, ParkingSign::prose) = log_share(static_cast<double>(look.prose_words), 100);
  sign(facts, ParkingSign::own_paths) = log_share(static_cast<double>(look.own_paths), 20);
  sign(facts, ParkingSign::description) = look.has_description ? 1 : 0;
  return facts;
}

void add_group_facts(const ServerGroup& group, std::span<ParkingFacts> facts) {
  const auto block_owners = count_block_owners(group);
  const auto title_owners = find_title_owners(group);
  std::unordered_set<std::string_view> owners;
  for (const HomePage* page : group.pages) owners.insert(page->owner);
  std::vector<std::vector<Member>> clusters(group.clusters.centres.size());
  for (std::size_t i = 0; i < group.clusters.owner.size(); ++i)
    clusters[group.clusters.owner[i]].push_back({i, group.clusters.distance[i]});
  for (const std::vector<Member>& cluster : clusters)
    for (const Member& member : cluster) {
      const PageLook& look = group.pages[member.page]->look;
      ParkingFacts& of = facts[member.page];
      const KinSums kin = sum_kin(group, cluster, member);
      double site = 0;
      for (const auto& [name, weight] : kin.sites)
        if (!owners.contains(name)) site = std::max(site, weight);
      std::size_t shared = 0;
      for (const std::uint64_t block : look.blocks)
        shared += block_owners.at(block) >= kSharingOwnersMin ? 1 : 0;
      const double blocks = static_cast<double>(look.blocks.size());
      const double same_title = kin.weight > 0 ? kin.same_title / kin.weight : 0;
      const double shared_text = blocks > 0 ? static_cast<double>(shared) / blocks : 0;
      sign(of, ParkingSign::own_title) =
          has_own_words(look.title) && !title_owners.at(look.title).empty() ? 1 : 0;
      sign(of, ParkingSign::kin) = log_share(kin.weight, 30);
      sign(of, ParkingSign::kin_title) = same_title;
      sign(of, ParkingSign::shared_text) = shared_text;
      sign(of, ParkingSign::common_site) = kin.weight > 0 ? site / kin.weight : 0;
      sign(of, ParkingSign::hollow) =
          look.title.contains(kOwnName) ? 0 : log_share(kin.weight, 30) * same_title;
    }
}

std::vector<double> neighbour_shares(const ServerGroup& group, std::span<const double> alone) {
  const std::size_t count = group.pages.size();
  std::vector<double> shares(count, kNeighboursExpected);
  if (group.name_server.empty() || count < 2) return shares;
  const double all = std::accumulate(alone.begin(), alone.end(), 0.0);
  std::vector<std::vector<Member>> clusters(group.clusters.centres.size());
  for (std::size_t i = 0; i < group.clusters.owner.size(); ++i)
    clusters[group.clusters.owner[i]].push_back({i, group.clusters.distance[i]});
  for (std::size_t i = 0; i < count; ++i) {
    double alike = 0, parked = 0;
    if (i < group.clusters.owner.size())
      for (const Member& other : clusters[group.clusters.owner[i]]) {
        if (other.page == i || group.pages[other.page]->look.title != group.pages[i]->look.title)
          continue;
        const double weight = kinship({i, group.clusters.distance[i]}, other);
        alike += weight;
        parked += weight * alone[other.page];
      }
    const double known = kNeighboursPrior * kNeighboursExpected;
    const auto others = static_cast<double>(count - 1);
    const double of_all = (all - alone[i] + known) / (others + kNeighboursPrior);
    const double of_alike = (parked + kStrangersWorth * (all - alone[i]) / others + known) /
                            (alike + kStrangersWorth + kNeighboursPrior);
    shares[i] = std::min(of_all, of_alike);
  }
  return shares;
}

void add_background_facts(const ServerGroup& group, std::span<const ServerGroup* const> others,
                          std::span<ParkingFacts> facts) {
  std::vector<double> elsewhere(group.clusters.centres.size(), 0);
  std::size_t compared = 0;
  for (const ServerGroup* other : others) {
    if (other == &group) continue;
    ++compared;
    for (std::size_t c = 0; c < elsewhere.size(); ++c) {
      double nearest = 1;
      for (const std::size_t centre : other->clusters.centres)
        nearest =
            std::min(nearest, tag_distance_bound(group.pages[group.clusters.centres[c]]->look.tags,
                                                 other->pages[centre]->look.tags));
      elsewhere[c] += std::max(0.0, 1 - 2 * nearest);
    }
  }
  if (compared == 0) return;
  for (std::size_t i = 0; i < group.clusters.owner.size(); ++i)
    sign(facts[i], ParkingSign::elsewhere) =
        elsewhere[group.clusters.owner[i]] / static_cast<double>(compared);
}

}  // namespace freshet
