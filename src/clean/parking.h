// Parked hosts: domains that show ads, an offer of sale, or nothing, from a provider's template.
//
// Providers need only the name server of a domain, so most parked domains of one provider share a
// name server, and their pages look alike although their owners are unrelated (Genovese and Geraci,
// 2018, section 3.2). Other sites that look alike are blogs of one theme, shops of one system,
// script applications, and domains that one company keeps for itself. So a page is judged by
// several kinds of evidence together, none of which decides alone:
//   - signs on the page itself (page_look.h),
//   - how many unrelated owners on its name server have its structure, title and text,
//   - whether other name servers have that structure too, as those of hosting companies do,
//   - how the other pages of its name server look,
//   - known name servers (parking_lists.h), as one more piece of evidence.
// A logistic model adds them up; bench/parking_eval.cc fits its weights. The verdict on a name
// server follows from those on its hosts. Redirects are judged by their target: see
// parking_authority.h.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "clean/page_look.h"

namespace freshet {

// The home page of one host.
struct HomePage {
  std::string host;
  std::string owner;        // its registrable domain: hosts of one domain have one owner
  std::string name_server;  // key of a group: see name_server_key(); empty if unknown
  PageLook look;
};

// A page of a host that others redirect to.
struct LandingPage {
  std::string site;  // registrable domain
  PageLook look;
};

enum class ServerKind : std::uint8_t { unknown, regular, mixed, parking };
std::string_view name_of(ServerKind kind);

enum class ParkingSign : std::uint8_t {
  service,       // markup of a known parking service
  sale,          // phrases of parked pages
  names_itself,  // the domain name as title or heading
  carries_name,  // the domain name as an argument
  search_links,  // links with queries to itself
  prose,         // sentences
  own_paths,     // links to pages of its own
  description,   // a description of its own
  kin,           // unrelated owners on the name server with this structure
  kin_title,     // of these, the share with the same title but for the name
  shared_text,   // share of its lines of text that others on the name server have
  common_site,   // share of its kin that refer to the same site, which another name server has
  elsewhere,     // share of other name servers with this structure
  hollow,        // kin with exactly the same title, or all without one
  own_title,     // a title with words beside its name that no other owner on the name server has
  listed,        // the name server is on the list
  neighbours,    // how parked other hosts of the name server look, alike ones above all
};
inline constexpr std::size_t kParkingSigns = 17;
std::string_view name_of(ParkingSign sign);
std::string_view meaning_of(ParkingSign sign);  // for people: "markup of a parking service"

using ParkingFacts = std::array<double, kParkingSigns>;  // each between 0 and 1

struct HostJudgement {
  std::string host;
  std::string owner;
  std::string name_server;
  double parked = 0;              // probability
  ParkingFacts facts{};           // the evidence, except for redirects to other sites
  std::string redirects_to = {};  // the site, if it leads to another one

  bool is_parked() const { return parked > 0.5; }
};

struct ServerJudgement {
  std::string name_server;
  ServerKind kind = ServerKind::unknown;
  double confidence = 0;  // in the kind, between 0 and 1
  std::size_t hosts = 0;
  std::size_t owners = 0;
  std::size_t parked = 0;                   // hosts that are clearly parked
  std::size_t regular = 0;                  // hosts that are clearly not
  std::size_t clusters = 0;                 // of structures
  double mean_distance = 0;                 // of pages to the centre of their cluster
  double largest_cluster = 0;               // its share of the hosts
  ServerKind listed = ServerKind::unknown;  // by the shipped list
};

// A site that unrelated hosts redirect to.
struct AuthorityJudgement {
  std::string site;
  double parked = 0;            // probability that it is a parking provider
  std::size_t redirecting = 0;  // owners whose home page redirects to it
  std::size_t linking = 0;      // owners whose home page links to it
  double personalised = 0;      // share of the redirects that carry the name of their origin
  double landing = 0;           // how parked its pages look
  double evenness = 0;          // how alike they are: 1 - mean distance to a centre
};

struct ParkingReport {
  std::vector<HostJudgement> hosts;             // in the order of the input
  std::vector<ServerJudgement> servers;         // by name
  std::vector<AuthorityJudgement> authorities;  // by site
  std::uint64_t distances = 0;                  // evaluations of tag_distance
};

// The weights of the model: a bias, and one of each sign in the order of ParkingSign.
struct ParkingWeights {
  double bias;
  ParkingFacts of;
};
extern const ParkingWeights kAloneWeights;     // of a page before its neighbours are judged
extern const ParkingWeights kTogetherWeights;  // of a page with its neighbours
double parked_probability(const ParkingFacts& facts, const ParkingWeights& weights);

struct ParkingOptions {
  bool uses_lists = true;     // known name servers count as evidence
  bool uses_services = true;  // markup of known services counts as evidence
  ParkingWeights alone = kAloneWeights;
  ParkingWeights together = kTogetherWeights;
};

// Returns the signs that speak most for parking, the strongest first.
std::vector<ParkingSign> main_signs(const ParkingFacts& facts, std::size_t count_max);

ParkingReport judge_parking(const std::vector<HomePage>& pages,
                            const std::vector<LandingPage>& landings,
                            const ParkingOptions& options = {});

// Returns a key for hosts with the same provider: the first of the sorted name servers, with each
// number as '#': "ns#.provider.example" for ns1 and ns2. Empty if there are none.
std::string name_server_key(const std::vector<std::string>& name_servers);

}  // namespace freshet
