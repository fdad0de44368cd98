// A catalog in memory that is too simple to be wrong: every question is a scan. Real catalogs are
// compared with it in everything that does not need two connections.
#pragma once

#include <algorithm>
#include <bit>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "base/stored_time.h"
#include "catalog/catalog.h"
#include "catalog/naive_history_test.h"

namespace freshet {

class NaiveCatalog final : public Catalog {
 public:
  // --- the archive
  Result<std::vector<LeaseFence>> commit(const Commit& change) override {
    std::vector<LeaseFence> lost;
    const auto is_lost = [&](const std::optional<LeaseFence>& fence) {
      if (!fence || holds(*fence)) return false;
      if (std::ranges::find(lost, *fence) == lost.end()) lost.push_back(*fence);
      return true;
    };
    Archive next = archive_;
    if (!apply(change, next)) return std::unexpected(no().error());
    News news = news_;
    for (const FrontierNews& some : change.news)
      if (!is_lost(some.fence) && !apply(some, news)) return std::unexpected(no().error());
    std::vector<PageNews> history = change.history;
    std::erase_if(history, [&](const PageNews& some) { return is_lost(some.fence); });
    archive_ = std::move(next);
    const bool has_files = !change.files.empty() || !change.dropped_files.empty();
    const bool has_rows =
        !change.snapshots.empty() || !change.removed.empty() || !change.moved.empty();
    commits_ += has_files || has_rows ? 1 : 0;
    news_ = std::move(news);
    note_history(history);
    for (const NewSnapshot& made : change.snapshots)
      if (made.page.host) hosts_.try_emplace(*made.page.host, Entry{{.host = *made.page.host}});
    return lost;
  }
  Result<std::vector<KnownUrl>> known(std::span<const PageKey> urls) override {
    std::vector<KnownUrl> all;
    for (const PageKey& url : urls)
      all.push_back(
          {.page = *find_page(url), .belief = *find_belief(url), .note = *find_note(url)});
    return all;
  }
  Result<std::vector<FileRow>> files() override {
    std::vector<FileRow> all;
    for (const auto& [id, file] : archive_.files) all.push_back(file);
    return all;
  }
  Result<std::optional<PageRow>> find_page(const PageKey& key) override {
    for (const PageRow& page : archive_.pages)
      if (page.key == key) return page;
    return std::nullopt;
  }
  Result<std::vector<SnapshotRow>> snapshots(PageId page) override { return all_of(page); }
  Result<std::optional<SnapshotRow>> newest_with_body(PageId page, Time now) override {
    std::optional<SnapshotRow> newest, dated;
    for (const SnapshotRow& row : all_of(page)) {
      if (row.kind != SnapshotKind::response && row.kind != SnapshotKind::resource) continue;
      newest = row;
      if (row.time <= now) dated = row;
    }
    return dated ? dated : newest;
  }
  Result<std::optional<SnapshotRow>> newest_content(PageId page) override {
    std::optional<SnapshotRow> newest;
    for (const SnapshotRow& row : all_of(page))
      if (is_content(row) && row.kind != SnapshotKind::revisit) newest = row;
    return newest;
  }
  Result<std::int64_t> commits() override { return commits_; }
  Result<std::optional<SnapshotRow>> nearest(PageId page, Time time) override {
    std::optional<SnapshotRow> best;
    for (const SnapshotRow& row : all_of(page))
      if (!best || row.time == best->time || apart(row.time, time) < apart(best->time, time))
        best = row;
    return best;
  }
  Status each_page(const std::optional<Host>& host,
                   const std::function<bool(const PageRow&)>& visit) override {
    return each_page_behind({}, host, visit);
  }
  Status each_page_behind(const PageKey& after, const std::optional<Host>& host,
                          const std::function<bool(const PageRow&)>& visit) override {
    std::vector<PageRow> all = archive_.pages;
    const auto is_before = [&](const PageRow& page) {
      return std::tuple(order(page.key.host), page.key.url) <=
             std::tuple(order(after.host), after.url);
    };
    if (!after.url.empty()) std::erase_if(all, is_before);
    std::sort(all.begin(), all.end(), [](const PageRow& a, const PageRow& b) {
      return std::tuple(order(a.key.host), a.key.url) < std::tuple(order(b.key.host), b.key.url);
    });
    for (const PageRow& page : all)
      if ((!host || page.key.host == host) && !visit(page)) break;
    return {};
  }
  Status each_snapshot_in(
      FileId file, const std::function<bool(const PageKey&, const SnapshotRow&)>& visit) override {
    std::map<std::uint64_t, std::pair<PageKey, SnapshotRow>> by_offset;
    for (const auto& [of, row] : archive_.snapshots)
      for (const PageRow& page : archive_.pages)
        if (row.file == file && page.id == of) by_offset[row.offset] = {page.key, row};
    for (const auto& [offset, found] : by_offset)
      if (!visit(found.first, found.second)) break;
    return {};
  }
  Result<std::optional<HostTemplates>> find_templates(const Host& host) override {
    const auto found = news_.templates.find(host);
    if (found == news_.templates.end()) return std::nullopt;
    return found->second;
  }

