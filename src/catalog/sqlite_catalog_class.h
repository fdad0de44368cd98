// The class behind open_sqlite_catalog; its methods are spread over sqlite_*.cc by subject.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <utility>

#include "catalog/catalog.h"
#include "catalog/sqlite_catalog.h"
#include "sqlite/sqlite.h"

namespace freshet {

// A host's place in the tables: host_id is its hash as a signed number. A URL without host is at
// 0, 0.
struct HostColumns {
  std::int64_t part = 0;
  std::int64_t host_id = 0;
};
HostColumns host_columns(const Host& host);
HostColumns host_columns(const std::optional<Host>& host);

// Returns a time from its form in the tables, microseconds since 1970.
inline Time time_of(std::int64_t microseconds) { return Time(Duration(microseconds)); }

inline std::unexpected<Error> refuse(Errc code, std::string message) {
  return std::unexpected(Error{code, std::move(message)});
}

// The number of rows that are read at once by functions that visit many.
inline constexpr std::int64_t kPieceRows = 1000;

// Returns the key of a stored URL. The host is read from the URL instead of a join, since hashes
// may collide.
PageKey key_of(std::string_view url);

// Returns Errc::invalid unless the URL belongs to the host.
Status check_key(const PageKey& key);

class SqliteCatalog final : public Catalog {
 public:
  SqliteCatalog(std::unique_ptr<Sqlite> db, CatalogSync sync) : db_(std::move(db)), sync_(sync) {}

  // sqlite_catalog.cc, sqlite_check.cc
  Result<std::unique_ptr<CatalogMoment>> hold_moment() override;
  Status check() override;

  // sqlite_commit.cc, sqlite_archive.cc
  Result<std::vector<LeaseFence>> commit(const Commit& change) override;
  Result<std::vector<KnownUrl>> known(std::span<const PageKey> urls) override;
  Result<std::vector<FileRow>> files() override;
  Result<std::optional<PageRow>> find_page(const PageKey& key) override;
  Result<std::vector<SnapshotRow>> snapshots(PageId page) override;
  Result<std::optional<SnapshotRow>> newest_with_body(PageId page, Time now) override;
  Result<std::optional<SnapshotRow>> newest_content(PageId page) override;
  Result<std::int64_t> commits() override;
  Result<std::optional<SnapshotRow>> nearest(PageId page, Time time) override;
  Status each_page(const std::optional<Host>& host,
                   const std::function<bool(const PageRow&)>& visit) override;
  Status each_page_behind(const PageKey& after, const std::optional<Host>& host,
                          const std::function<bool(const PageRow&)>& visit) override;
  Status each_snapshot_in(
      FileId file, const std::function<bool(const PageKey&, const SnapshotRow&)>& visit) override;

  // sqlite_history.cc, sqlite_events.cc
  Result<std::optional<PageBelief>> find_belief(const PageKey& page) override;
  Status each_belief(const std::optional<Host>& host,
                     const std::function<bool(const PageBelief&)>& visit) override;
  Result<std::vector<PageCheck>> checks(const PageKey& page, std::size_t count_max) override;
  Result<std::optional<Time>> latest_check() override;
  Status each_check(const std::function<bool(const PageCheck&)>& visit) override;
  Status each_check_of(std::span<const PageId> pages,
                       const std::function<bool(const PageCheck&)>& visit) override;
  Status each_page_with_belief(const std::function<bool(const PageWithBelief&)>& visit) override;
  Result<std::vector<PageEvent>> events(std::int64_t after, std::size_t count_max) override;
  Result<std::int64_t> last_event() override;
  Result<std::string> incarnation() override;

  // sqlite_sessions.cc, sqlite_links.cc, sqlite_leases.cc, sqlite_hosts.cc
  Result<SessionId> open_session(const std::string& worker, Time expires) override;
  Status renew_session(SessionId session, Time expires) override;
  Status close_session(SessionId session) override;
  Result<std::int64_t> close_sessions_of(const std::string& worker) override;
  Result<std::int64_t> reap_sessions(Time now) override;
  Status add_links(std::span<const LinkCount> links) override;
  Status wake_hosts(std::span<const HostWake> hosts) override;
  Result<std::int64_t> merge_links(unsigned partition, LinkEstimate estimate) override;
  Result<std::vector<HostClaim>> claim_hosts(SessionId session, unsigned partition,
                                             std::size_t count_max, Time now) override;
  Result<LeaseAnswer> lease_host(const LeaseFence& claim, const std::string& address,
                                 std::int64_t address_cap) override;
  Result<std::optional<unsigned>> release_host(const LeaseFence& held, const HostRelease& release,
                                               Time now) override;
  Status note_name_servers(const LeaseFence& held, const std::string& name_servers) override;
  Result<std::optional<HostRow>> find_host(const Host& host) override;
  Status each_host(const std::function<bool(const HostRow&)>& visit) override;
  Result<HostCounts> count_hosts() override;
  Result<std::optional<HostTemplates>> find_templates(const Host& host) override;

  // sqlite_news.cc
  Result<PartitionEdge> frontier_edge(unsigned partition) override;
  Status change_crawl(const CrawlRow& crawl) override;
  Result<std::vector<WantedUrl>> wanted(const Host& host, const std::string& after,
                                        std::size_t count_max) override;
  Status each_wanted_done(const Host& host,
                          const std::function<bool(const WantedUrl&)>& visit) override;
  Result<std::optional<UrlNote>> find_note(const PageKey& page) override;
  Status notes(const Host& host, const std::function<bool(const UrlNote&)>& visit) override;
  Result<std::int64_t> begin_crawl(const CrawlRow& crawl) override;
  Result<std::optional<CrawlRow>> newest_crawl() override;

  // sqlite_captures.cc
  Result<std::int64_t> begin_capture(const CaptureRow& capture) override;
  Status change_capture(const CaptureRow& capture) override;
  Result<std::optional<CaptureRow>> find_capture(std::string_view name) override;
  Result<std::vector<CaptureRow>> captures() override;

 private:
  // Runs a transaction of the frontier, which does not wait for the disk.
  template <class Change>
  Status transact_soon(Change change) {
    return db_->transact(Sqlite::Sync::normal, change);
  }
  template <typename... Values>
  Result<std::int64_t> close_sessions(const char* query, const Values&... values);

  std::unique_ptr<Sqlite> db_;
  CatalogSync sync_;
};

// Returns Errc::denied unless the lease is held. `db` is in a transaction.
Status check_fence(Sqlite& db, const LeaseFence& fence);

// Applies the changes of a commit to the frontier. `db` is in a transaction.
Status put_news(Sqlite& db, std::span<const FrontierNews* const> news);

// These apply the changes of a commit to the history. `db` is in a transaction.
Status put_check(Sqlite& db, PageId page, const PageCheck& check);
Status put_belief(Sqlite& db, PageId page, const PageBelief& belief);
Status put_mark(Sqlite& db, PageId page, const PageMark& mark);
Status forget_history(Sqlite& db, PageId page);
Status append_events(Sqlite& db, std::span<const PageEvent* const> events);

}  // namespace freshet
