#include "registry/happenings.h"

#include <fmt/format.h>

#include <array>
#include <limits>

#include "registry/limits.h"
#include "registry/registry_db.h"

namespace freshet {
namespace {

// Each set of filters has a statement of its own, known by the address of its text.
struct HappeningShape {
  bool has_owner, has_watch, has_kind, has_tag, only_unread, newest_first;

  std::size_t index() const {
    return static_cast<std::size_t>(has_owner) | static_cast<std::size_t>(has_watch) << 1 |
           static_cast<std::size_t>(has_kind) << 2 | static_cast<std::size_t>(has_tag) << 3 |
           static_cast<std::size_t>(only_unread) << 4 | static_cast<std::size_t>(newest_first) << 5;
  }
};
constexpr std::size_t kHappeningShapes = 64;

// Parameters: 1 owner, 2 watch, 3 kind, 4 tag, 5 the id before or after, 6 count.
std::string happening_sql(const HappeningShape& shape) {
  std::string where;
  if (shape.has_owner) where += " AND h.owner = ?1";
  if (shape.has_watch) where += " AND h.watch = ?2";
  if (shape.has_kind) where += " AND h.kind = ?3";
  if (shape.has_tag)
    where += " AND EXISTS (SELECT 1 FROM watch_tag g WHERE g.tag = ?4 AND g.watch = h.watch)";
  if (shape.only_unread) where += " AND h.is_unread";
  return fmt::format(
      "SELECT h.id, h.watch, h.owner, h.page, h.time, h.kind, h.message, h.is_unread, "
      "h.acknowledged FROM happening h WHERE h.id {} ?5{} "
      "AND coalesce(?1, ?2, ?3, ?4, ?5, ?6) IS NOT NULL ORDER BY h.id {} LIMIT ?6",
      shape.newest_first ? "<" : ">", where, shape.newest_first ? "DESC" : "ASC");
}

const char* happening_statement(const HappeningShape& shape) {
  static const std::array<std::string, kHappeningShapes> all = [] {
    std::array<std::string, kHappeningShapes> made;
    for (unsigned bits = 0; bits < kHappeningShapes; ++bits) {
      const HappeningShape each{.has_owner = (bits & 1) != 0,
                                .has_watch = (bits & 2) != 0,
                                .has_kind = (bits & 4) != 0,
                                .has_tag = (bits & 8) != 0,
                                .only_unread = (bits & 16) != 0,
                                .newest_first = (bits & 32) != 0};
      made[each.index()] = happening_sql(each);
    }
    return made;
  }();
  return all[shape.index()].c_str();
}

Happening happening_in(const SqlRows& rows) {
  return {.id = rows.integer(0),
          .watch = rows.integer(1),
          .owner = rows.integer(2),
          .page = text_in(rows, 3),
          .time = time_from(rows.integer(4)),
          .kind = text_in(rows, 5),
          .message = text_in(rows, 6),
          .is_unread = rows.integer(7) != 0,
          .acknowledged = time_in(rows, 8)};
}

Result<std::vector<Happening>> read_happenings(RegistryDb& db, const HappeningFilter& filter,
                                               bool newest_first, HappeningId edge,
                                               std::size_t count) {
  const HappeningShape shape{.has_owner = filter.owner.has_value(),
                             .has_watch = filter.watch.has_value(),
                             .has_kind = !filter.kind.empty(),
                             .has_tag = !filter.tag.empty(),
                             .only_unread = filter.only_unread,
                             .newest_first = newest_first};
  std::vector<Happening> all;
  SqlRows rows =
      db.sql().rows(happening_statement(shape), filter.owner.value_or(0), filter.watch.value_or(0),
                    filter.kind, filter.tag, edge, rows_at_most(count));
  while (rows.next()) all.push_back(happening_in(rows));
  if (!rows.status()) return std::unexpected(rows.status().error());
  return all;
}

}  // namespace

Result<std::optional<Happening>> Happenings::find(HappeningId id) {
  SqlRows rows = db_.sql().rows(
      "SELECT id, watch, owner, page, time, kind, message, is_unread, acknowledged "
      "FROM happening WHERE id = ?1",
      id);
  if (rows.next()) return happening_in(rows);
  if (!rows.status()) return std::unexpected(rows.status().error());
  return std::nullopt;
}

Result<std::vector<Happening>> Happenings::list(const HappeningFilter& filter,
                                                std::optional<HappeningId> before,
                                                std::size_t count) {
  return read_happenings(db_, filter, true,
                         before.value_or(std::numeric_limits<HappeningId>::max()), count);
}

Result<std::vector<Happening>> Happenings::list_after(const HappeningFilter& filter,
                                                      HappeningId after, std::size_t count) {
  return read_happenings(db_, filter, false, after, count);
}

Result<std::int64_t> Happenings::count_unread(PersonId owner) {
  const auto count =
      db_.sql().number("SELECT count(*) FROM happening WHERE owner = ?1 AND is_unread", owner);
  if (!count) return std::unexpected(count.error());
  return count->value_or(0);
}

Status Happenings::mark_read(std::span<const HappeningId> ids) {
  return db_.transact([&]() -> Status {
    for (const HappeningId id : ids) {
      const Status status = db_.sql().run("UPDATE happening SET is_unread = 0 WHERE id = ?1", id);
      if (!status) return status;
    }
    return {};
  });
}

Status Happenings::mark_read_until(PersonId owner, std::optional<WatchId> watch, HappeningId last) {
  return db_.transact([&] {
    return watch ? db_.sql().run(
                       "UPDATE happening SET is_unread = 0 "
                       "WHERE owner = ?1 AND watch = ?2 AND is_unread AND id <= ?3",
                       owner, *watch, last)
                 : db_.sql().run(
                       "UPDATE happening SET is_unread = 0 "
                       "WHERE owner = ?1 AND is_unread AND id <= ?2",
                       owner, last);
  });
}

Status Happenings::acknowledge(HappeningId id, Time now) {
  return db_.transact([&]() -> Status {
    Status status = db_.sql().run(
        "UPDATE happening SET is_unread = 0, acknowledged = coalesce(acknowledged, ?2) "
        "WHERE id = ?1",
        id, stored(now));
    if (status && db_.sql().changes() == 0)
      return refusal(Errc::not_found, fmt::format("there is no happening {}", id));
    return status;
  });
}

}  // namespace freshet