  // --- the history
  Result<std::optional<PageBelief>> find_belief(const PageKey& page) override {
    for (const auto& [of, belief] : history_.beliefs)
      if (belief.page == page) return belief;
    return std::nullopt;
  }
  Status each_belief(const std::optional<Host>& host,
                     const std::function<bool(const PageBelief&)>& visit) override {
    return each_page(host, [&](const PageRow& page) {
      const auto found = history_.beliefs.find(page.id);
      return found == history_.beliefs.end() || visit(found->second);
    });
  }
  Result<std::optional<Time>> latest_check() override {
    std::optional<Time> latest;
    for (const auto& [page, belief] : history_.beliefs) latest = std::max(latest, belief.checked);
    return latest;
  }
  Result<std::vector<PageCheck>> checks(const PageKey& page, std::size_t count_max) override {
    std::vector<PageCheck> all;
    for (const auto& [at, check] : history_.checks)
      if (check.page == page) all.push_back(check);
    if (all.size() > count_max) all.erase(all.begin(), all.end() - static_cast<long>(count_max));
    return all;
  }
  Status each_check(const std::function<bool(const PageCheck&)>& visit) override {
    for (auto [at, check] : history_.checks) {
      check.stages.clear();
      if (!visit(check)) break;
    }
    return {};
  }
  Status each_check_of(std::span<const PageId> pages,
                       const std::function<bool(const PageCheck&)>& visit) override {
    for (const auto& [at, check] : history_.checks)
      if (std::ranges::find(pages, at.first) != pages.end() && !visit(check)) break;
    return {};
  }
  Status each_page_with_belief(const std::function<bool(const PageWithBelief&)>& visit) override {
    return each_page(std::nullopt, [&](const PageRow& page) {
      PageWithBelief found{.page = page};
      const auto belief = history_.beliefs.find(page.id);
      if (belief != history_.beliefs.end()) {
        found.belief = belief->second;
      } else if (const auto newest = nearest(page.id, Time::max()).value()) {
        found.newest_status = newest->status;
        found.newest_mime = newest->mime;
      }
      return visit(found);
    });
  }
  Result<std::vector<PageEvent>> events(std::int64_t after, std::size_t count_max) override {
    std::vector<PageEvent> found;
    for (const PageEvent& event : history_.events)
      if (event.number > after && found.size() < count_max) found.push_back(event);
    return found;
  }
  Result<std::int64_t> last_event() override {
    return static_cast<std::int64_t>(history_.events.size());
  }
  Result<std::string> incarnation() override { return "naive"; }

