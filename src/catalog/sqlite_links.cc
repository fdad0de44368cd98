// Links are appended, and become counts later, once for a whole partition: changing the rows of
// hosts link by link costs several times as much, and on many machines it deadlocks with claims.
#include <fmt/format.h>

#include <bit>

#include "base/check.h"
#include "base/escape.h"
#include "catalog/link_sum.h"
#include "catalog/sqlite_queues.h"
#include "catalog/url_filter.h"

namespace freshet {
namespace {

// The limit of links in one row of link_delta, so that no sum overflows.
constexpr std::int64_t kLinksMax = 1'000'000'000;

std::unexpected<Error> uncountable(std::int64_t count, std::string_view what, const Host& host) {
  return std::unexpected(Error{
      Errc::invalid,
      fmt::format("{} {} into host \"{}\" cannot be counted", count, what, visible(host.key()))});
}

// The merged links of one host.
struct Merged {
  HostColumns at;
  std::string name;
  std::int64_t links = 0;
  std::int64_t pages = 0;  // estimated
  bool wakes = false;
};

// Adds a host that is not in the catalog.
Status put_host(Sqlite& db, const Merged& merged) {
  Status status = db.run(
      "INSERT INTO host(part, host_id, name, place, in_links, score) "
      "VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
      merged.at.part, merged.at.host_id, merged.name, number_of(HostPlace::ready), merged.links,
      merged.pages);
  if (status) status = put_ready(db, merged.at, merged.pages);
  return status;
}

// A host as it was before the merge.
struct Before {
  HostPlace place = HostPlace::known;
  std::int64_t score = 0;
  std::string address;
};

// Moves the host's row in its queue to the new score; `after` is the place of the host afterwards.
Status requeue(Sqlite& db, const Merged& merged, const Before& before, HostPlace after) {
  const HostColumns at = merged.at;
  if (after == HostPlace::ready && before.place != HostPlace::ready)
    return put_ready(db, at, before.score + merged.pages);
  if (after == HostPlace::ready)
    return db.run(
        "UPDATE ready SET score = score + ?4 WHERE part = ?1 AND score = ?2 AND host_id = ?3",
        at.part, before.score, at.host_id, merged.pages);
  if (after == HostPlace::waiting)
    return db.run(
        "UPDATE ip_wait SET score = score + ?5 "
        "WHERE ip = ?1 AND score = ?2 AND part = ?3 AND host_id = ?4",
        before.address, before.score, at.part, at.host_id, merged.pages);
  return {};
}

Status add_to_host(Sqlite& db, const Merged& merged) {
  const HostColumns at = merged.at;
  Before before;
  {
    SqlRows rows =
        db.rows("SELECT name, place, score, ip FROM host WHERE part = ?1 AND host_id = ?2", at.part,
                at.host_id);
    if (!rows.next()) return rows.status() ? put_host(db, merged) : rows.status();
    if (rows.text(0) != merged.name) return {};  // two names, one hash: the first keeps the place
    before = {.place = static_cast<HostPlace>(rows.integer(1)),
              .score = rows.integer(2),
              .address = std::string(rows.text(3))};
  }
  const bool starts =
      before.place == HostPlace::known || (before.place == HostPlace::retired && merged.wakes);
  const HostPlace after = starts ? HostPlace::ready : before.place;
  Status status = requeue(db, merged, before, after);
  if (status)
    status = db.run(
        "UPDATE host SET in_links = in_links + ?3, score = score + ?4, place = ?5, "
        "woken = max(woken, ?6) WHERE part = ?1 AND host_id = ?2",
        at.part, at.host_id, merged.links, merged.pages, number_of(after),
        merged.wakes && after == HostPlace::claimed);
  return status;
}

// Returns the filter of a host's URLs; empty if it has none yet.
Result<UrlFilter> read_filter(Sqlite& db, HostColumns at) {
  SqlRows rows =
      db.rows("SELECT bits FROM url_filter WHERE part = ?1 AND host_id = ?2", at.part, at.host_id);
  if (rows.next()) return UrlFilter::unpack(rows.text(0));
  if (!rows.status()) return std::unexpected(rows.status().error());
  return UrlFilter();
}

Status write_filter(Sqlite& db, HostColumns at, const UrlFilter& filter) {
  const std::string packed = filter.pack();
  return db.run(
      "INSERT INTO url_filter(part, host_id, bits) VALUES (?1, ?2, ?3) "
      "ON CONFLICT DO UPDATE SET bits = ?3",
      at.part, at.host_id, SqlValue::blob(packed));
}

// Returns the number of hosts that got links.
Result<std::int64_t> merge_by_in_degree(Sqlite& db, unsigned partition) {
  std::int64_t count = 0;
  SqlRows rows = db.rows(
      "SELECT host_id, name, sum(inc), max(wakes) FROM link_delta WHERE part = ?1 "
      "GROUP BY host_id, name ORDER BY host_id, min(seq)",
      partition);
  while (rows.next()) {
    const Status added = add_to_host(db, {.at = {.part = partition, .host_id = rows.integer(0)},
                                          .name = std::string(rows.text(1)),
                                          .links = rows.integer(2),
                                          .pages = rows.integer(2),
                                          .wakes = rows.integer(3) != 0});
    if (!added) return std::unexpected(added.error());
    ++count;
  }
  if (!rows.status()) return std::unexpected(rows.status().error());
  return count;
}

Result<std::int64_t> merge_by_filter(Sqlite& db, unsigned partition) {
  std::int64_t count = 0;
  Merged merged;
  UrlFilter filter;
  const auto finish = [&]() -> Status {
    if (merged.links == 0) return {};
    ++count;
    Status status = write_filter(db, merged.at, filter);
    if (status) status = add_to_host(db, merged);
    return status;
  };
  SqlRows rows = db.rows(
      "SELECT host_id, name, inc, wakes, url_hash FROM link_delta WHERE part = ?1 "
      "ORDER BY host_id, seq",
      partition);
  while (rows.next()) {
    if (rows.integer(0) != merged.at.host_id || rows.text(1) != merged.name) {
      if (const Status done = finish(); !done) return std::unexpected(done.error());
      merged = {.at = {.part = partition, .host_id = rows.integer(0)},
                .name = std::string(rows.text(1))};
      auto read = read_filter(db, merged.at);
      if (!read) return std::unexpected(read.error());
      filter = *read;
    }
    const auto url_hash = std::bit_cast<std::uint64_t>(rows.integer(4));
    merged.links += rows.integer(2);
    merged.pages += url_hash == 0 ? rows.integer(2) : filter.add(url_hash) ? 1 : 0;
    merged.wakes = merged.wakes || rows.integer(3) != 0;
  }
  if (!rows.status()) return std::unexpected(rows.status().error());
  if (const Status done = finish(); !done) return std::unexpected(done.error());
  return count;
}

}  // namespace

Status LinkSum::add(const LinkCount& link) {
  if (link.links < 1 || link.links > kLinksMax) return uncountable(link.links, "links", link.host);
  const auto [place, is_new] = places_.try_emplace(
      fmt::format("{} {} {}", link.host.key(), link.wakes, link.url_hash), sums_.size());
  if (is_new)
    sums_.push_back(link);
  else
    sums_[place->second].links += link.links;
  return {};
}

Status LinkSum::append_to(Sqlite& db) const {
  for (const LinkCount& link : sums_) {
    const HostColumns at = host_columns(link.host);
    const Status status = db.run(
        "INSERT INTO link_delta(part, seq, host_id, name, inc, wakes, url_hash) "
        "SELECT ?1, coalesce(max(seq), 0) + 1, ?2, ?3, ?4, ?5, ?6 FROM link_delta WHERE part = ?1",
        at.part, at.host_id, link.host.key(), link.links, link.wakes,
        std::bit_cast<std::int64_t>(link.url_hash));
    if (!status) return status;
  }
  return {};
}

Status SqliteCatalog::add_links(std::span<const LinkCount> links) {
  return transact_soon([&]() -> Status {
    LinkSum sum;
    for (const LinkCount& link : links)
      if (const Status added = sum.add(link); !added) return added;
    return sum.append_to(*db_);
  });
}

Status SqliteCatalog::wake_hosts(std::span<const HostWake> hosts) {
  return transact_soon([&]() -> Status {
    for (const HostWake& wake : hosts) {
      if (wake.value < 1 || wake.value > kLinksMax)
        return uncountable(wake.value, "as the worth of a visit", wake.host);
      const Status woken = add_to_host(*db_, {.at = host_columns(wake.host),
                                              .name = std::string(wake.host.key()),
                                              .pages = wake.value,
                                              .wakes = true});
      if (!woken) return woken;
    }
    return {};
  });
}

Result<std::int64_t> SqliteCatalog::merge_links(unsigned partition, LinkEstimate estimate) {
  require(partition < kPartitionCount, "there is such a partition");
  std::int64_t count = 0;
  const Status status = transact_soon([&]() -> Status {
    const auto merged = estimate == LinkEstimate::bloom ? merge_by_filter(*db_, partition)
                                                        : merge_by_in_degree(*db_, partition);
    if (!merged) return std::unexpected(merged.error());
    count = *merged;
    return db_->run("DELETE FROM link_delta WHERE part = ?1", partition);
  });
  if (!status) return std::unexpected(status.error());
  return count;
}

}  // namespace freshet
