// The catalog: what is known of hosts, pages, snapshots and files. One logical schema, one
// interface, one conformance suite (catalog_conformance.h). Design: docs/design/catalog.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "catalog/frontier_rows.h"
#include "catalog/rows.h"

namespace freshet {

// While it lives, all reads of its catalog see one moment, whatever others commit.
class CatalogMoment {
 public:
  virtual ~CatalogMoment() = default;
};

// One thread uses a catalog at a time; others open their own.
//
// Errors: Errc::denied if a lease or session is no longer held or the catalog was opened to read;
// Errc::unavailable if another is writing; Errc::limit if the disk is full; Errc::invalid if a
// change contradicts itself or the catalog; Errc::corrupt. After an error nothing has changed, but
// for one case: if the disk fails in the middle of committing, the change may be there after a
// restart, and then it is whole.
class Catalog {
 public:
  virtual ~Catalog() = default;

  // Nothing may be changed through this catalog until it is given back; it must not outlive the
  // catalog. Short, please: what others write meanwhile piles up beside the catalog.
  virtual Result<std::unique_ptr<CatalogMoment>> hold_moment() = 0;

  // Reads everything and says what is damaged or contradicts itself: Errc::corrupt.
  virtual Status check() = 0;

  // The archive ----------------------------------------------------------------------------------

  // One transaction. When it has returned, what it names is acknowledged and survives a crash; news
  // alone, like all of the frontier, may go with the power.
  // Removing a snapshot that is not there changes nothing; moving one is Errc::not_found.
  virtual Status commit(const ArchiveChange& change) = 0;

  virtual Result<std::vector<FileRow>> files() = 0;  // by id
  virtual Result<std::optional<PageRow>> find_page(const PageKey& key) = 0;
  virtual Result<std::vector<SnapshotRow>> snapshots(PageId page) = 0;  // by time, then place

  // The newest snapshot of the page that has a body as the server sent it (response, resource).
  // Those later than `now` are of a clock that was ahead: they count only if there is no other.
  virtual Result<std::optional<SnapshotRow>> newest_with_body(PageId page, Time now) = 0;

  // The newest of those for which is_content() holds.
  virtual Result<std::optional<SnapshotRow>> newest_content(PageId page) = 0;

  // The number of commits that changed files or snapshots. It only grows.
  virtual Result<std::int64_t> commits() = 0;

  // The snapshot at `time`, or else the nearest to it, the earlier of two; the newest for
  // Time::max(). Of several at one time, the last by place.
  virtual Result<std::optional<SnapshotRow>> nearest(PageId page, Time time) = 0;

  // Visits pages by partition, host (its hash as a signed number) and URL; of one host only if one
  // is given. Stops when `visit` returns false. Rows are read in pieces, so the catalog may be
  // changed meanwhile.
  virtual Status each_page(const std::optional<Host>& host,
                           const std::function<bool(const PageRow&)>& visit) = 0;

  // Visits the snapshots whose record is in `file`, by offset; also in pieces.
  virtual Status each_snapshot_in(
      FileId file, const std::function<bool(const PageKey&, const SnapshotRow&)>& visit) = 0;

  // How pages change -----------------------------------------------------------------------------
  // When a page goes, so do its checks and what is believed of it; its events stay.

  virtual Result<std::optional<PageBelief>> find_belief(const PageKey& page) = 0;
  // Visits beliefs in the order of each_page, of one host only if one is given; in pieces. Stops
  // when `visit` returns false.
  virtual Status each_belief(const std::optional<Host>& host,
                             const std::function<bool(const PageBelief&)>& visit) = 0;
  // The checks of a page, by time; the last `count_max` of them.
  virtual Result<std::vector<PageCheck>> checks(const PageKey& page, std::size_t count_max) = 0;
  // Returns the latest time at which any page was checked; nothing if none was.
  virtual Result<std::optional<Time>> latest_check() = 0;
  // Visits all checks, page by page in the order in which the pages were made, each page's by time.
  // Their `stages` are left empty. Reads with one statement, so `visit` must not change the
  // catalog.
  virtual Status each_check(const std::function<bool(const PageCheck&)>& visit) = 0;
  // Visits the checks of these pages with their `stages`, in the order of each_check. Also one
  // statement.
  virtual Status each_check_of(std::span<const PageId> pages,
                               const std::function<bool(const PageCheck&)>& visit) = 0;
  // Visits every page with its belief, in the order of each_page. Also one statement.
  virtual Status each_page_with_belief(const std::function<bool(const PageWithBelief&)>& visit) = 0;

  // Up to `count_max` events with numbers above `after`, by number.
  virtual Result<std::vector<PageEvent>> events(std::int64_t after, std::size_t count_max) = 0;
  // The number of the last event, 0 if there is none.
  virtual Result<std::int64_t> last_event() = 0;
  // Of this catalog alone: a number of an event says nothing in another one. Made by chance when
  // the catalog is.
  virtual Result<std::string> incarnation() = 0;

  // The frontier ---------------------------------------------------------------------------------
  // Every statement names its partition, so that partitions can lie on different machines. What is
  // lost of the frontier in a power failure is the last few seconds, and is only done again.

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
};

}  // namespace freshet
