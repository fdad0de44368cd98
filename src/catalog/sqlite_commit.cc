// Commits.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "base/escape.h"
#include "base/stored_time.h"
#include "catalog/file_name.h"
#include "catalog/sqlite_catalog_class.h"

namespace freshet {
namespace {

// Fetched snapshots are committed within this time; older ones are imported.
constexpr Duration kFetchedNow = std::chrono::days(1);

bool fits(std::uint64_t number) {
  return number <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
}

Status check_snapshot(const SnapshotRow& row) {
  if (fits(row.offset) && fits(row.length) && fits(row.tags_offset) && fits(row.tags_length) &&
      fits(row.payload_bytes) && fits(row.lead))
    return {};
  return refuse(Errc::invalid, fmt::format("a number of the snapshot at offset {} of file {} is "
                                           "larger than a catalog can hold",
                                           row.offset, row.file));
}

// The validators that a snapshot gives its page; nothing: those before it stay.
struct Validators {
  std::string_view etag;
  std::string_view last_modified;
};
std::optional<Validators> validators_of(const NewSnapshot& made) {
  const bool has_any = !made.etag.empty() || !made.last_modified.empty();
  const bool confirms =
      made.snapshot.kind == SnapshotKind::not_modified && has_any && !made.snapshot.imported;
  if (!confirms && !is_content(made.snapshot)) return std::nullopt;
  if (made.snapshot.imported) return Validators{};
  return Validators{.etag = made.etag, .last_modified = made.last_modified};
}

// Returns true if the change affects files or snapshots of the archive.
bool changes_files(const Commit& change) {
  return !change.files.empty() || !change.snapshots.empty() || !change.removed.empty() ||
         !change.moved.empty() || !change.dropped_files.empty();
}

// One commit under way, inside a transaction.
class CommitStep {
 public:
  explicit CommitStep(Sqlite& db) : db_(db) {}

  Status apply(const Commit& change) {
    now_ = change.now;
    const auto news = keep_fenced(change.news);
    if (!news) return std::unexpected(news.error());
    const auto history = keep_fenced(change.history);
    if (!history) return std::unexpected(history.error());
    Status status = put_files(change.files);
    if (status) status = read_counter();
    for (std::size_t i = 0; status && i < change.removed.size(); ++i)
      status = take_out(change.removed[i], nullptr);
    std::vector<PageId> moving(change.moved.size());
    for (std::size_t i = 0; status && i < change.moved.size(); ++i)
      status = take_out(change.moved[i].first, &moving[i]);
    for (std::size_t i = 0; status && i < change.moved.size(); ++i)
      status = put_snapshot(moving[i], change.moved[i].second);
    remembers_pages_ = !history->empty();
    for (std::size_t i = 0; status && i < change.snapshots.size(); ++i)
      status = add(change.snapshots[i]);
    if (status) status = settle_pages();
    if (status) status = put_history(*history);
    if (status) status = put_news(db_, *news);
    if (status) status = drop_files(change.dropped_files);
    if (status && changes_files(change))
      status = db_.run("UPDATE counter SET value = value + 1 WHERE name = 'commit'");
    if (status && last_page_ != first_page_)
      status = db_.run("UPDATE counter SET value = ?1 WHERE name = 'page'", last_page_);
    return status;
  }

  std::vector<LeaseFence> take_lost() { return std::move(lost_); }

 private:
  // Returns the news whose lease is held, and those without one.
  template <class News>
  Result<std::vector<const News*>> keep_fenced(const std::vector<News>& all) {
    std::vector<const News*> kept;
    kept.reserve(all.size());
    for (const News& news : all) {
      const auto held = news.fence ? is_held_now(*news.fence) : Result<bool>(true);
      if (!held) return std::unexpected(held.error());
      if (*held) kept.push_back(&news);
    }
    return kept;
  }

  // A batch has many items of few leases, so each lease is looked up once.
  Result<bool> is_held_now(const LeaseFence& fence) {
    if (std::ranges::find(held_, fence) != held_.end()) return true;
    if (std::ranges::find(lost_, fence) != lost_.end()) return false;
    const Status held = check_fence(db_, fence);
    if (!held && held.error().code != Errc::denied) return std::unexpected(held.error());
    (held ? held_ : lost_).push_back(fence);
    return held.has_value();
  }

