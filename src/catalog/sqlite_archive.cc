// Queries of the archive's index.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/escape.h"
#include "catalog/file_name.h"
#include "catalog/sqlite_catalog_class.h"

namespace freshet {
namespace {

// The columns of a snapshot, in this order, from `first` on.
Result<SnapshotRow> read_snapshot(const SqlRows& rows, int first) {
  const auto natural = [&](int column) {
    return static_cast<std::uint64_t>(rows.integer(first + column));
  };
  SnapshotRow row{.time = time_of(rows.integer(first)),
                  .file = rows.integer(first + 1),
                  .offset = natural(2),
                  .length = natural(3),
                  .lead = natural(11),
                  .tags_offset = natural(4),
                  .tags_length = natural(5),
                  .kind = static_cast<SnapshotKind>(rows.integer(first + 6)),
                  .status = static_cast<std::uint16_t>(rows.integer(first + 7)),
                  .mime = std::string(rows.text(first + 8)),
                  .payload = {},
                  .payload_bytes = natural(10),
                  .imported = natural(12) != 0,
                  .cut = natural(13) != 0};
  const std::string_view payload = rows.text(first + 9);
  if (payload.size() != row.payload.bytes.size())
    return std::unexpected(
        Error{Errc::corrupt,
              fmt::format(
                  "catalog: the snapshot at offset {} of file {} has a digest of {} bytes, not 20",
                  row.offset, row.file, payload.size())});
  std::copy(payload.begin(), payload.end(), row.payload.bytes.begin());
  return row;
}

Result<std::optional<SnapshotRow>> read_one(SqlRows rows) {
  if (rows.next()) return read_snapshot(rows, 0);
  if (!rows.status()) return std::unexpected(rows.status().error());
  return std::nullopt;
}

// The columns of a page: url, id, etag, last_modified, first_seen, last_seen, snapshots.
PageRow read_page(const SqlRows& rows) {
  return {.id = rows.integer(1),
          .key = key_of(rows.text(0)),
          .etag = std::string(rows.text(2)),
          .last_modified = std::string(rows.text(3)),
          .first_seen = time_of(rows.integer(4)),
          .last_seen = time_of(rows.integer(5)),
          .snapshots = rows.integer(6)};
}

// Returns the microseconds from `a` to `b`, where a <= b, without overflow.
std::uint64_t distance(Time a, Time b) {
  return static_cast<std::uint64_t>(b.time_since_epoch().count()) -
         static_cast<std::uint64_t>(a.time_since_epoch().count());
}

}  // namespace

Result<std::vector<FileRow>> SqliteCatalog::files() {
  std::vector<FileRow> files;
  SqlRows rows =
      db_->rows("SELECT id, kind, name, committed, sealed, of_file FROM file ORDER BY id");
  while (rows.next())
    files.push_back({.id = rows.integer(0),
                     .kind = static_cast<FileKind>(rows.integer(1)),
                     .name = std::string(rows.text(2)),
                     .committed = static_cast<std::uint64_t>(rows.integer(3)),
                     .sealed = rows.integer(4) != 0,
                     .of = rows.integer(5)});
  if (!rows.status()) return std::unexpected(rows.status().error());
  for (const FileRow& file : files)
    if (!is_file_name(file.kind, file.name))
      return refuse(Errc::corrupt,
                    fmt::format("catalog: file {} has the name \"{}\", which no file of an archive "
                                "has; nothing was changed; if you trust where the archive comes "
                                "from, freshet reindex makes its catalog again",
                                file.id, visible(file.name)));
  return files;
}

Result<std::optional<PageRow>> SqliteCatalog::find_page(const PageKey& key) {
  const HostColumns at = host_columns(key.host);
  SqlRows rows = db_->rows(
      "SELECT url, id, etag, last_modified, first_seen, last_seen, snapshots FROM page "
      "WHERE part = ?1 AND host_id = ?2 AND url = ?3",
      at.part, at.host_id, key.url);
  if (rows.next()) {
    PageRow page = read_page(rows);
    if (page.key == key) return page;
    return std::nullopt;
  }
  if (!rows.status()) return std::unexpected(rows.status().error());
  return std::nullopt;
}

Result<std::vector<SnapshotRow>> SqliteCatalog::snapshots(PageId page) {
  std::vector<SnapshotRow> found;
  SqlRows rows = db_->rows(
      "SELECT time, file, offset, length, tags_offset, tags_length, kind, status, mime, payload, "
      "payload_bytes, lead, imported, cut FROM snapshot WHERE page_id = ?1 ORDER BY time, file, "
      "offset",
      page);
  while (rows.next()) {
    auto row = read_snapshot(rows, 0);
    if (!row) return std::unexpected(row.error());
    found.push_back(*std::move(row));
  }
  if (!rows.status()) return std::unexpected(rows.status().error());
  return found;
}

Result<std::optional<SnapshotRow>> SqliteCatalog::newest_with_body(PageId page, Time now) {
  const auto newest_until = [&](Time until) {
    return read_one(db_->rows(
        "SELECT time, file, offset, length, tags_offset, tags_length, kind, status, mime, payload, "
        "payload_bytes, lead, imported, cut FROM snapshot WHERE page_id = ?1 AND kind IN (?2, ?3) "
        "AND time <= ?4 ORDER BY time DESC, file DESC, offset DESC LIMIT 1",
        page, static_cast<int>(SnapshotKind::response), static_cast<int>(SnapshotKind::resource),
        until.time_since_epoch().count()));
  };
  auto dated = newest_until(now);
  return !dated || *dated ? std::move(dated) : newest_until(Time::max());
}

Result<std::optional<SnapshotRow>> SqliteCatalog::newest_content(PageId page) {
  return read_one(db_->rows(
      "SELECT time, file, offset, length, tags_offset, tags_length, kind, status, mime, payload, "
      "payload_bytes, lead, imported, cut FROM snapshot WHERE page_id = ?1 AND kind IN (?2, "
      "?3) AND cut = 0 AND (status = 0 OR status BETWEEN 200 AND 299) "
      "ORDER BY time DESC, file DESC, offset DESC LIMIT 1",
      page, static_cast<int>(SnapshotKind::response), static_cast<int>(SnapshotKind::resource)));
}

Result<std::int64_t> SqliteCatalog::commits() {
  const auto count = db_->number("SELECT value FROM counter WHERE name = 'commit'");
  if (!count) return std::unexpected(count.error());
  if (!*count) return refuse(Errc::corrupt, "catalog: the counter of commits is missing");
  return **count;
}

Result<std::optional<SnapshotRow>> SqliteCatalog::nearest(PageId page, Time time) {
  auto before = read_one(db_->rows(
      "SELECT time, file, offset, length, tags_offset, tags_length, kind, status, mime, payload, "
      "payload_bytes, lead, imported, cut FROM snapshot WHERE page_id = ?1 AND time <= ?2 "
      "ORDER BY time DESC, file DESC, offset DESC LIMIT 1",
      page, time.time_since_epoch().count()));
  if (!before || (*before && (*before)->time == time)) return before;
  auto after = read_one(db_->rows(
      "SELECT time, file, offset, length, tags_offset, tags_length, kind, status, mime, payload, "
      "payload_bytes, lead, imported, cut FROM snapshot WHERE page_id = ?1 AND time = "
      "(SELECT min(time) FROM snapshot WHERE page_id = ?1 AND time > ?2) "
      "ORDER BY file DESC, offset DESC LIMIT 1",
      page, time.time_since_epoch().count()));
  if (!after || !*after) return after ? before : after;
  if (!*before) return after;
  return distance((*before)->time, time) <= distance(time, (*after)->time) ? before : after;
}

Status SqliteCatalog::each_page(const std::optional<Host>& host,
                                const std::function<bool(const PageRow&)>& visit) {
  return each_page_behind({}, host, visit);
}

Status SqliteCatalog::each_page_behind(const PageKey& after, const std::optional<Host>& host,
                                       const std::function<bool(const PageRow&)>& visit) {
  // The end of the last piece. No URL is empty, so the first piece begins behind the smallest key.
  const HostColumns only = host_columns(host);
  const HostColumns last = host_columns(after.host);
  const bool is_first = after.url.empty();
  std::int64_t part = host ? only.part : is_first ? -1 : last.part;
  std::int64_t host_id = host       ? only.host_id
                         : is_first ? std::numeric_limits<std::int64_t>::min()
                                    : last.host_id;
  std::string url = after.url;
  for (;;) {
    std::vector<PageRow> piece;
    std::int64_t count = 0;
    {
      SqlRows rows = db_->rows(
          "SELECT url, id, etag, last_modified, first_seen, last_seen, snapshots, part, host_id "
          "FROM page WHERE (part, host_id, url) > (?1, ?2, ?3) "
          "ORDER BY part, host_id, url LIMIT ?4",
          part, host_id, url, kPieceRows);
      bool is_past = false;
      while (!is_past && rows.next()) {
        part = rows.integer(7);
        host_id = rows.integer(8);
        url = rows.text(0);
        is_past = host && (part != only.part || host_id != only.host_id);
        if (is_past) break;
        ++count;
        PageRow page = read_page(rows);
        if (!host || page.key.host == host) piece.push_back(std::move(page));
      }
      if (!rows.status()) return rows.status();
      if (is_past) count = 0;
    }
    for (const PageRow& page : piece)
      if (!visit(page)) return {};
    if (count < kPieceRows) return {};
  }
}

Status SqliteCatalog::each_snapshot_in(
    FileId file, const std::function<bool(const PageKey&, const SnapshotRow&)>& visit) {
  std::int64_t offset = -1;
  for (;;) {
    std::vector<std::pair<PageKey, SnapshotRow>> piece;
    {
      SqlRows rows = db_->rows(
          "SELECT s.time, s.file, s.offset, s.length, s.tags_offset, s.tags_length, s.kind, "
          "s.status, s.mime, s.payload, s.payload_bytes, s.lead, s.imported, s.cut, p.url "
          "FROM snapshot s JOIN page p ON p.id = s.page_id "
          "WHERE s.file = ?1 AND s.offset > ?2 ORDER BY s.offset LIMIT ?3",
          file, offset, kPieceRows);
      while (rows.next()) {
        auto row = read_snapshot(rows, 0);
        if (!row) return std::unexpected(row.error());
        piece.emplace_back(key_of(rows.text(14)), *std::move(row));
      }
      if (!rows.status()) return rows.status();
    }
    for (const auto& [key, row] : piece)
      if (!visit(key, row)) return {};
    if (static_cast<std::int64_t>(piece.size()) < kPieceRows) return {};
    offset = static_cast<std::int64_t>(piece.back().second.offset);
  }
}

}  // namespace freshet