  // --- the frontier
  Result<SessionId> open_session(const std::string& worker, Time expires) override {
    sessions_[++last_session_] = expires;
    workers_[last_session_] = worker;
    return last_session_;
  }
  Status renew_session(SessionId session, Time expires) override {
    if (!sessions_.contains(session)) return no();
    sessions_[session] = expires;
    return {};
  }
  Status close_session(SessionId session) override {
    if (sessions_.erase(session) == 0) return no();
    for (unsigned partition = 0; partition < kPartitionCount; ++partition)
      for (Entry* entry : in_order(partition)) {
        if (entry->row.place != HostPlace::claimed || entry->session != session) continue;
        entry->row.place = HostPlace::ready;
        wake(std::exchange(entry->leased, ""));
      }
    return {};
  }
  Result<std::int64_t> close_sessions_of(const std::string& worker) override {
    std::int64_t closed = 0;
    for (const auto& [session, name] : workers_)
      if (name == worker && close_session(session)) ++closed;
    return closed;
  }
  Result<std::int64_t> reap_sessions(Time now) override {
    std::vector<SessionId> expired;
    for (const auto& [session, expires] : sessions_)
      if (expires <= now || expires > now + kSessionLifeMax) expired.push_back(session);
    for (const SessionId session : expired) static_cast<void>(close_session(session));
    return static_cast<std::int64_t>(expired.size());
  }
  Status add_links(std::span<const LinkCount> links) override {
    for (const LinkCount& link : links)
      if (link.links < 1) return no();
    news_.links.insert(news_.links.end(), links.begin(), links.end());
    return {};
  }
  Status wake_hosts(std::span<const HostWake> hosts) override {
    for (const HostWake& wake : hosts)
      if (wake.value < 1) return no();
    for (const HostWake& wake : hosts) {
      Entry& entry = hosts_.try_emplace(wake.host, Entry{{.host = wake.host}}).first->second;
      entry.row.score += wake.value;
      if (entry.row.place == HostPlace::known || entry.row.place == HostPlace::retired)
        entry.row.place = HostPlace::ready;
      if (entry.row.place == HostPlace::claimed) entry.is_woken = true;
    }
    return {};
  }
  Result<std::int64_t> merge_links(unsigned partition, LinkEstimate estimate) override {
    std::set<Host> linked;
    for (const LinkCount& link : news_.links) {
      if (link.host.partition() != partition) continue;
      linked.insert(link.host);
      Entry& entry = hosts_.try_emplace(link.host, Entry{{.host = link.host}}).first->second;
      const bool is_counted = estimate == LinkEstimate::in_degree || link.url_hash == 0;
      entry.row.in_links += link.links;
      entry.row.score += is_counted ? link.links : entry.seen.insert(link.url_hash).second ? 1 : 0;
      if (entry.row.place == HostPlace::known) entry.row.place = HostPlace::ready;
      if (!link.wakes) continue;
      if (entry.row.place == HostPlace::retired) entry.row.place = HostPlace::ready;
      if (entry.row.place == HostPlace::claimed) entry.is_woken = true;
    }
    std::erase_if(news_.links, [&](const LinkCount& l) { return l.host.partition() == partition; });
    return static_cast<std::int64_t>(linked.size());
  }
  Result<std::vector<HostClaim>> claim_hosts(SessionId session, unsigned partition,
                                             std::size_t count_max, Time now) override {
    if (!sessions_.contains(session) || sessions_[session] <= now)
      return std::unexpected(no().error());
    std::vector<Entry*> all = in_order(partition);
    for (Entry* entry : all)
      if (entry->row.place == HostPlace::due && is_due(*entry->row.next_due, now, kDueWaitMax))
        entry->row.place = HostPlace::ready;
    std::erase_if(all, [](Entry* entry) { return entry->row.place != HostPlace::ready; });
    std::stable_sort(all.begin(), all.end(),
                     [](Entry* a, Entry* b) { return a->row.score > b->row.score; });
    if (all.size() > count_max) all.resize(count_max);
    std::vector<HostClaim> claims;
    for (Entry* entry : all) {
      HostRow& row = entry->row;
      row.place = HostPlace::claimed;
      entry->is_woken = false;
      entry->session = session;
      claims.push_back({.fence = {.session = session, .host = row.host, .epoch = ++row.epoch},
                        .score = row.score,
                        .last_address = row.address,
                        .continuation = row.continuation});
    }
    return claims;
  }
  Result<LeaseAnswer> lease_host(const LeaseFence& claim, const std::string& address,
                                 std::int64_t address_cap) override {
    if (!holds(claim)) return std::unexpected(no().error());
    Entry& entry = hosts_.at(claim.host);
    if (!entry.leased.empty()) return std::unexpected(no().error());
    std::int64_t out = 0;
    for (const auto& [host, other] : hosts_) out += other.leased == address ? 1 : 0;
    const std::string before = std::exchange(entry.row.address, address);
    if (out < address_cap)
      entry.leased = address;
    else
      entry.row.place = HostPlace::waiting;
    if (before != address) wake(before);
    return out < address_cap ? LeaseAnswer::leased : LeaseAnswer::waits;
  }
  Result<std::optional<unsigned>> release_host(const LeaseFence& held, const HostRelease& release,
                                               Time now) override {
    if (!holds(held)) return std::unexpected(no().error());
    Entry& entry = hosts_.at(held.host);
    HostRow& row = entry.row;
    row.place = HostPlace::retired;
    if (release.next_due ? *release.next_due <= now : entry.is_woken) row.place = HostPlace::ready;
    if (release.next_due && *release.next_due > now) row.place = HostPlace::due;
    row.score = row.due_value = release.due_value;
    row.next_due = release.next_due;
    row.continuation = release.continuation;
    row.report = release.report;
    entry.leased.clear();
    return wake(row.address);
  }
  Status note_name_servers(const LeaseFence& held, const std::string& name_servers) override {
    if (!holds(held)) return no();
    hosts_.at(held.host).row.name_servers = name_servers;
    return {};
  }
  Status each_host(const std::function<bool(const HostRow&)>& visit) override {
    for (unsigned partition = 0; partition < kPartitionCount; ++partition)
      for (const Entry* entry : in_order(partition))
        if (!visit(entry->row)) return {};
    return {};
  }
  Result<HostCounts> count_hosts() override {
    HostCounts counts;
    std::set<std::string> addresses;
    for (const auto& [host, entry] : hosts_) {
      const HostPlace place = entry.row.place;
      counts.known += place == HostPlace::known ? 1 : 0;
      counts.ready += place == HostPlace::ready ? 1 : 0;
      counts.claimed += place == HostPlace::claimed ? 1 : 0;
      counts.leased += place == HostPlace::claimed && !entry.leased.empty() ? 1 : 0;
      counts.waiting += place == HostPlace::waiting ? 1 : 0;
      counts.due += place == HostPlace::due ? 1 : 0;
      counts.retired += place == HostPlace::retired ? 1 : 0;
      if (place == HostPlace::waiting) addresses.insert(entry.row.address);
    }
    counts.waited_for = static_cast<std::int64_t>(addresses.size());
    return counts;
  }

