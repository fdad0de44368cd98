#include "clean/parking.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/ascii.h"
#include "clean/parking_authority.h"
#include "clean/parking_evidence.h"
#include "clean/parking_lists.h"

namespace freshet {
namespace {

constexpr std::array<std::string_view, kParkingSigns> kSignNames = {
    "service",   "sale",        "names-itself", "carries-name", "search-links", "prose",
    "own-paths", "description", "kin",          "kin-title",    "shared-text",  "common-site",
    "elsewhere", "hollow",      "own-title",    "listed",       "neighbours"};
constexpr std::array<std::string_view, kParkingSigns> kSignMeanings = {
    "markup of a parking service",
    "phrases of parked pages",
    "its domain name is its title or heading",
    "its domain name is an argument of scripts or links",
    "links with queries to itself",
    "sentences",
    "links to pages of its own",
    "a description of its own",
    "other owners on its name server have its structure",
    "other owners have its title",
    "other owners have its text",
    "other owners refer to the same site",
    "other name servers have its structure",
    "other owners have its structure and title",
    "a title of its own",
    "its name server is listed",
    "other hosts of its name server look parked"};
constexpr std::array<std::string_view, 4> kKindNames = {"unknown", "regular", "mixed", "parking"};

constexpr std::size_t kBackgroundPagesMin = 5;  // of a name server that others are compared with

std::size_t at(ParkingSign sign) { return static_cast<std::size_t>(sign); }

class Judging {
 public:
  Judging(const std::vector<HomePage>& pages, const ParkingOptions& options)
      : pages_(pages), options_(options), facts_(pages.size()), parked_(pages.size(), 0) {}

  ParkingReport run(const std::vector<LandingPage>& landings) {
    report_.authorities = judge_authorities(pages_, landings, options_);
    make_groups();
    for (std::size_t g = 0; g < groups_.size(); ++g) judge_group(g);
    judge_redirects();
    for (std::size_t i = 0; i < pages_.size(); ++i)
      report_.hosts.push_back({pages_[i].host, pages_[i].owner, pages_[i].name_server, parked_[i],
                               facts_[i], redirect_site(pages_[i])});
    for (const ServerGroup& group : groups_)
      if (!group.name_server.empty()) report_.servers.push_back(judge_server(group));
    return std::move(report_);
  }

 private:
  void make_groups() {
    std::map<std::string_view, std::vector<const HomePage*>> by_server;
    for (const HomePage& page : pages_)
      if (redirect_site(page).empty()) by_server[page.name_server].push_back(&page);
    for (auto& [name, pages] : by_server)
      groups_.push_back(make_group(std::string(name), std::move(pages), report_.distances));
    for (const ServerGroup& group : groups_)
      if (group.pages.size() >= kBackgroundPagesMin) background_.push_back(&group);
    std::ranges::stable_sort(background_, std::greater(),
                             [](const ServerGroup* group) { return group->pages.size(); });
    if (background_.size() > kBackgroundServersMax) background_.resize(kBackgroundServersMax);
  }

  std::size_t index_of(const HomePage* page) const {
    return static_cast<std::size_t>(page - pages_.data());
  }

  void judge_group(std::size_t number) {
    const ServerGroup& group = groups_[number];
    std::vector<ParkingFacts> facts;
    for (const HomePage* page : group.pages) facts.push_back(page_facts(page->look, options_));
    add_group_facts(group, facts);
    add_background_facts(group, background_, facts);
    const bool is_listed =
        options_.uses_lists && listed_kind(group.name_server) == ServerKind::parking;
    std::vector<double> alone;
    for (ParkingFacts& of : facts) {
      of[at(ParkingSign::listed)] = is_listed ? 1 : 0;
      alone.push_back(parked_probability(of, options_.alone));
    }
    const std::vector<double> neighbours = neighbour_shares(group, alone);
    for (std::size_t i = 0; i < facts.size(); ++i) {
      facts[i][at(ParkingSign::neighbours)] = neighbours[i];
      const std::size_t page = index_of(group.pages[i]);
      facts_[page] = facts[i];
      parked_[page] = parked_probability(facts[i], options_.together);
    }
  }

  void judge_redirects() {
    for (std::size_t i = 0; i < pages_.size(); ++i) {
      const std::string site = redirect_site(pages_[i]);
      if (site.empty()) continue;
      const auto found =
          std::ranges::lower_bound(report_.authorities, site, {}, &AuthorityJudgement::site);
      parked_[i] = found->parked;
    }
  }

  ServerJudgement judge_server(const ServerGroup& group) const;

