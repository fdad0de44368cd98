// Deletes happenings that are too many, too old or too large together.
#include <algorithm>
#include <unordered_set>
#include <utility>

#include "registry/happenings.h"
#include "registry/registry_db.h"

namespace freshet {
namespace {

constexpr auto kPieceMax = static_cast<std::int64_t>(Happenings::kRetainedAtOnce);

// Collects the happenings to delete, each once, at most kRetainedAtOnce. A happening that a
// delivery has yet to carry is not among them.
class Surplus {
 public:
  explicit Surplus(RegistryDb& db) : db_(db) {}

  std::size_t room() const {
    return Happenings::kRetainedAtOnce - std::min(ids_.size(), Happenings::kRetainedAtOnce);
  }
  const std::unordered_set<HappeningId>& ids() const { return ids_; }

  Status add_older_than(Time edge) {
    return add_all(db_.sql().rows(
        "SELECT h.id, h.bytes FROM happening h WHERE h.time < ?1 AND NOT EXISTS "
        "(SELECT 1 FROM delivery_happening d JOIN delivery v ON v.number = d.delivery "
        "WHERE d.happening = h.id AND v.state IN (1, 2)) ORDER BY h.time LIMIT ?2",
        stored(edge), kPieceMax));
  }

  Status add_beyond(std::size_t of_watch_max) {
    std::vector<WatchId> large;
    {
      SqlRows rows = db_.sql().rows(
          "SELECT watch FROM happening GROUP BY watch HAVING count(*) > ?1", of_watch_max);
      while (rows.next()) large.push_back(rows.integer(0));
      if (!rows.status()) return rows.status();
    }
    for (const WatchId watch : large) {
      if (room() == 0) break;
      const Status status = add_all(db_.sql().rows(
          "SELECT h.id, h.bytes FROM (SELECT id, bytes FROM happening WHERE watch = ?1 "
          "ORDER BY id DESC LIMIT ?3 OFFSET ?2) h WHERE NOT EXISTS "
          "(SELECT 1 FROM delivery_happening d JOIN delivery v ON v.number = d.delivery "
          "WHERE d.happening = h.id AND v.state IN (1, 2))",
          watch, of_watch_max, kPieceMax));
      if (!status) return status;
    }
    return {};
  }

  // Counts what was added before: call it last.
  Status add_until_below(std::uint64_t bytes_max) {
    const auto total = db_.sql().number("SELECT coalesce(sum(bytes), 0) FROM happening");
    if (!total) return std::unexpected(total.error());
    SqlRows rows = db_.sql().rows(
        "SELECT h.id, h.bytes FROM happening h WHERE NOT EXISTS "
        "(SELECT 1 FROM delivery_happening d JOIN delivery v ON v.number = d.delivery "
        "WHERE d.happening = h.id AND v.state IN (1, 2)) ORDER BY h.id LIMIT ?1",
        kPieceMax);
    while (std::cmp_greater(total->value_or(0) - bytes_, bytes_max) && room() > 0 && rows.next())
      add(rows);
    return rows.status();
  }

 private:
  Status add_all(SqlRows rows) {
    while (room() > 0 && rows.next()) add(rows);
    return rows.status();
  }

  void add(const SqlRows& row) {
    if (ids_.insert(row.integer(0)).second) bytes_ += row.integer(1);
  }

  RegistryDb& db_;
  std::unordered_set<HappeningId> ids_;
  std::int64_t bytes_ = 0;  // of them
};

}  // namespace

Result<std::size_t> Happenings::retain(const HappeningLimits& limits, Time now) {
  Surplus surplus(db_);
  Status status;
  if (limits.age_max > Duration{0}) status = surplus.add_older_than(now - limits.age_max);
  if (status && limits.of_watch_max > 0) status = surplus.add_beyond(limits.of_watch_max);
  if (status && limits.message_bytes_max > 0)
    status = surplus.add_until_below(limits.message_bytes_max);
  if (status && !surplus.ids().empty())
    status = db_.transact([&]() -> Status {
      for (const HappeningId id : surplus.ids()) {
        const Status deleted = db_.sql().run("DELETE FROM happening WHERE id = ?1", id);
        if (!deleted) return deleted;
      }
      return {};
    });
  if (!status) return std::unexpected(status.error());
  return surplus.ids().size();
}

}  // namespace freshet