  // --- the findings of visits
  Result<std::vector<WantedUrl>> wanted(const Host& host, const std::string& after,
                                        std::size_t count_max) override {
    std::vector<WantedUrl> found;
    for (const auto& [url, wanted] : news_.wanted)
      if (wanted.host == host && url > after && found.size() < count_max &&
          !news_.done.contains(url))
        found.push_back(wanted);
    return found;
  }
  Status each_wanted_done(const Host& host,
                          const std::function<bool(const WantedUrl&)>& visit) override {
    for (const auto& [url, wanted] : news_.wanted)
      if (wanted.host == host && news_.done.contains(url) && !visit(wanted)) break;
    return {};
  }
  Result<std::optional<UrlNote>> find_note(const PageKey& page) override {
    const auto found = news_.notes.find(page.url);
    if (found == news_.notes.end() || found->second.page != page) return std::nullopt;
    return found->second;
  }
  Status notes(const Host& host, const std::function<bool(const UrlNote&)>& visit) override {
    for (const auto& [url, note] : news_.notes)
      if (note.page.host == host && !visit(note)) break;
    return {};
  }
  Result<std::int64_t> begin_crawl(const CrawlRow& crawl) override {
    for (const std::string& url : news_.done)
      if (!news_.wanted.at(url).via.empty()) news_.wanted.erase(url);
    news_.done.clear();
    crawls_.push_back(crawl);
    crawls_.back().id = static_cast<std::int64_t>(crawls_.size());
    return crawls_.back().id;
  }
  Status change_crawl(const CrawlRow& crawl) override {
    if (crawl.id < 1 || crawl.id > static_cast<std::int64_t>(crawls_.size()))
      return std::unexpected(Error{Errc::not_found, "no"});
    crawls_[static_cast<std::size_t>(crawl.id) - 1] = crawl;
    return {};
  }
  Result<PartitionEdge> frontier_edge(unsigned partition) override {
    PartitionEdge edge;
    for (const auto& [host, entry] : hosts_) {
      if (host.partition() != partition) continue;
      if (entry.row.place == HostPlace::ready)
        edge.top_score = std::max(edge.top_score.value_or(entry.row.score), entry.row.score);
      if (entry.row.place != HostPlace::due) continue;
      if (!edge.next_due || *entry.row.next_due < *edge.next_due) {
        edge.next_due = entry.row.next_due;
        edge.due_value = entry.row.due_value;
      }
    }
    return edge;
  }
  Result<std::int64_t> begin_capture(const CaptureRow& capture) override {
    if (*find_capture(capture.name)) return std::unexpected(no().error());
    captures_.push_back(capture);
    captures_.back().id = static_cast<std::int64_t>(captures_.size());
    return captures_.back().id;
  }
  Status change_capture(const CaptureRow& capture) override {
    if (capture.id < 1 || capture.id > static_cast<std::int64_t>(captures_.size()))
      return std::unexpected(Error{Errc::not_found, "no"});
    CaptureRow& row = captures_[static_cast<std::size_t>(capture.id) - 1];
    const std::string name = row.name;
    row = capture;
    row.name = name;
    return {};
  }
  Result<std::optional<CaptureRow>> find_capture(std::string_view name) override {
    for (const CaptureRow& row : captures_)
      if (row.name == name) return row;
    return std::nullopt;
  }
  Result<std::vector<CaptureRow>> captures() override { return captures_; }
  Result<std::optional<CrawlRow>> newest_crawl() override {
    if (crawls_.empty()) return std::nullopt;
    return crawls_.back();
  }

