// The frontier: which hosts wait, who visits them, and URLs that wait for a visit. Design:
// docs/design/catalog.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "catalog/frontier_rows.h"

namespace freshet {

// The part of a catalog (catalog.h) that workers share. Each call names its partition, so that
// partitions can lie on different machines. A power failure may lose the last few seconds of it;
// that work is done again.
class Frontier {
 public:
  // A worker's life sign: to be renewed every third of its life, by a catalog of its own.
  virtual Result<SessionId> open_session(const std::string& worker, Time expires) = 0;
  virtual Status renew_session(SessionId session, Time expires) = 0;
  // Puts back every host that the session has.
  virtual Status close_session(SessionId session) = 0;
  // Closes the sessions that expired at `now` or before; how many. Anyone may.
  virtual Result<std::int64_t> reap_sessions(Time now) = 0;

  // Appends; nothing else changes until the partition is merged.
  virtual Status add_links(std::span<const LinkCount> links) = 0;
  // Adds up what was appended for the partition; a host not in the frontier becomes ready, and a
  // retired one if a link wakes it. A waking link to a host that is out makes it ready when it is
  // released as retired: its holder may have been too late to see why. Returns how many hosts got
  // links.
  virtual Result<std::int64_t> merge_links(unsigned partition,
                                           LinkEstimate estimate = LinkEstimate::in_degree) = 0;

  // At once, and as a waking link would: the score grows by the value, in_links does not.
  virtual Status wake_hosts(std::span<const HostWake> hosts) = 0;

  // First step: takes up to `count_max` ready hosts of the partition, highest score first; among
  // them those whose time has come. No other worker gets them. The names are to be resolved then.
  virtual Result<std::vector<HostClaim>> claim_hosts(SessionId session, unsigned partition,
                                                     std::size_t count_max, Time now) = 0;
  // Second step: a claim becomes a lease if fewer than `address_cap` hosts of the address are out.
  // `address` must be in one fixed form. If the host was last found at another address, the best of
  // those waiting there becomes ready.
  virtual Result<LeaseAnswer> lease_host(const LeaseFence& claim, const std::string& address,
                                         std::int64_t address_cap = kAddressCap) = 0;
  // Ends a claim or a lease. The best of those waiting for the address becomes ready; returns its
  // partition, so that nobody has to look for it.
  virtual Result<std::optional<unsigned>> release_host(const LeaseFence& held,
                                                       const HostRelease& release, Time now) = 0;

  // Keeps the name servers of a host that is held.
  virtual Status note_name_servers(const LeaseFence& held, const std::string& name_servers) = 0;

  virtual Result<std::optional<HostRow>> find_host(const Host& host) = 0;
  // Visits hosts by partition and hash (as a signed number) until `visit` returns false; in pieces.
  virtual Status each_host(const std::function<bool(const HostRow&)>& visit) = 0;
  virtual Result<HostCounts> count_hosts() = 0;
  virtual Result<PartitionEdge> frontier_edge(unsigned partition) = 0;

  // Returns up to `count_max` of the URLs of `host` that others want, by URL; only those that
  // follow the URL `after` in this order, which may be empty.
  virtual Result<std::vector<WantedUrl>> wanted(const Host& host, const std::string& after,
                                                std::size_t count_max) = 0;
  // Visits those that were wanted and are done, by URL, until `visit` returns false; in pieces.
  virtual Status each_wanted_done(const Host& host,
                                  const std::function<bool(const WantedUrl&)>& visit) = 0;
  virtual Result<std::optional<UrlNote>> find_note(const PageKey& page) = 0;
  // Visits the notes on the host's URLs, by URL, until `visit` returns false; in pieces.
  virtual Status notes(const Host& host, const std::function<bool(const UrlNote&)>& visit) = 0;

  // Notes that a crawl begins, and returns its id; that of `crawl` is not read. What was wanted and
  // is done may be wanted again from now on; seeds are.
  virtual Result<std::int64_t> begin_crawl(const CrawlRow& crawl) = 0;
  virtual Result<std::optional<CrawlRow>> newest_crawl() = 0;
  // Replaces what is known of the crawl with this id; Errc::not_found if there is none.
  virtual Status change_crawl(const CrawlRow& crawl) = 0;

 protected:
  ~Frontier() = default;
};

}  // namespace freshet
