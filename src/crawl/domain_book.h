// What a crawl took of each registrable domain. A name server that answers every name makes hosts
// without end out of one domain, so a domain has limits of its own beside those of its hosts; and
// once many sibling hosts ("a.x.example", "b.x.example") had nearly the same home page, further
// siblings are not visited.
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

// Thread-safe. Domains are known by hashes of 64 bits: some 60 bytes each.
class DomainBook {
 public:
  explicit DomainBook(const DomainLimits& limits) : limits_(limits) {}

  void change_limits(const DomainLimits& limits);

  // Why a host that was not visited before must not be visited; nothing if it may.
  std::optional<DropReason> refusal(const Host& host) const;
  // Counts a host whose first visit begins.
  void add_host(const Host& host);

  // False if the domain of the host has enough pages. Visits that ask at the same time may take one
  // more each.
  bool has_room(const Host& host) const;
  void add_page(const Host& host);

  // Notes the sketch of a host's home page. False if so many hosts of its domain, or beside it, had
  // such a home page that the rest of this one is not worth a visit.
  bool note_home(const Host& host, std::uint64_t sketch);

  // Notes a host that an earlier run visited.
  void restore(const Host& host, std::uint64_t pages, std::optional<std::uint64_t> home_sketch);

 private:
  struct Likeness {
    std::uint64_t sketch = 0;
    std::uint32_t hosts = 0;
  };

  // Home pages of hosts that belong together: of one domain, or with one parent name.
  struct Homes {
    std::array<Likeness, 3> kinds = {};  // the most frequent ones; 0 hosts: free
    std::uint32_t alike_in_a_row = 0;    // hosts that were one too many of their kind
  };

  struct Domain {
    std::uint64_t hosts = 0;
    std::uint64_t pages = 0;
  };

  bool note(Homes& homes, std::uint64_t sketch) const;

  mutable std::mutex mutex_;  // guards what follows
  DomainLimits limits_;
  std::unordered_map<std::uint64_t, Domain> domains_;
  std::unordered_map<std::uint64_t, Homes> siblings_;  // by the name that they share
  std::unordered_map<std::uint64_t, Homes> homes_;     // of sub-domains, by domain
};

}  // namespace freshet