  Result<std::optional<HostRow>> find_host(const Host& host) override {
    const auto found = hosts_.find(host);
    if (found == hosts_.end()) return std::nullopt;
    return found->second.row;
  }

  Result<std::unique_ptr<CatalogMoment>> hold_moment() override {
    return std::make_unique<CatalogMoment>();
  }
  Status check() override { return {}; }

 private:
  struct Archive {
    std::map<FileId, FileRow> files;
    std::vector<PageRow> pages;
    std::vector<std::pair<PageId, SnapshotRow>> snapshots;
    PageId last_page = 0;
  };
  struct Entry {
    HostRow row;
    SessionId session = 0;
    std::string leased = {};
    bool is_woken = false;              // while it was held
    std::set<std::uint64_t> seen = {};  // hashes of URLs
  };
  struct News {
    std::vector<LinkCount> links;
    std::map<std::string, WantedUrl> wanted;  // by URL, which says the host
    std::set<std::string> done;
    std::map<std::string, UrlNote> notes;
    std::map<Host, HostTemplates> templates;
  };

  static bool apply(const FrontierNews& some, News& to) {
    for (const PageKey& key : some.wanted_done)
      if (to.wanted.contains(key.url)) to.done.insert(key.url);
    for (const PageKey& key : some.notes_done) to.notes.erase(key.url);
    for (const LinkCount& link : some.links) {
      if (link.links < 1) return false;
      to.links.push_back(link);
    }
    for (const WantedUrl& url : some.wanted) {
      const auto [there, is_new] = to.wanted.try_emplace(url.url, url);
      const bool is_seed_now = url.via.empty() && !there->second.via.empty();
      if (is_seed_now) there->second.via.clear();
      if (is_new || is_seed_now)
        to.links.push_back({.host = url.host, .wakes = true, .url_hash = hash64(url.url)});
    }
    for (const UrlNote& note : some.notes) {
      UrlNote& there = to.notes.try_emplace(note.page.url, note).first->second;
      if (there.time <= note.time) there = note;
    }
    if (some.templates) to.templates.insert_or_assign(some.templates->host, *some.templates);
    return true;
  }

  void note_history(const std::vector<PageNews>& history) {
    const auto id_of = [&](const PageKey& key) {
      const PageRow* page = find(key, archive_);
      return page ? std::optional(page->id) : std::nullopt;
    };
    history_.apply(history, id_of, [&](PageId id) {
      return std::none_of(archive_.pages.begin(), archive_.pages.end(),
                          [&](const PageRow& page) { return page.id == id; });
    });
  }

  std::vector<SnapshotRow> all_of(PageId page) const {
    std::vector<SnapshotRow> all;
    for (const auto& [of, row] : archive_.snapshots)
      if (of == page) all.push_back(row);
    std::sort(all.begin(), all.end(), earlier);
    return all;
  }
  static Status no() { return std::unexpected(Error{Errc::denied, "no"}); }
  static bool earlier(const SnapshotRow& a, const SnapshotRow& b) {
    return std::tuple(a.time, a.file, a.offset) < std::tuple(b.time, b.file, b.offset);
  }
  static Duration apart(Time a, Time b) { return a < b ? b - a : a - b; }
  static std::pair<unsigned, std::int64_t> order(const std::optional<Host>& host) {
    if (!host) return {0, 0};
    return {host->partition(), std::bit_cast<std::int64_t>(host->hash())};
  }