  Status put_files(const std::vector<FileRow>& files) {
    for (const FileRow& file : files) {
      if (!is_file_name(file.kind, file.name))
        return refuse(Errc::invalid, fmt::format("\"{}\" is no name for a file of an archive",
                                                 visible(file.name)));
      if (!fits(file.committed))
        return refuse(Errc::invalid,
                      fmt::format("file {} is larger than a catalog can hold", file.id));
      const Status status = db_.run(
          "INSERT INTO file(id, kind, name, committed, sealed, of_file) "
          "VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (id) DO UPDATE SET kind = ?2, name = ?3, "
          "committed = ?4, sealed = ?5, of_file = ?6",
          file.id, static_cast<int>(file.kind), file.name, file.committed, file.sealed, file.of);
      if (!status) return status;
    }
    return {};
  }

  Status read_counter() {
    const auto value = db_.number("SELECT value FROM counter WHERE name = 'page'");
    if (!value) return std::unexpected(value.error());
    if (!*value) return refuse(Errc::corrupt, "catalog: the page counter is missing");
    first_page_ = last_page_ = **value;
    return {};
  }

  Result<std::optional<PageId>> find(const PageKey& key) {
    const HostColumns at = host_columns(key.host);
    return db_.number("SELECT id FROM page WHERE part = ?1 AND host_id = ?2 AND url = ?3", at.part,
                      at.host_id, key.url);
  }

  // Removes a snapshot. If `moved` is not null, the snapshot must exist, and `moved` gets the
  // page's id.
  Status take_out(const SnapshotPlace& place, PageId* moved) {
    const auto page = find(place.page);
    if (!page) return std::unexpected(page.error());
    bool was_there = false;
    if (*page && fits(place.offset)) {
      const auto deleted = delete_snapshot(**page, place.file, place.offset);
      if (!deleted) return std::unexpected(deleted.error());
      was_there = *deleted;
    }
    if (was_there) unsettled_.insert(**page);
    if (moved == nullptr) return {};
    if (!was_there)
      return refuse(Errc::not_found,
                    fmt::format("the catalog has no snapshot of \"{}\" at offset {} of file {}",
                                visible(place.page.url), place.offset, place.file));
    *moved = **page;
    return {};
  }

  Result<bool> delete_snapshot(PageId page, FileId file, std::uint64_t offset) {
    const Status status =
        db_.run("DELETE FROM snapshot WHERE file = ?1 AND offset = ?2 AND +page_id = ?3", file,
                offset, page);
    if (!status) return std::unexpected(status.error());
    return db_.changes() > 0;
  }

  Status add(const NewSnapshot& made) {
    Status status = check_key(made.page);
    if (!status) return status;
    status = put_host(made.page.host);
    if (!status) return status;
    const auto page = put_page(made);
    if (!page) return std::unexpected(page.error());
    if (remembers_pages_) noted_[made.page.url] = {&made.page, *page};
    return put_snapshot(*page, made.snapshot);
  }

  Status put_host(const std::optional<Host>& host) {
    if (!host) return {};
    const HostColumns at = host_columns(*host);
    if (!hosts_.insert(at.host_id).second) return {};
    return db_.run(
        "INSERT INTO host(part, host_id, name) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING", at.part,
        at.host_id, host->key());
  }

  // Most pages are new, so the page is inserted without searching for it first.
  Result<PageId> put_page(const NewSnapshot& made) {
    const HostColumns at = host_columns(made.page.host);
    const Validators validators = validators_of(made).value_or(Validators{});
    Status status = db_.run(
        "INSERT INTO page(part, host_id, url, id, first_seen, last_seen, snapshots, etag, "
        "last_modified) VALUES (?1, ?2, ?3, ?4, ?5, ?5, 1, ?6, ?7) "
        "ON CONFLICT (part, host_id, url) DO NOTHING",
        at.part, at.host_id, made.page.url, last_page_ + 1,
        made.snapshot.time.time_since_epoch().count(), validators.etag, validators.last_modified);
    if (!status) return std::unexpected(status.error());
    if (db_.changes() > 0) return ++last_page_;
    const auto known = find(made.page);
    if (!known) return std::unexpected(known.error());
    if (!*known)
      return refuse(Errc::corrupt,
                    fmt::format("catalog: the page \"{}\" is there but cannot be found",
                                visible(made.page.url)));
    status = note_in_page(made);
    if (!status) return std::unexpected(status.error());
    return **known;
  }

