#include "clean/parking_authority.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/ascii.h"
#include "clean/parking_evidence.h"
#include "clean/parking_lists.h"
#include "url/site.h"

namespace freshet {
namespace {

// Log-odds. A redirect to a site of another owner is rarely parking, so the bias is low; each kind
// of evidence can be outweighed by the others. Chosen by hand, since there are few such sites to
// fit to.
constexpr double kBias = -8;
constexpr double kOwnersWeight = 1;        // for each doubling of the owners
constexpr double kOwnersDoublingsMax = 2;  // more owners are no more evidence: companies have many
constexpr double kShareWeight = 4;         // of redirects among the in-links
constexpr double kEmptinessWeight = 5;  // names carried along, parked landing pages, a known site
constexpr double kEvennessWeight = 1.5;
constexpr double kCarriedNameWorth = 0.75;  // other sites count visitors by name, too
constexpr std::size_t kEvenPagesMin = 3;

struct InLinks {
  std::set<std::string_view> redirecting;
  std::set<std::string_view> linking;
  double personalised = 0;
  std::size_t redirects = 0;
};

// 1 if the target has the full name of the origin, 1/2 if only its label.
double carried_name(const HomePage& page) {
  const std::string target = ascii_lower(page.look.redirect->target.href());
  if (target.contains(page.owner)) return 1;
  const std::string_view label = std::string_view(page.owner).substr(0, page.owner.find('.'));
  constexpr std::size_t kLabelBytesMin = 5;
  return label.size() >= kLabelBytesMin && target.contains(label) ? 0.5 : 0;
}

std::map<std::string, InLinks> find_in_links(const std::vector<HomePage>& pages) {
  std::map<std::string, InLinks> all;
  for (const HomePage& page : pages) {
    const std::string site = redirect_site(page);
    if (site.empty()) continue;
    InLinks& in = all[site];
    in.redirecting.insert(page.owner);
    in.personalised += carried_name(page);
    ++in.redirects;
  }
  for (const HomePage& page : pages)
    for (const std::string& site : page.look.linked_sites)
      if (const auto found = all.find(site);
          found != all.end() && !found->second.redirecting.contains(page.owner))
        found->second.linking.insert(page.owner);
  return all;
}

// Judges the landing pages as if each were the home page of the domain it was made for.
void judge_landings(const std::vector<const LandingPage*>& landings, const ParkingOptions& options,
                    AuthorityJudgement& site) {
  std::vector<HomePage> homes;
  for (std::size_t i = 0; i < landings.size(); ++i)
    homes.push_back({"", std::to_string(i), site.site, landings[i]->look});
  std::vector<const HomePage*> views;
  for (const HomePage& home : homes) views.push_back(&home);
  std::uint64_t distances = 0;
  const ServerGroup group = make_group(site.site, std::move(views), distances);
  std::vector<ParkingFacts> facts;
  for (const HomePage& home : homes) facts.push_back(page_facts(home.look, options));
  add_group_facts(group, facts);
  // The pages of one site refer to the same other sites, whoever owns it.
  for (ParkingFacts& of : facts) of[static_cast<std::size_t>(ParkingSign::common_site)] = 0;
  double sum = 0, far = 0;
  for (const ParkingFacts& of : facts) sum += parked_probability(of, options.alone);
  for (const double distance : group.clusters.distance) far += distance;
  const auto count = static_cast<double>(homes.size());
  site.landing = sum / count;
  if (homes.size() >= kEvenPagesMin) site.evenness = 1 - far / count;
}

double authority_score(const AuthorityJudgement& site, bool is_known) {
  const auto redirecting = static_cast<double>(site.redirecting);
  const double share = redirecting / (redirecting + static_cast<double>(site.linking));
  const double emptiness =
      1 - (1 - kCarriedNameWorth * site.personalised) * (1 - site.landing) * (is_known ? 0 : 1);
  return kBias + kOwnersWeight * std::min(std::log2(redirecting), kOwnersDoublingsMax) +
         kShareWeight * share + kEmptinessWeight * emptiness + kEvennessWeight * site.evenness;
}

}  // namespace

std::string redirect_site(const HomePage& page) {
  if (!page.look.redirect) return {};
  const std::string site(site_of(page.look.redirect->target.hostname()));
  return site == page.owner ? std::string() : site;
}

std::vector<AuthorityJudgement> judge_authorities(const std::vector<HomePage>& pages,
                                                  const std::vector<LandingPage>& landings,
                                                  const ParkingOptions& options) {
  std::map<std::string_view, std::vector<const LandingPage*>> landed;
  for (const LandingPage& page : landings) landed[page.site].push_back(&page);
  std::vector<AuthorityJudgement> judged;
  for (const auto& [name, in] : find_in_links(pages)) {
    AuthorityJudgement site{.site = name,
                            .redirecting = in.redirecting.size(),
                            .linking = in.linking.size(),
                            .personalised = in.personalised / static_cast<double>(in.redirects)};
    if (const auto found = landed.find(name); found != landed.end())
      judge_landings(found->second, options, site);
    const bool is_known = options.uses_lists && listed_kind(name) == ServerKind::parking;
    site.parked = 1 / (1 + std::exp(-authority_score(site, is_known)));
    judged.push_back(std::move(site));
  }
  return judged;
}

}  // namespace freshet
