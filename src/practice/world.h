// The practice web: a world of hosts and pages made from a seed, of which everything is known.
//
// Nothing of it is kept: a host is computed from its number, a page from its host and number, a
// body from its page and version. What answers is a pure function of the plan, the request and the
// time, so that the world in memory (practice_web.h) and the one that is served for real
// (practice_server.h) are the same, and so that a million hosts cost no memory.
//
// How it hangs together: hosts are ranked. Page counts fall with the rank by a power law; the home
// page of rank r links to those of ranks 4r+1 to 4r+4, so all hosts are found from that of rank 0.
// The last ranks are those that misbehave or have traps. The pages of a host are a tree too, whose
// root is the home page; only leaves are redirects, forbidden, missing or orphans, so that nothing
// else hangs on them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "practice/answer.h"
#include "practice/hosts.h"
#include "practice/site.h"
#include "practice/world_plan.h"
#include "web/address.h"

namespace freshet {

// What the name servers of the world say.
struct PracticeName {
  enum class Conduct : std::uint8_t { answers, no_such_name, fails, is_silent };
  Conduct conduct = Conduct::no_such_name;
  std::vector<IpAddress> addresses = {};
  std::vector<std::string> name_servers = {};  // of the registrable domain, sorted
};

class World {
 public:
  explicit World(const WorldPlan& plan) : plan_(plan), hosts_(plan) {}

  const WorldPlan& plan() const { return plan_; }
  const Hosts& hosts() const { return hosts_; }

  PracticeAnswer answer(const PracticeRequest& request, Time now) const;

  // Whether the page comes with an ETag or a date that is new when the page is, and only then.
  bool has_right_validator(const HostFacts& host, const PracticePage& page) const;

  // `name` in lower case.
  PracticeName look_up(std::string_view name) const;

  // Those of a registrable domain, sorted; none if the world has no such.
  std::vector<std::string> name_servers_of(std::string_view domain) const;

  // Where a crawl may begin to find everything: the home page of the host of rank 0.
  std::string first_url() const;

  // The home pages of all hosts by rank, `count` at most.
  std::vector<std::string> home_urls(std::uint64_t count) const;

 private:
  PracticeAnswer route(const PracticeRequest& request, const HostFacts& host, Time now) const;
  PracticeAnswer page_answer(const PracticeRequest& request, const Site& site,
                             const PracticePage& page, Time now) const;

  WorldPlan plan_;
  Hosts hosts_;
};

}  // namespace freshet