  // The validators of a page are those of its newest content. An answer "not modified" need not
  // repeat them (RFC 9110, 15.4.5): those that it leaves out stay.
  Status note_in_page(const NewSnapshot& made) {
    const HostColumns at = host_columns(made.page.host);
    const auto validators = validators_of(made);
    const Validators to = validators.value_or(Validators{});
    const bool is_304 = made.snapshot.kind == SnapshotKind::not_modified;
    return db_.run(
        "UPDATE page SET snapshots = snapshots + 1, "
        "first_seen = CASE WHEN ?4 < first_seen THEN ?4 ELSE first_seen END, "
        "last_seen = CASE WHEN ?4 > last_seen THEN ?4 ELSE last_seen END, "
        "etag = CASE WHEN (?4 >= last_seen OR (?9 AND last_seen > ?10)) AND ?7 = 0 "
        "THEN ?5 ELSE etag END, "
        "last_modified = CASE WHEN (?4 >= last_seen OR (?9 AND last_seen > ?10)) AND ?8 = 0 "
        "THEN ?6 ELSE last_modified END "
        "WHERE part = ?1 AND host_id = ?2 AND url = ?3",
        at.part, at.host_id, made.page.url, made.snapshot.time.time_since_epoch().count(), to.etag,
        to.last_modified, !validators || (is_304 && to.etag.empty()),
        !validators || (is_304 && to.last_modified.empty()),
        now_ && is_recent(made.snapshot.time, *now_, kFetchedNow),
        (now_.value_or(Time{}) + kClockSkewMax).time_since_epoch().count());
  }

  Status put_snapshot(PageId page, const SnapshotRow& row) {
    Status status = check_snapshot(row);
    if (status) status = check_file(row.file);
    if (!status) return status;
    const auto inserted = insert_snapshot(page, row);
    if (!inserted) return std::unexpected(inserted.error());
    if (*inserted) return {};
    unsettled_.insert(page);
    const auto replaced = delete_snapshot(page, row.file, row.offset);
    if (!replaced) return std::unexpected(replaced.error());
    if (!*replaced)
      return refuse(Errc::invalid, fmt::format("offset {} of file {} holds a snapshot of another "
                                               "page",
                                               row.offset, row.file));
    const auto again = insert_snapshot(page, row);
    if (!again) return std::unexpected(again.error());
    return {};
  }

  // Returns false if the place is taken.
  Result<bool> insert_snapshot(PageId page, const SnapshotRow& row) {
    const std::string_view payload(reinterpret_cast<const char*>(row.payload.bytes.data()),
                                   row.payload.bytes.size());
    const Status status = db_.run(
        "INSERT INTO snapshot(page_id, time, file, offset, length, tags_offset, tags_length, kind, "
        "status, mime, payload, payload_bytes, lead, imported, cut) VALUES (?1, ?2, ?3, ?4, ?5, "
        "?6, "
        "?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15) ON CONFLICT DO NOTHING",
        page, row.time.time_since_epoch().count(), row.file, row.offset, row.length,
        row.tags_offset, row.tags_length, static_cast<int>(row.kind), row.status, row.mime,
        SqlValue::blob(payload), row.payload_bytes, row.lead, row.imported, row.cut);
    if (!status) return std::unexpected(status.error());
    return db_.changes() > 0;
  }

  Status check_file(FileId file) {
    if (files_.contains(file)) return {};
    const auto found = db_.number("SELECT 1 FROM file WHERE id = ?1", file);
    if (!found) return std::unexpected(found.error());
    if (!*found)
      return refuse(Errc::invalid, fmt::format("a snapshot is in file {}, which the catalog does "
                                               "not know",
                                               file));
    files_.insert(file);
    return {};
  }

