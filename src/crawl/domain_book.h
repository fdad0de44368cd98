// Counts by registrable domain. A wildcard in DNS makes unlimited hosts out of one domain, so a
// domain has limits beside those of its hosts; and once many sibling hosts ("a.x.example",
// "b.x.example") had nearly the same home page, further siblings are not visited.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "crawl/drop_reason.h"
#include "crawl/plan.h"
#include "url/host.h"

namespace freshet {

// Thread-safe. Domains are identified by hashes of 64 bits: about 60 bytes each.
class DomainBook {
 public:
  explicit DomainBook(const DomainLimits& limits) : limits_(limits) {}

  void change_limits(const DomainLimits& limits);

  // Returns why a host that was not visited before must not be visited; nothing if it may.
  std::optional<DropReason> refusal(const Host& host) const;
  // Counts a host whose first visit begins.
  void add_host(const Host& host);

  // Returns false if the domain of the host has reached its page limit. Concurrent visits may
  // exceed it by one page each.
  bool has_room(const Host& host) const;
  void add_page(const Host& host);

  // Records the sketch of a host's home page. Returns false if so many hosts of its domain, or
  // siblings, had a similar home page that the rest of this one is not worth a visit.
  bool note_home(const Host& host, std::uint64_t sketch);

  // Records a host visited by an earlier run.
  void restore(const Host& host, std::uint64_t pages, std::optional<std::uint64_t> home_sketch);

 private:
  struct Likeness {
    std::uint64_t sketch = 0;
    std::uint32_t hosts = 0;
  };

  // Home pages of related hosts: of one domain, or with one parent name.
  struct Homes {
    std::array<Likeness, 3> kinds = {};  // the most frequent ones; 0 hosts: free
    std::uint32_t alike_in_a_row = 0;    // consecutive hosts over the limit of their kind
  };

  struct Domain {
    std::uint64_t hosts = 0;
    std::uint64_t pages = 0;
  };

  bool note(Homes& homes, std::uint64_t sketch) const;

  mutable std::mutex mutex_;  // guards the members below
  DomainLimits limits_;
  std::unordered_map<std::uint64_t, Domain> domains_;
  std::unordered_map<std::uint64_t, Homes> siblings_;  // by their common parent name
  std::unordered_map<std::uint64_t, Homes> homes_;     // of sub-domains, by domain
};

}  // namespace freshet