  static bool apply(const Commit& change, Archive& to) {
    for (const FileRow& file : change.files) to.files[file.id] = file;
    for (const SnapshotPlace& place : change.removed) take(place, to);
    std::vector<PageId> moving;
    for (const auto& [from, row] : change.moved) {
      moving.push_back(take(from, to));
      if (moving.back() == 0) return false;
    }
    for (std::size_t i = 0; i < moving.size(); ++i)
      if (!put(moving[i], change.moved[i].second, to)) return false;
    for (const NewSnapshot& made : change.snapshots)
      if (!put(note(made, to), made.snapshot, to)) return false;
    for (PageRow& page : to.pages) settle(page, to);
    std::erase_if(to.pages, [](const PageRow& page) { return page.snapshots == 0; });
    for (const FileId file : change.dropped_files) {
      for (const auto& [page, row] : to.snapshots)
        if (row.file == file) return false;
      to.files.erase(file);
    }
    return true;
  }
  static PageRow* find(const PageKey& key, Archive& in) {
    for (PageRow& page : in.pages)
      if (page.key == key) return &page;
    return nullptr;
  }
  // Removes a snapshot. Returns the page's id, or 0 if there was no such snapshot.
  static PageId take(const SnapshotPlace& place, Archive& from) {
    const PageRow* page = find(place.page, from);
    if (page == nullptr) return 0;
    const auto taken = std::erase_if(from.snapshots, [&](const auto& held) {
      return held.first == page->id && held.second.file == place.file &&
             held.second.offset == place.offset;
    });
    return taken == 0 ? 0 : page->id;
  }
  static bool put(PageId page, const SnapshotRow& row, Archive& to) {
    if (!to.files.contains(row.file)) return false;
    for (auto& [of, there] : to.snapshots) {
      if (there.file != row.file || there.offset != row.offset) continue;
      if (of != page) return false;
      there = row;
      return true;
    }
    to.snapshots.emplace_back(page, row);
    return true;
  }
  static PageId note(const NewSnapshot& made, Archive& to) {
    PageRow* page = find(made.page, to);
    const Time time = made.snapshot.time;
    if (page == nullptr) {
      to.pages.push_back({.id = ++to.last_page,
                          .key = made.page,
                          .etag = {},
                          .last_modified = {},
                          .first_seen = time,
                          .last_seen = time});
      page = &to.pages.back();
    }
    const bool is_304 = made.snapshot.kind == SnapshotKind::not_modified;
    const bool confirms = is_304 && !made.snapshot.imported;
    if (time >= page->last_seen && (confirms || is_content(made.snapshot))) {
      const bool is_ours = !made.snapshot.imported;
      if (!is_304 || !made.etag.empty()) page->etag = is_ours ? made.etag : "";
      if (!is_304 || !made.last_modified.empty())
        page->last_modified = is_ours ? made.last_modified : "";
    }
    page->last_seen = std::max(page->last_seen, time);
    return page->id;
  }
  static void settle(PageRow& page, const Archive& in) {
    const Time before = page.last_seen;
    page.snapshots = 0;
    for (const auto& [of, row] : in.snapshots) {
      if (of != page.id) continue;
      page.first_seen = page.snapshots == 0 ? row.time : std::min(page.first_seen, row.time);
      page.last_seen = page.snapshots == 0 ? row.time : std::max(page.last_seen, row.time);
      ++page.snapshots;
    }
    if (page.last_seen >= before) return;
    page.etag.clear();
    page.last_modified.clear();
  }

  // Returns the hosts of a partition, by hash as a signed number.
  std::vector<Entry*> in_order(unsigned partition) {
    std::vector<Entry*> all;
    for (auto& [host, entry] : hosts_)
      if (host.partition() == partition) all.push_back(&entry);
    std::sort(all.begin(), all.end(),
              [](Entry* a, Entry* b) { return order(a->row.host) < order(b->row.host); });
    return all;
  }
  bool holds(const LeaseFence& fence) const {
    const auto found = hosts_.find(fence.host);
    return found != hosts_.end() && found->second.row.place == HostPlace::claimed &&
           found->second.session == fence.session && found->second.row.epoch == fence.epoch;
  }
  std::optional<unsigned> wake(const std::string& address) {
    Entry* best = nullptr;
    if (address.empty()) return std::nullopt;
    for (auto& [host, entry] : hosts_) {
      if (entry.row.place != HostPlace::waiting || entry.row.address != address) continue;
      const auto rank = [](const Entry& e) { return std::pair(-e.row.score, order(e.row.host)); };
      if (best == nullptr || rank(entry) < rank(*best)) best = &entry;
    }
    if (best == nullptr) return std::nullopt;
    best->row.place = HostPlace::ready;
    return best->row.host.partition();
  }

  Archive archive_;
  std::map<Host, Entry> hosts_;
  std::map<SessionId, Time> sessions_;
  std::map<SessionId, std::string> workers_;
  SessionId last_session_ = 0;
  std::int64_t commits_ = 0;
  News news_;
  std::vector<CrawlRow> crawls_;
  std::vector<CaptureRow> captures_;
  NaiveHistory history_;
};

}  // namespace freshet