  // Updates the pages whose snapshots were removed or replaced, and removes pages without any. If
  // the newest snapshot was removed, the validators are cleared: they were of a version that we no
  // longer have.
  Status settle_pages() {
    for (const PageId page : unsettled_) {
      Status status = db_.run(
          "UPDATE page SET snapshots = s.n, first_seen = s.first, last_seen = s.last, "
          "etag = CASE WHEN s.last < last_seen THEN '' ELSE etag END, "
          "last_modified = CASE WHEN s.last < last_seen THEN '' ELSE last_modified END "
          "FROM (SELECT count(*) AS n, min(time) AS first, max(time) AS last FROM snapshot "
          "WHERE page_id = ?1) AS s WHERE id = ?1 AND s.n > 0",
          page);
      if (status && db_.changes() == 0) {
        status = db_.run("DELETE FROM page WHERE id = ?1", page);
        if (status) status = forget_history(db_, page);
      }
      if (!status) return status;
    }
    return {};
  }

  Status put_history(const std::vector<const PageNews*>& history) {
    Status status = put_each(history, &PageNews::checks, put_check);
    if (status) status = put_each(history, &PageNews::beliefs, put_belief);
    if (status) status = put_each(history, &PageNews::marks, put_mark);
    if (!status) return status;
    std::vector<const PageEvent*> events;
    for (const PageNews* const news : history)
      for (const PageEvent& event : news->events) events.push_back(&event);
    return append_events(db_, events);
  }

  // Puts one kind of row of all news. Rows of pages that are not there are left out.
  template <class Row, class Put>
  Status put_each(const std::vector<const PageNews*>& history, std::vector<Row> PageNews::* rows,
                  Put put) {
    for (const PageNews* const news : history) {
      for (const Row& row : news->*rows) {
        const auto page = find_noted(row.page);
        if (!page) return std::unexpected(page.error());
        const Status status = *page ? put(db_, **page, row) : Status();
        if (!status) return status;
      }
    }
    return {};
  }

  // Most pages with news got a snapshot in the same change.
  Result<std::optional<PageId>> find_noted(const PageKey& key) {
    const auto noted = noted_.find(key.url);
    if (noted != noted_.end() && noted->second.first->host == key.host) return noted->second.second;
    return find(key);
  }

  Status drop_files(const std::vector<FileId>& files) {
    for (const FileId file : files) {
      const auto used = db_.number("SELECT 1 FROM snapshot WHERE file = ?1 LIMIT 1", file);
      if (!used) return std::unexpected(used.error());
      if (*used)
        return refuse(Errc::invalid, fmt::format("file {} cannot be dropped: there are snapshots "
                                                 "in it",
                                                 file));
      const Status status = db_.run("DELETE FROM file WHERE id = ?1", file);
      if (!status) return status;
    }
    return {};
  }

  Sqlite& db_;
  std::optional<Time> now_;
  PageId first_page_ = 0;
  PageId last_page_ = 0;
  bool remembers_pages_ = false;
  // The pages of new snapshots, by URL; the keys are those of the change.
  std::unordered_map<std::string_view, std::pair<const PageKey*, PageId>> noted_;
  std::set<PageId> unsettled_;
  std::vector<LeaseFence> held_;
  std::vector<LeaseFence> lost_;
  std::unordered_set<FileId> files_;        // known to be there
  std::unordered_set<std::int64_t> hosts_;  // known to be there
};

}  // namespace

Result<std::vector<LeaseFence>> SqliteCatalog::commit(const Commit& change) {
  // Files and places that are no longer named are deleted or reused right after the commit, so
  // their names must not come back after a loss of power.
  const bool frees =
      !change.dropped_files.empty() || !change.removed.empty() || !change.moved.empty();
  // An event that was read must not be replaced by another one with its number.
  const bool has_events = std::ranges::any_of(
      change.history, [](const PageNews& news) { return !news.events.empty(); });
  const bool names = !change.files.empty() || !change.snapshots.empty() || has_events;
  const bool waits = frees || (sync_ == CatalogSync::full && names);
  const auto sync = waits ? Sqlite::Sync::full : Sqlite::Sync::normal;
  std::vector<LeaseFence> lost;
  const Status done = db_->transact(sync, [&] {
    CommitStep step(*db_);
    const Status applied = step.apply(change);
    lost = step.take_lost();
    return applied;
  });
  if (!done) return std::unexpected(done.error());
  return lost;
}

}  // namespace freshet
