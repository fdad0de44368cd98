// Lists of deliveries.
#include <fmt/format.h>

#include <array>
#include <limits>

#include "registry/deliveries.h"
#include "registry/limits.h"
#include "registry/registry_db.h"

namespace freshet {
namespace {

constexpr std::size_t kDeliveryShapes = 16;  // each set of filters, of a list and of counts

// Parameters: 1 owner, 2 channel, 3 state, 4 before, 5 count.
std::string delivery_sql(std::size_t shape) {
  const bool has_owner = (shape & 1) != 0, has_channel = (shape & 2) != 0,
             has_state = (shape & 4) != 0, counts = (shape & 8) != 0;
  std::string where = "d.number < ?4";
  if (has_owner) where += " AND (SELECT c.owner FROM channel c WHERE c.id = d.channel) = ?1";
  if (has_channel) where += " AND d.channel = ?2";
  if (has_state) where += " AND d.state = ?3";
  where += " AND coalesce(?1, ?2, ?3, ?4, ?5) IS NOT NULL";
  if (counts)
    return fmt::format("SELECT d.state, count(*) FROM delivery d WHERE {} GROUP BY 1", where);
  return fmt::format(
      "SELECT d.id, d.number, d.channel, d.state, d.created, d.attempts, d.next_attempt, d.ended, "
      "d.last_error FROM delivery d WHERE {} ORDER BY d.number DESC LIMIT ?5",
      where);
}

// A statement is known by the address of its text.
const char* delivery_statement(const DeliveryFilter& filter, bool counts) {
  static const std::array<std::string, kDeliveryShapes> all = [] {
    std::array<std::string, kDeliveryShapes> made;
    for (std::size_t shape = 0; shape < kDeliveryShapes; ++shape) made[shape] = delivery_sql(shape);
    return made;
  }();
  const std::size_t shape = (filter.owner ? 1u : 0u) | (filter.channel ? 2u : 0u) |
                            (filter.state ? 4u : 0u) | (counts ? 8u : 0u);
  return all[shape].c_str();
}

SqlRows filtered_deliveries(RegistryDb& db, const DeliveryFilter& filter, bool counts,
                            std::int64_t before, std::int64_t count) {
  return db.sql().rows(
      delivery_statement(filter, counts), filter.owner.value_or(0), filter.channel.value_or(0),
      static_cast<int>(filter.state.value_or(DeliveryState::waiting)), before, count);
}

Delivery delivery_in(const SqlRows& rows) {
  return {.id = text_in(rows, 0),
          .number = rows.integer(1),
          .channel = rows.integer(2),
          .state = static_cast<DeliveryState>(rows.integer(3)),
          .created = time_from(rows.integer(4)),
          .attempts = rows.integer(5),
          .next_attempt = time_from(rows.integer(6)),
          .ended = time_in(rows, 7),
          .last_error = text_in(rows, 8)};
}

}  // namespace

std::string_view word(DeliveryState state) {
  switch (state) {
    case DeliveryState::waiting:
      return "waiting";
    case DeliveryState::sending:
      return "sending";
    case DeliveryState::sent:
      return "sent";
    case DeliveryState::failed:
      return "failed";
  }
  return {};
}

Status Deliveries::fill_happenings(std::vector<Delivery>& deliveries) {
  for (Delivery& delivery : deliveries) {
    SqlRows rows = db_.sql().rows(
        "SELECT happening FROM delivery_happening WHERE delivery = ?1 ORDER BY happening",
        delivery.number);
    while (rows.next()) delivery.happenings.push_back(rows.integer(0));
    if (!rows.status()) return rows.status();
  }
  return {};
}

Result<std::optional<Delivery>> Deliveries::find(const std::string& id) {
  std::vector<Delivery> found;
  {
    SqlRows rows = db_.sql().rows(
        "SELECT id, number, channel, state, created, attempts, next_attempt, ended, last_error "
        "FROM delivery WHERE id = ?1",
        id);
    if (rows.next()) found.push_back(delivery_in(rows));
    if (!rows.status()) return std::unexpected(rows.status().error());
  }
  const Status filled = fill_happenings(found);
  if (!filled) return std::unexpected(filled.error());
  if (found.empty()) return std::nullopt;
  return std::move(found.front());
}

Result<std::vector<Delivery>> Deliveries::list(const DeliveryFilter& filter,
                                               std::optional<std::int64_t> before,
                                               std::size_t count) {
  std::vector<Delivery> all;
  {
    SqlRows rows = filtered_deliveries(db_, filter, false,
                                       before.value_or(std::numeric_limits<std::int64_t>::max()),
                                       rows_at_most(count));
    while (rows.next()) all.push_back(delivery_in(rows));
    if (!rows.status()) return std::unexpected(rows.status().error());
  }
  const Status filled = fill_happenings(all);
  if (!filled) return std::unexpected(filled.error());
  return all;
}

Result<DeliveryCounts> Deliveries::count(const DeliveryFilter& filter) {
  DeliveryCounts counts;
  SqlRows rows =
      filtered_deliveries(db_, filter, true, std::numeric_limits<std::int64_t>::max(), 1);
  while (rows.next()) {
    switch (static_cast<DeliveryState>(rows.integer(0))) {
      case DeliveryState::waiting:
        counts.waiting = rows.integer(1);
        break;
      case DeliveryState::sending:
        counts.sending = rows.integer(1);
        break;
      case DeliveryState::sent:
        counts.sent = rows.integer(1);
        break;
      case DeliveryState::failed:
        counts.failed = rows.integer(1);
        break;
    }
  }
  if (!rows.status()) return std::unexpected(rows.status().error());
  return counts;
}

}  // namespace freshet
