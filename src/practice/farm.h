// A farm: hosts whose only interest is whether somebody wrote them. Parking providers with name
// servers of their own, and everything that looks like parking but must not be taken for it.
//
// Equal plans give equal farms, byte for byte. Providers, templates, languages and shares are drawn
// from the seed, so that a detector cannot be tuned to one of them. `practice/world.h` serves a
// farm beside its own hosts; bench/parking_eval.cc judges it without a crawl.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace freshet {

struct FarmPlan {
  std::uint64_t seed = 1;
  std::size_t hosts = 1500;  // about as many; at least kFarmHostsMin
};
inline constexpr std::uint32_t kFarmAddress = 0x7ff00000;  // 127.240.0.0; that of the directory
inline constexpr std::size_t kFarmHostsMin = 600;
inline constexpr std::size_t kFarmHostsMax = 100'000;

enum class FarmTruth : std::uint8_t {
  regular,
  parked,
  own_use,      // domains that a company keeps, with words of its own
  placeholder,  // of a server or registrar: neither
};

// How the host came to be what it is.
enum class FarmHow : std::uint8_t {
  by_hand,          // a page unlike others
  blog,             // of one of a few themes
  shop,             // of one system
  script_app,       // five tags and a script
  wildcard,         // one of the sub-domains of one owner
  shortener,        // a URL shortener
  company,          // leads to the one site of a company that has many domains
  honest_redirect,  // to https, www, a language; to a social network, a shortener, a new name
  own_use,
  placeholder,
  name_server,  // parked by its name server
  redirect,     // parked by a redirect
  provider,     // a site that parked hosts redirect to
};
std::string_view name_of(FarmTruth truth);
std::string_view name_of(FarmHow how);

struct FarmHost {
  std::string name;
  std::vector<std::string> name_servers;  // sorted
  std::uint32_t address;                  // IPv4, in 127.240.0.0/12
  FarmTruth truth;
  FarmHow how;
  int status = 200;
  std::string location = {};  // of a redirect by HTTP
  std::string html = {};      // of the home page
};

// A page that a provider shows to visitors of one domain.
struct FarmLanding {
  std::string host;
  std::string target;  // path and query
  std::string html;
};

struct Farm {
  std::vector<FarmHost> hosts;  // sorted by name
  std::vector<FarmLanding> landings;
};

Farm make_farm(const FarmPlan& plan);

// Returns the host with this name, or nullptr.
const FarmHost* find_farm_host(const Farm& farm, std::string_view name);

}  // namespace freshet
