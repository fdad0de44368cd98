// Links are appended, and become counts later, once for a whole partition: changing the rows of
// hosts link by link costs several times as much, and on many machines it deadlocks with claims.
#include <fmt/format.h>

#include "base/check.h"
#include "base/escape.h"
#include "catalog/sqlite_catalog_class.h"

namespace freshet {
namespace {

// What one row of link_delta may say, so that no sum overflows.
constexpr std::int64_t kLinksMax = 1'000'000'000;

struct Merged {
  HostColumns at;
  std::string name;
  std::int64_t links = 0;
};

// A host that nobody knew.
Status put_host(Sqlite& db, const Merged& merged) {
  Status status = db.run(
      "INSERT INTO host(part, host_id, name, place, in_links, score) "
      "VALUES (?1, ?2, ?3, ?4, ?5, ?5)",
      merged.at.part, merged.at.host_id, merged.name, static_cast<int>(HostPlace::ready),
      merged.links);
  if (status)
    status = db.run("INSERT INTO ready(part, score, host_id) VALUES (?1, ?2, ?3)", merged.at.part,
                    merged.links, merged.at.host_id);
  return status;
}

// Moves the host's row in the queue that it is in to its new score.
Status requeue(Sqlite& db, HostColumns at, HostPlace place, const std::string& address,
               std::int64_t score, std::int64_t links) {
  if (place == HostPlace::known)
    return db.run("INSERT INTO ready(part, score, host_id) VALUES (?1, ?2, ?3)", at.part,
                  score + links, at.host_id);
  if (place == HostPlace::ready)
    return db.run(
        "UPDATE ready SET score = score + ?4 WHERE part = ?1 AND score = ?2 AND host_id = ?3",
        at.part, score, at.host_id, links);
  if (place == HostPlace::waiting)
    return db.run(
        "UPDATE ip_wait SET score = score + ?5 "
        "WHERE ip = ?1 AND score = ?2 AND part = ?3 AND host_id = ?4",
        address, score, at.part, at.host_id, links);
  return {};
}

Status add_to_host(Sqlite& db, const Merged& merged) {
  const HostColumns at = merged.at;
  HostPlace place = HostPlace::known;
  std::int64_t score = 0;
  std::string address;
  {
    SqlRows rows =
        db.rows("SELECT name, place, score, ip FROM host WHERE part = ?1 AND host_id = ?2", at.part,
                at.host_id);
    if (!rows.next()) return rows.status() ? put_host(db, merged) : rows.status();
    if (rows.text(0) != merged.name) return {};  // two names, one hash: the first keeps the place
    place = static_cast<HostPlace>(rows.integer(1));
    score = rows.integer(2);
    address = rows.text(3);
  }
  Status status = requeue(db, at, place, address, score, merged.links);
  if (status)
    status = db.run(
        "UPDATE host SET in_links = in_links + ?3, score = score + ?3, place = ?4 "
        "WHERE part = ?1 AND host_id = ?2",
        at.part, at.host_id, merged.links,
        static_cast<int>(place == HostPlace::known ? HostPlace::ready : place));
  return status;
}

}  // namespace

Status SqliteCatalog::add_links(std::span<const LinkCount> links) {
  return transact_soon([&]() -> Status {
    for (const LinkCount& link : links) {
      if (link.links < 1 || link.links > kLinksMax)
        return std::unexpected(
            Error{Errc::invalid, fmt::format("{} links into host \"{}\" cannot be counted",
                                             link.links, visible(link.host.key()))});
      const HostColumns at = host_columns(link.host);
      const Status status = db_->run(
          "INSERT INTO link_delta(part, seq, host_id, name, inc) "
          "SELECT ?1, coalesce(max(seq), 0) + 1, ?2, ?3, ?4 FROM link_delta WHERE part = ?1",
          at.part, at.host_id, link.host.key(), link.links);
      if (!status) return status;
    }
    return {};
  });
}

Result<std::int64_t> SqliteCatalog::merge_links(unsigned partition) {
  require(partition < kPartitionCount, "there is such a partition");
  std::int64_t count = 0;
  const Status status = transact_soon([&]() -> Status {
    {
      SqlRows rows = db_->rows(
          "SELECT host_id, name, sum(inc) FROM link_delta WHERE part = ?1 GROUP BY host_id, name "
          "ORDER BY host_id, min(seq)",
          partition);
      while (rows.next()) {
        const Status added =
            add_to_host(*db_, {.at = {.part = partition, .host_id = rows.integer(0)},
                               .name = std::string(rows.text(1)),
                               .links = rows.integer(2)});
        if (!added) return added;
        ++count;
      }
      if (!rows.status()) return rows.status();
    }
    return db_->run("DELETE FROM link_delta WHERE part = ?1", partition);
  });
  if (!status) return std::unexpected(status.error());
  return count;
}

}  // namespace freshet
