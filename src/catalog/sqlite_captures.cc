// The captures of an archive.
#include <fmt/format.h>

#include <algorithm>

#include "base/escape.h"
#include "catalog/sqlite_catalog_class.h"
#include "catalog/sqlite_queues.h"

namespace freshet {
namespace {

// Seeds and hosts stand one a line: neither can have a line break.
template <class Texts, class TextOf>
std::string lines_of(const Texts& texts, TextOf text_of) {
  std::string lines;
  for (const auto& text : texts) {
    if (!lines.empty()) lines += '\n';
    lines += text_of(text);
  }
  return lines;
}

std::vector<std::string> texts_of(std::string_view lines) {
  std::vector<std::string> texts;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    texts.emplace_back(lines.substr(0, end));
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return texts;
}

SqlValue moment_value(const std::optional<Time>& time) {
  return time ? SqlValue(micros(*time)) : SqlValue(std::nullopt);
}

std::optional<Time> moment_or_none(const SqlRows& rows, int column) {
  if (rows.is_null(column)) return std::nullopt;
  return time_of(rows.integer(column));
}

constexpr const char* kInsertCapture =
    "INSERT INTO capture(id, name, seeds, hosts, policy, eta, revisits_max, target, rounds_max, "
    "time_max, began, ended, state, outcome, round, round_began, round_instant, instant_from, "
    "instant_until, visited, revisited, coherent, changed, unknown, requests, pauses, paused, "
    "pause_cost, whole) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, "
    "?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29)";

// The name, ?2, stays.
constexpr const char* kUpdateCapture =
    "UPDATE capture SET seeds = ?3, hosts = ?4, policy = ?5, eta = ?6, revisits_max = ?7, "
    "target = ?8, rounds_max = ?9, time_max = ?10, began = ?11, ended = ?12, state = ?13, "
    "outcome = ?14, round = ?15, round_began = ?16, round_instant = ?17, instant_from = ?18, "
    "instant_until = ?19, visited = ?20, revisited = ?21, coherent = ?22, changed = ?23, "
    "unknown = ?24, requests = ?25, pauses = ?26, paused = ?27, pause_cost = ?28, whole = ?29 "
    "WHERE id = ?1";

constexpr const char* kSelectCaptures = "SELECT * FROM capture ORDER BY id";
constexpr const char* kSelectCapture = "SELECT * FROM capture WHERE name = ?1";

Status put_capture(Sqlite& db, const char* sql, std::int64_t id, const CaptureRow& row) {
  const std::string seeds = lines_of(row.order.seeds, [](const auto& seed) { return seed; });
  const std::string hosts =
      lines_of(row.hosts, [](const Host& host) { return std::string(host.key()); });
  const CaptureOrder& order = row.order;
  const CaptureTally& tally = row.tally;
  return db.run(sql, id, row.name, seeds, hosts, order.policy, order.eta,
                order.revisits_max ? SqlValue(*order.revisits_max) : SqlValue(std::nullopt),
                order.target, order.rounds_max, order.time_max.count(), micros(row.began),
                moment_value(row.ended), static_cast<int>(row.stage), static_cast<int>(row.end),
                row.round, micros(row.round_began), moment_value(row.round_instant),
                moment_value(row.instant_from), moment_value(row.instant_until), tally.visited,
                tally.revisited, tally.coherent, tally.changed, tally.unknown, row.requests,
                row.pauses, row.paused.count(), row.pause_cost, order.asks_whole ? 1 : 0);
}

// Reads a row with all columns in the order of the table.
CaptureRow read_capture(const SqlRows& rows) {
  CaptureRow row{.id = rows.integer(0),
                 .name = std::string(rows.text(1)),
                 .order = {.seeds = texts_of(rows.text(2)),
                           .policy = std::string(rows.text(4)),
                           .eta = rows.real(5),
                           .target = rows.real(7),
                           .rounds_max = rows.integer(8),
                           .time_max = Duration(rows.integer(9)),
                           .asks_whole = rows.integer(28) != 0},
                 .began = time_of(rows.integer(10)),
                 .ended = moment_or_none(rows, 11),
                 .stage = static_cast<CaptureStage>(rows.integer(12)),
                 .end = static_cast<CaptureEnd>(rows.integer(13)),
                 .round = rows.integer(14),
                 .round_began = time_of(rows.integer(15)),
                 .round_instant = moment_or_none(rows, 16),
                 .instant_from = moment_or_none(rows, 17),
                 .instant_until = moment_or_none(rows, 18),
                 .tally = {.visited = rows.integer(19),
                           .revisited = rows.integer(20),
                           .coherent = rows.integer(21),
                           .changed = rows.integer(22),
                           .unknown = rows.integer(23)},
                 .requests = rows.integer(24),
                 .pauses = rows.integer(25),
                 .paused = Duration(rows.integer(26)),
                 .pause_cost = rows.real(27)};
  if (!rows.is_null(6)) row.order.revisits_max = rows.integer(6);
  for (const std::string& key : texts_of(rows.text(3)))
    if (const auto host = Host::from_key(key)) row.hosts.push_back(*host);
  return row;
}

}  // namespace

Result<std::int64_t> SqliteCatalog::begin_capture(const CaptureRow& capture) {
  std::int64_t id = 0;
  const Status status = transact_soon([&]() -> Status {
    const auto known = find_capture(capture.name);
    if (!known) return std::unexpected(known.error());
    if (*known)
      return refuse(Errc::invalid,
                    fmt::format("there is a capture with the name \"{}\"", visible(capture.name)));
    const auto last = db_->number("SELECT coalesce(max(id), 0) FROM capture");
    if (!last) return std::unexpected(last.error());
    id = last->value_or(0) + 1;
    return put_capture(*db_, kInsertCapture, id, capture);
  });
  if (!status) return std::unexpected(status.error());
  return id;
}

Status SqliteCatalog::change_capture(const CaptureRow& capture) {
  return transact_soon([&]() -> Status {
    Status changed = put_capture(*db_, kUpdateCapture, capture.id, capture);
    if (changed && db_->changes() == 0)
      return refuse(Errc::not_found, "catalog: there is no such capture");
    return changed;
  });
}

Result<std::optional<CaptureRow>> SqliteCatalog::find_capture(std::string_view name) {
  SqlRows rows = db_->rows(kSelectCapture, name);
  if (rows.next()) return read_capture(rows);
  if (!rows.status()) return std::unexpected(rows.status().error());
  return std::nullopt;
}

Result<std::vector<CaptureRow>> SqliteCatalog::captures() {
  std::vector<CaptureRow> all;
  SqlRows rows = db_->rows(kSelectCaptures);
  while (rows.next()) all.push_back(read_capture(rows));
  if (!rows.status()) return std::unexpected(rows.status().error());
  return all;
}

}  // namespace freshet
