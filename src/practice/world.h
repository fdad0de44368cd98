// The practice web: a world of hosts and pages computed from a seed, with everything about it
// known.
//
// Nothing is stored: a host is computed from its number, a page from its host and number, a body
// from its page and version. Each answer is a pure function of the plan, the request and the time.
// So the world in memory (practice_web.h) and the one on real sockets (practice_server.h) are the
// same, and a million hosts cost no memory.
//
// Structure: hosts are ranked. Page counts fall with the rank by a power law. The home page of rank
// r links to those of ranks 4r+1 to 4r+4, so all hosts are reachable from rank 0. Hosts that
// misbehave or have traps have the last ranks. The pages of a host are a tree with the home page as
// its root. Only leaves are redirects, forbidden, missing or orphans, so that every other page
// stays reachable.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "practice/answer.h"
#include "practice/farm.h"
#include "practice/hosts.h"
#include "practice/site.h"
#include "practice/world_plan.h"
#include "web/address.h"

namespace freshet {

// An answer of the world's name servers.
struct PracticeName {
  enum class Conduct : std::uint8_t { answers, no_such_name, fails, is_silent };
  Conduct conduct = Conduct::no_such_name;
  std::vector<IpAddress> addresses = {};
  std::vector<std::string> name_servers = {};  // of the registrable domain, sorted
};

class World {
 public:
  explicit World(const WorldPlan& plan);

  const WorldPlan& plan() const { return plan_; }
  const Hosts& hosts() const { return hosts_; }
  const Farm* farm() const { return farm_.get(); }  // nullptr if the plan has none

  PracticeAnswer answer(const PracticeRequest& request, Time now) const;

  // Returns true if the page has an ETag or a date that changes exactly when the page does.
  bool has_right_validator(const HostFacts& host, const PracticePage& page) const;
  // Returns true if its ETag and date stay the same when the page changes.
  bool has_stuck_validator(const HostFacts& host, const PracticePage& page) const;

  // `name` is in lower case.
  PracticeName look_up(std::string_view name) const;

  // Returns the name servers of a registrable domain, sorted; none if the world has no such domain.
  std::vector<std::string> name_servers_of(std::string_view domain) const;

  // Returns a seed from which a crawl can find everything: the home page of the host of rank 0.
  std::string first_url() const;

  // Returns the home pages of the farm's hosts, by name: only the directory of the farm
  // (farm_world.h) links to them.
  std::vector<std::string> farm_urls() const;

  // Returns the home pages of the first `count` hosts by rank.
  std::vector<std::string> home_urls(std::uint64_t count) const;

 private:
  PracticeAnswer route(const PracticeRequest& request, const HostFacts& host, Time now) const;
  PracticeAnswer page_answer(const PracticeRequest& request, const Site& site,
                             const PracticePage& page, Time now) const;

  WorldPlan plan_;
  Hosts hosts_;
  std::shared_ptr<const Farm> farm_;
};

}  // namespace freshet