  const std::vector<HomePage>& pages_;
  const ParkingOptions& options_;
  std::vector<ParkingFacts> facts_;
  std::vector<double> parked_;
  std::vector<ServerGroup> groups_;
  std::vector<const ServerGroup*> background_;
  ParkingReport report_;
};

// The verdict on a name server rests on its hosts that are clearly one or the other, of different
// owners.
constexpr double kClearlyParked = 0.7, kClearlyRegular = 0.3;
constexpr std::size_t kServerOwnersMin = 5;  // fewer say nothing
constexpr double kParkingShare = 0.95;       // of parked hosts, at least, on a parking name server
constexpr double kMixedShare = 0.10;         // of parked hosts, at least, on a mixed one
// A listed name server needs fewer owners to be sure: the list counts like so many that are parked.
// It adds confidence to what the pages say, and cannot change it.
constexpr double kListedOwners = 11;

// Returns the probability that the true share of parked hosts lies between two limits, by the
// normal approximation of its posterior (Beta, with Jeffreys' prior).
double share_between(double parked, double regular, double from, double to) {
  const double a = parked + 0.5, b = regular + 0.5;
  const double mean = a / (a + b);
  const double deviation = std::sqrt(a * b / ((a + b) * (a + b) * (a + b + 1)));
  const auto below = [&](double limit) {
    return 0.5 * std::erfc(-(limit - mean) / (deviation * std::sqrt(2.0)));
  };
  return (to >= 1 ? 1 : below(to)) - (from <= 0 ? 0 : below(from));
}

ServerJudgement Judging::judge_server(const ServerGroup& group) const {
  ServerJudgement server{.name_server = group.name_server,
                         .hosts = group.pages.size(),
                         .clusters = group.clusters.centres.size(),
                         .listed = listed_kind(group.name_server)};
  const bool counts_list = options_.uses_lists && server.listed == ServerKind::parking;
  std::set<std::string_view> owners, parked, regular;
  for (const HomePage* page : group.pages) {
    owners.insert(page->owner);
    const double probability = parked_[index_of(page)];
    if (probability > kClearlyParked) parked.insert(page->owner);
    if (probability < kClearlyRegular) regular.insert(page->owner);
  }
  std::vector<std::size_t> sizes(server.clusters, 0);
  for (const std::size_t owner : group.clusters.owner) ++sizes[owner];
  for (const double distance : group.clusters.distance) server.mean_distance += distance;
  const auto clustered = static_cast<double>(group.clusters.owner.size());
  server.mean_distance /= clustered;
  server.largest_cluster = static_cast<double>(std::ranges::max(sizes)) / clustered;
  server.owners = owners.size();
  server.parked = parked.size();
  server.regular = regular.size();
  const auto p = static_cast<double>(parked.size()), r = static_cast<double>(regular.size());
  if (parked.size() + regular.size() < kServerOwnersMin) return server;
  const double share = p / (p + r);
  if (share >= kParkingShare) {
    server.kind = ServerKind::parking;
    server.confidence =
        share_between(p + (counts_list ? kListedOwners : 0), r, 1 - 2 * (1 - kParkingShare), 1);
  } else if (share >= kMixedShare) {
    server.kind = ServerKind::mixed;
    server.confidence = share_between(p, r, kMixedShare / 2, 1 - (1 - kParkingShare) / 2);
  } else {
    server.kind = ServerKind::regular;
    server.confidence = share_between(p, r, 0, 2 * kMixedShare);
  }
  return server;
}

}  // namespace

std::string_view name_of(ServerKind kind) { return kKindNames[static_cast<std::size_t>(kind)]; }
std::string_view name_of(ParkingSign sign) { return kSignNames[at(sign)]; }

std::string_view meaning_of(ParkingSign sign) { return kSignMeanings[at(sign)]; }

std::vector<ParkingSign> main_signs(const ParkingFacts& facts, std::size_t count_max) {
  std::vector<std::pair<double, std::size_t>> shares;
  for (std::size_t i = 0; i < kParkingSigns; ++i)
    if (const double share = kTogetherWeights.of[i] * facts[i]; share > 0)
      shares.emplace_back(-share, i);
  std::ranges::sort(shares);
  std::vector<ParkingSign> signs;
  for (const auto& [share, i] : shares)
    if (signs.size() < count_max) signs.push_back(static_cast<ParkingSign>(i));
  return signs;
}

double parked_probability(const ParkingFacts& facts, const ParkingWeights& weights) {
  double sum = weights.bias;
  for (std::size_t i = 0; i < kParkingSigns; ++i) sum += weights.of[i] * facts[i];
  return 1 / (1 + std::exp(-sum));
}

std::string name_server_key(const std::vector<std::string>& name_servers) {
  if (name_servers.empty()) return {};
  std::string key;
  for (const char c : std::ranges::min(name_servers)) {
    if (!is_ascii_digit(c))
      key += to_ascii_lower(c);
    else if (!key.ends_with('#'))
      key += '#';
  }
  return key;
}

ParkingReport judge_parking(const std::vector<HomePage>& pages,
                            const std::vector<LandingPage>& landings,
                            const ParkingOptions& options) {
  return Judging(pages, options).run(landings);
}

}  // namespace freshet
