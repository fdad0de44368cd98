// Checks of pages, and the beliefs about pages.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/escape.h"
#include "base/json.h"
#include "catalog/sqlite_queues.h"

namespace freshet {
namespace {

SqlValue micros_or_null(const std::optional<Time>& time) {
  return time ? SqlValue(micros(*time)) : SqlValue(std::nullopt);
}

std::unexpected<Error> refuse(const PageKey& page, std::string_view why) {
  return std::unexpected(
      Error{Errc::invalid, fmt::format("of the page \"{}\" {}", visible(page.url), why)});
}

// The columns that read_belief expects first.
constexpr std::string_view kBeliefColumns =
    "b.state, b.depth, b.first_group, b.first_rate, b.rate_group, b.rate, b.rate_low, "
    "b.rate_high, b.weight, b.checks, b.changes, b.misses, b.unmodified, b.checked, b.changed, "
    "b.next_check, b.why, b.first_changed, b.unlinked";

// Selects beliefs, then the URL and host of each. The pages come first, so that their order is
// kept.
std::string select_beliefs(std::string_view where) {
  return fmt::format(
      "SELECT {}, p.url, p.part, p.host_id "
      "FROM page p CROSS JOIN belief b ON b.page_id = p.id WHERE {}",
      kBeliefColumns, where);
}

std::optional<Time> time_or_none(const SqlRows& rows, int column) {
  if (rows.is_null(column)) return std::nullopt;
  return time_of(rows.integer(column));
}

PageBelief read_belief(const SqlRows& rows, const PageKey& page) {
  const auto time = [&](int column) { return time_or_none(rows, column); };
  return {.page = page,
          .state = static_cast<PageState>(rows.integer(0)),
          .depth = static_cast<std::uint16_t>(rows.integer(1)),
          .first_group = static_cast<std::int32_t>(rows.integer(2)),
          .first_rate = rows.real(3),
          .group = static_cast<std::int32_t>(rows.integer(4)),
          .rate = rows.real(5),
          .rate_low = rows.real(6),
          .rate_high = rows.real(7),
          .first_changed = time(17),
          .weight = rows.real(8),
          .checks = rows.integer(9),
          .changes = rows.integer(10),
          .misses = rows.integer(11),
          .unmodified = rows.integer(12),
          .checked = time(13),
          .changed = time(14),
          .next_check = time(15),
          .why = std::string(rows.text(16)),
          .unlinked = time(18)};
}

// The columns of a check but for its page, in this order.
PageCheck read_check(const SqlRows& rows, const PageKey& page) {
  return {.page = page,
          .time = time_of(rows.integer(0)),
          .outcome = static_cast<CheckOutcome>(rows.integer(1)),
          .change = static_cast<std::uint8_t>(rows.integer(2)),
          .is_meaningful = rows.integer(3) != 0,
          .status = static_cast<std::uint16_t>(rows.integer(4)),
          .score = rows.real(5),
          .bytes = static_cast<std::uint64_t>(rows.integer(6)),
          .stages = std::string(rows.text(7)),
          .changed_at = time_or_none(rows, 8),
          .hints = static_cast<std::uint8_t>(rows.integer(9))};
}

// Visits rows with the columns of a check, then the URL of its page.
Status visit_checks(SqlRows&& rows, const std::function<bool(const PageCheck&)>& visit) {
  PageKey key;
  while (rows.next()) {
    if (key.url != rows.text(10)) key = key_of(rows.text(10));
    if (!visit(read_check(rows, key))) return {};
  }
  return rows.status();
}

}  // namespace

Status put_check(Sqlite& db, PageId page, const PageCheck& check) {
  if (check.bytes > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
    return refuse(check.page, "a check came with more bytes than a catalog can count");
  if (std::isnan(check.score)) return refuse(check.page, "a check has a score that is no number");
  return db.run(
      "INSERT OR REPLACE INTO page_check(page_id, time, outcome, class, meaningful, status, score, "
      "bytes, stages, changed_at, hints) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
      page, micros(check.time), static_cast<int>(check.outcome), check.change, check.is_meaningful,
      check.status, check.score, check.bytes, check.stages, micros_or_null(check.changed_at),
      check.hints);
}

Status put_belief(Sqlite& db, PageId page, const PageBelief& belief) {
  if (std::isnan(belief.first_rate) || std::isnan(belief.rate) || std::isnan(belief.rate_low) ||
      std::isnan(belief.rate_high) || std::isnan(belief.weight))
    return refuse(belief.page, "a rate is believed that is no number");
  return db.run(
      "INSERT INTO belief(page_id, state, depth, first_group, first_rate, rate_group, rate, "
      "rate_low, rate_high, weight, checks, changes, misses, unmodified, checked, changed, "
      "next_check, why, first_changed) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, "
      "?13, ?14, ?15, ?16, ?17, ?18, ?19) ON CONFLICT(page_id) DO UPDATE SET state = ?2, "
      "depth = ?3, first_group = ?4, first_rate = ?5, rate_group = ?6, rate = ?7, rate_low = ?8, "
      "rate_high = ?9, weight = ?10, checks = ?11, changes = ?12, misses = ?13, unmodified = ?14, "
      "checked = ?15, changed = ?16, next_check = ?17, why = ?18, "
      "first_changed = ifnull(first_changed, ?19)",
      page, static_cast<int>(belief.state), belief.depth, belief.first_group, belief.first_rate,
      belief.group, belief.rate, belief.rate_low, belief.rate_high, belief.weight, belief.checks,
      belief.changes, belief.misses, belief.unmodified, micros_or_null(belief.checked),
      micros_or_null(belief.changed), micros_or_null(belief.next_check), belief.why,
      micros_or_null(belief.first_changed));
}

Status put_mark(Sqlite& db, PageId page, const PageMark& mark) {
  switch (mark.kind) {
    case PageMark::Kind::first_changed:
      return db.run(
          "UPDATE belief SET first_changed = ?2 WHERE page_id = ?1 AND first_changed IS NULL", page,
          micros(mark.time));
    case PageMark::Kind::unlinked:
      return db.run("UPDATE belief SET unlinked = ?2 WHERE page_id = ?1 AND unlinked IS NULL", page,
                    micros(mark.time));
    case PageMark::Kind::linked:
      return db.run("UPDATE belief SET unlinked = NULL WHERE page_id = ?1 AND unlinked IS NOT NULL",
                    page);
  }
  return {};
}

Status forget_history(Sqlite& db, PageId page) {
  const Status status = db.run("DELETE FROM page_check WHERE page_id = ?1", page);
  return status ? db.run("DELETE FROM belief WHERE page_id = ?1", page) : status;
}

Result<std::optional<PageBelief>> SqliteCatalog::find_belief(const PageKey& page) {
  const HostColumns at = host_columns(page.host);
  static const std::string sql = select_beliefs("p.part = ?1 AND p.host_id = ?2 AND p.url = ?3");
  SqlRows rows = db_->rows(sql.c_str(), at.part, at.host_id, page.url);
  if (rows.next()) {
    PageBelief belief = read_belief(rows, key_of(rows.text(19)));
    if (belief.page == page) return belief;
    return std::nullopt;
  }
  if (!rows.status()) return std::unexpected(rows.status().error());
  return std::nullopt;
}

Status SqliteCatalog::each_belief(const std::optional<Host>& host,
                                  const std::function<bool(const PageBelief&)>& visit) {
  // The end of the last piece. No URL is empty, so the first piece begins behind the smallest key.
  const HostColumns only = host_columns(host);
  std::int64_t part = host ? only.part : -1;
  std::int64_t host_id = host ? only.host_id : std::numeric_limits<std::int64_t>::min();
  std::string url;
  static const std::string of_host = select_beliefs(
      "p.part = ?1 AND p.host_id = ?2 AND p.url > ?3 ORDER BY p.part, p.host_id, p.url LIMIT ?4");
  static const std::string of_all = select_beliefs(
      "(p.part, p.host_id, p.url) > (?1, ?2, ?3) ORDER BY p.part, p.host_id, p.url LIMIT ?4");
  for (;;) {
    std::vector<PageBelief> piece;
    {
      SqlRows rows =
          db_->rows(host ? of_host.c_str() : of_all.c_str(), part, host_id, url, kPieceRows);
      while (rows.next()) {
        piece.push_back(read_belief(rows, key_of(rows.text(19))));
        part = rows.integer(20);
        host_id = rows.integer(21);
      }
      if (!rows.status()) return rows.status();
    }
    for (const PageBelief& belief : piece)
      if ((!host || belief.page.host == host) && !visit(belief)) return {};
    if (static_cast<std::int64_t>(piece.size()) < kPieceRows) return {};
    url = piece.back().page.url;
  }
}

Result<std::optional<Time>> SqliteCatalog::latest_check() {
  SqlRows rows = db_->rows("SELECT MAX(checked) FROM belief");
  std::optional<Time> latest;
  if (rows.next()) latest = time_or_none(rows, 0);
  if (!rows.status()) return std::unexpected(rows.status().error());
  return latest;
}

Result<std::vector<PageCheck>> SqliteCatalog::checks(const PageKey& page, std::size_t count_max) {
  const auto row = find_page(page);
  if (!row) return std::unexpected(row.error());
  std::vector<PageCheck> found;
  if (!*row) return found;
  SqlRows rows = db_->rows(
      "SELECT time, outcome, class, meaningful, status, score, bytes, stages, changed_at, hints "
      "FROM page_check "
      "WHERE page_id = ?1 ORDER BY time DESC LIMIT ?2",
      (*row)->id, std::min<std::uint64_t>(count_max, std::numeric_limits<std::int64_t>::max()));
  while (rows.next()) found.push_back(read_check(rows, page));
  if (!rows.status()) return std::unexpected(rows.status().error());
  std::reverse(found.begin(), found.end());
  return found;
}

Status SqliteCatalog::each_check(const std::function<bool(const PageCheck&)>& visit) {
  return visit_checks(
      db_->rows("SELECT c.time, c.outcome, c.class, c.meaningful, c.status, c.score, c.bytes, '', "
                "c.changed_at, c.hints, p.url FROM page_check c CROSS JOIN page p "
                "ON p.id = c.page_id ORDER BY c.page_id, c.time"),
      visit);
}

Status SqliteCatalog::each_check_of(std::span<const PageId> pages,
                                    const std::function<bool(const PageCheck&)>& visit) {
  JsonWriter ids;
  ids.begin_array();
  for (const PageId page : pages) ids.value(page);
  const std::string list = ids.end_array().take();
  return visit_checks(
      db_->rows("SELECT c.time, c.outcome, c.class, c.meaningful, c.status, c.score, c.bytes, "
                "c.stages, c.changed_at, c.hints, p.url FROM "
                "(SELECT DISTINCT value AS id FROM json_each(?1) ORDER BY value) i "
                "CROSS JOIN page p ON p.id = i.id CROSS JOIN page_check c ON c.page_id = p.id "
                "ORDER BY c.page_id, c.time",
                list),
      visit);
}

Status SqliteCatalog::each_page_with_belief(
    const std::function<bool(const PageWithBelief&)>& visit) {
  static const std::string sql = fmt::format(
      "SELECT {}, p.url, p.id, p.etag, p.last_modified, p.first_seen, p.last_seen, p.snapshots, "
      "CASE WHEN b.page_id IS NULL THEN (SELECT status {newest}) END, "
      "CASE WHEN b.page_id IS NULL THEN (SELECT mime {newest}) END "
      "FROM page p LEFT JOIN belief b ON b.page_id = p.id ORDER BY p.part, p.host_id, p.url",
      kBeliefColumns,
      fmt::arg("newest",
               "FROM snapshot WHERE page_id = p.id ORDER BY time DESC, file DESC, offset DESC "
               "LIMIT 1"));
  SqlRows rows = db_->rows(sql.c_str());
  while (rows.next()) {
    PageWithBelief found{.page = {.id = rows.integer(20),
                                  .key = key_of(rows.text(19)),
                                  .etag = std::string(rows.text(21)),
                                  .last_modified = std::string(rows.text(22)),
                                  .first_seen = time_of(rows.integer(23)),
                                  .last_seen = time_of(rows.integer(24)),
                                  .snapshots = rows.integer(25)}};
    if (!rows.is_null(0)) found.belief = read_belief(rows, found.page.key);
    found.newest_status = static_cast<std::uint16_t>(rows.integer(26));
    found.newest_mime = rows.text(27);
    if (!visit(found)) return {};
  }
  return rows.status();
}

}  // namespace freshet
