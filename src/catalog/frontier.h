// The frontier: hosts that wait, the workers that visit them, and URLs that wait for a visit.
// Design: docs/design/catalog.md.
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
  // Opens a session, the life sign of a worker. It must be renewed every third of its life, through
  // a catalog of its own.
  virtual Result<SessionId> open_session(const std::string& worker, Time expires) = 0;
  virtual Status renew_session(SessionId session, Time expires) = 0;
  // Puts back every host that the session holds.
  virtual Status close_session(SessionId session) = 0;
  // Closes the sessions of a worker that began anew: only one process at a time may use its name.
  // Returns their number.
  virtual Result<std::int64_t> close_sessions_of(const std::string& worker) = 0;
  // Closes the sessions that expired at `now` or before, or that would last for longer than
  // kSessionLifeMax, and returns their number. Any worker may call it.
  virtual Result<std::int64_t> reap_sessions(Time now) = 0;

  // Appends links; nothing else changes until the partition is merged.
  virtual Status add_links(std::span<const LinkCount> links) = 0;
  // Adds up the links that were appended for the partition. A host that is not in the frontier
  // becomes ready; so does a retired one if a link wakes it. A waking link to a claimed or leased
  // host makes it ready when it is released as retired: its holder may have been too late to see
  // the reason. Returns the number of hosts that got links.
  virtual Result<std::int64_t> merge_links(unsigned partition,
                                           LinkEstimate estimate = LinkEstimate::in_degree) = 0;

  // Wakes hosts at once, as merged waking links would: the score grows by the value, in_links does
  // not.
  virtual Status wake_hosts(std::span<const HostWake> hosts) = 0;

  // First step: claims up to `count_max` ready hosts of the partition, highest score first. Hosts
  // whose time has come are made ready before. No other worker gets the claimed hosts. The caller
  // then resolves their names.
  virtual Result<std::vector<HostClaim>> claim_hosts(SessionId session, unsigned partition,
                                                     std::size_t count_max, Time now) = 0;
  // Second step: a claim becomes a lease if fewer than `address_cap` hosts of the address are
  // leased. `address` must be in one fixed form. If the host was last found at another address, the
  // best host that waits there becomes ready.
  virtual Result<LeaseAnswer> lease_host(const LeaseFence& claim, const std::string& address,
                                         std::int64_t address_cap = kAddressCap) = 0;
  // Ends a claim or a lease. The best host that waits for the address becomes ready. Returns its
  // partition, so that nobody has to search for it.
  virtual Result<std::optional<unsigned>> release_host(const LeaseFence& held,
                                                       const HostRelease& release, Time now) = 0;

  // Stores the name servers of a held host.
  virtual Status note_name_servers(const LeaseFence& held, const std::string& name_servers) = 0;

  virtual Result<std::optional<HostRow>> find_host(const Host& host) = 0;
  // Visits hosts by partition and hash (as a signed number) until `visit` returns false; in pieces.
  virtual Status each_host(const std::function<bool(const HostRow&)>& visit) = 0;
  virtual Result<HostCounts> count_hosts() = 0;
  // Returns the templates of a host, if it has any.
  virtual Result<std::optional<HostTemplates>> find_templates(const Host& host) = 0;
  virtual Result<PartitionEdge> frontier_edge(unsigned partition) = 0;

  // Returns up to `count_max` wanted URLs of `host`, by URL. Begins behind the URL `after`, which
  // may be empty.
  virtual Result<std::vector<WantedUrl>> wanted(const Host& host, const std::string& after,
                                                std::size_t count_max) = 0;
  // Visits the URLs that were wanted and are done, by URL, until `visit` returns false; in pieces.
  virtual Status each_wanted_done(const Host& host,
                                  const std::function<bool(const WantedUrl&)>& visit) = 0;
  virtual Result<std::optional<UrlNote>> find_note(const PageKey& page) = 0;
  // Visits the notes on the host's URLs, by URL, until `visit` returns false; in pieces.
  virtual Status notes(const Host& host, const std::function<bool(const UrlNote&)>& visit) = 0;

  // Stores a crawl that begins and returns its id; the id in `crawl` is not read. URLs that were
  // wanted and are done may be wanted again from now on; seeds are wanted again at once.
  virtual Result<std::int64_t> begin_crawl(const CrawlRow& crawl) = 0;
  virtual Result<std::optional<CrawlRow>> newest_crawl() = 0;
  // Replaces the row of the crawl with this id; Errc::not_found if there is none.
  virtual Status change_crawl(const CrawlRow& crawl) = 0;

 protected:
  ~Frontier() = default;
};

}  // namespace freshet
