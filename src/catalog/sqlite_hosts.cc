// Queries about hosts, and their name servers.
#include <limits>

#include "catalog/sqlite_queues.h"

namespace freshet {
namespace {

// The columns place, in_links, score, ip, next_due, due_value, epoch, continuation, report, ns.
HostRow read_host(Host host, const SqlRows& rows) {
  return {.host = std::move(host),
          .place = static_cast<HostPlace>(rows.integer(0)),
          .in_links = rows.integer(1),
          .score = rows.integer(2),
          .address = std::string(rows.text(3)),
          .next_due =
              rows.is_null(4) ? std::nullopt : std::optional<Time>(Time(Duration(rows.integer(4)))),
          .due_value = rows.integer(5),
          .epoch = rows.integer(6),
          .continuation = std::string(rows.text(7)),
          .report = std::string(rows.text(8)),
          .name_servers = std::string(rows.text(9))};
}

}  // namespace

Status SqliteCatalog::note_name_servers(const LeaseFence& held, const std::string& name_servers) {
  return transact_soon([&]() -> Status {
    if (const Status fence = check_fence(*db_, held); !fence) return fence;
    const HostColumns at = host_columns(held.host);
    return db_->run("UPDATE host SET ns = ?3 WHERE part = ?1 AND host_id = ?2", at.part, at.host_id,
                    name_servers);
  });
}

Result<std::optional<HostRow>> SqliteCatalog::find_host(const Host& host) {
  const HostColumns at = host_columns(host);
  SqlRows rows = db_->rows(
      "SELECT place, in_links, score, ip, next_due, due_value, epoch, continuation, report, ns "
      "FROM host WHERE part = ?1 AND host_id = ?2 AND name = ?3",
      at.part, at.host_id, host.key());
  if (rows.next()) return read_host(host, rows);
  if (!rows.status()) return std::unexpected(rows.status().error());
  return std::nullopt;
}

Status SqliteCatalog::each_host(const std::function<bool(const HostRow&)>& visit) {
  std::int64_t part = -1;
  std::int64_t host_id = std::numeric_limits<std::int64_t>::max();
  for (;;) {
    std::vector<HostRow> piece;
    {
      SqlRows rows = db_->rows(
          "SELECT place, in_links, score, ip, next_due, due_value, epoch, continuation, report, "
          "ns, name, part, host_id FROM host WHERE (part, host_id) > (?1, ?2) "
          "ORDER BY part, host_id LIMIT ?3",
          part, host_id, kPieceRows);
      while (rows.next()) {
        auto host = Host::from_key(rows.text(10));
        if (!host) return std::unexpected(host.error());
        piece.push_back(read_host(*std::move(host), rows));
        part = rows.integer(11);
        host_id = rows.integer(12);
      }
      if (!rows.status()) return rows.status();
    }
    for (const HostRow& row : piece)
      if (!visit(row)) return {};
    if (static_cast<std::int64_t>(piece.size()) < kPieceRows) return {};
  }
}

Result<HostCounts> SqliteCatalog::count_hosts() {
  // Counts the queues and two small indexes, so that no row of a host is read.
  SqlRows rows = db_->rows(
      "SELECT (SELECT count(*) FROM host WHERE place = 0), (SELECT count(*) FROM ready), "
      "(SELECT count(*) FROM lease), (SELECT count(*) FROM ip_lease), "
      "(SELECT count(*) FROM ip_wait), (SELECT count(*) FROM due), "
      "(SELECT count(*) FROM host WHERE place = 5), (SELECT count(DISTINCT ip) FROM ip_wait)");
  if (rows.next())
    return HostCounts{.known = rows.integer(0),
                      .ready = rows.integer(1),
                      .claimed = rows.integer(2),
                      .leased = rows.integer(3),
                      .waiting = rows.integer(4),
                      .due = rows.integer(5),
                      .retired = rows.integer(6),
                      .waited_for = rows.integer(7)};
  return std::unexpected(rows.status() ? Error{Errc::corrupt, "catalog: hosts cannot be counted"}
                                       : rows.status().error());
}

Result<PartitionEdge> SqliteCatalog::frontier_edge(unsigned partition) {
  PartitionEdge edge;
  // One statement, since each takes and gives back the lock of the file.
  SqlRows rows = db_->rows(
      "SELECT (SELECT score FROM ready WHERE part = ?1 ORDER BY score DESC LIMIT 1), "
      "d.next_due, d.due_value FROM (SELECT 1) LEFT JOIN "
      "(SELECT q.next_due, h.due_value FROM due q "
      "JOIN host h ON h.part = q.part AND h.host_id = q.host_id "
      "WHERE q.part = ?1 ORDER BY q.next_due LIMIT 1) d",
      partition);
  if (rows.next()) {
    if (!rows.is_null(0)) edge.top_score = rows.integer(0);
    if (!rows.is_null(1)) edge.next_due = Time(Duration(rows.integer(1)));
    edge.due_value = rows.integer(2);
  }
  if (!rows.status()) return std::unexpected(rows.status().error());
  return edge;
}

}  // namespace freshet
