// The log of events. A row holds up to kEventsInRow of them as a JSON array, so that a commit adds
// one row rather than one for each page; rows are appended and never changed.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/json.h"
#include "catalog/sqlite_catalog_class.h"

namespace freshet {
namespace {

// The limit of events in a row. A whole row is read to find one event.
constexpr std::size_t kEventsInRow = 256;

std::string hex(const Sha1Digest& digest) {
  return fmt::format("{:02x}", fmt::join(digest.bytes, ""));
}

void write_event(JsonWriter& json, const PageEvent& event) {
  const auto digest = [&](const std::optional<Sha1Digest>& value) {
    if (value)
      json.value(hex(*value));
    else
      json.null();
  };
  json.begin_array();
  json.value(static_cast<int>(event.kind)).value(event.url);
  json.value(std::int64_t{event.time.time_since_epoch().count()}).value(int{event.change});
  digest(event.digest);
  if (event.before || event.digest_before) {
    if (event.before)
      json.value(std::int64_t{event.before->time_since_epoch().count()});
    else
      json.null();
    digest(event.digest_before);
  }
  json.end_array();
}

// The columns number, kind, url, time, change, digest, before, digest_before.
PageEvent read_event(const SqlRows& rows) {
  const auto digest = [&](int column) { return Sha1Digest::parse(rows.text(column)); };
  PageEvent event{.number = rows.integer(0),
                  .kind = static_cast<EventKind>(rows.integer(1)),
                  .url = std::string(rows.text(2)),
                  .time = Time(Duration(rows.integer(3))),
                  .change = static_cast<std::uint8_t>(rows.integer(4)),
                  .digest = digest(5),
                  .digest_before = digest(7)};
  if (!rows.is_null(6)) event.before = Time(Duration(rows.integer(6)));
  return event;
}

Result<std::int64_t> last_number(Sqlite& db) {
  const auto last =
      db.number("SELECT first + count - 1 FROM event_log ORDER BY first DESC LIMIT 1");
  if (!last) return std::unexpected(last.error());
  return last->value_or(0);
}

}  // namespace

Status append_events(Sqlite& db, std::span<const PageEvent* const> events) {
  if (events.empty()) return {};
  const auto last = last_number(db);
  if (!last) return std::unexpected(last.error());
  std::int64_t first = *last + 1;
  while (!events.empty()) {
    const auto row = events.first(std::min(events.size(), kEventsInRow));
    JsonWriter json;
    json.begin_array();
    for (const PageEvent* const event : row) write_event(json, *event);
    json.end_array();
    const Status status = db.run("INSERT INTO event_log(first, count, events) VALUES (?1, ?2, ?3)",
                                 first, row.size(), json.take());
    if (!status) return status;
    first += static_cast<std::int64_t>(row.size());
    events = events.subspan(row.size());
  }
  return {};
}

Result<std::vector<PageEvent>> SqliteCatalog::events(std::int64_t after, std::size_t count_max) {
  const std::int64_t from = std::max<std::int64_t>(after, 0);
  std::vector<PageEvent> found;
  SqlRows rows = db_->rows(
      "SELECT l.first + e.key, json_extract(e.value, '$[0]'), json_extract(e.value, '$[1]'), "
      "json_extract(e.value, '$[2]'), json_extract(e.value, '$[3]'), json_extract(e.value, "
      "'$[4]'), json_extract(e.value, '$[5]'), json_extract(e.value, '$[6]') "
      "FROM event_log l CROSS JOIN json_each(l.events) e "
      "WHERE l.first > ?2 AND l.first + e.key > ?1 ORDER BY l.first LIMIT ?3",
      from, from - static_cast<std::int64_t>(kEventsInRow),
      std::min<std::uint64_t>(count_max, std::numeric_limits<std::int64_t>::max()));
  while (rows.next()) {
    found.push_back(read_event(rows));
    const std::int64_t expected = from + static_cast<std::int64_t>(found.size());
    if (found.back().number != expected)
      return std::unexpected(
          Error{Errc::corrupt,
                fmt::format("catalog: event {} is missing from its log; \"freshet reindex\" makes "
                            "a new one",
                            expected)});
  }
  if (!rows.status()) return std::unexpected(rows.status().error());
  return found;
}

Result<std::int64_t> SqliteCatalog::last_event() { return last_number(*db_); }

Result<std::string> SqliteCatalog::incarnation() {
  SqlRows rows = db_->rows("SELECT value FROM trait WHERE name = 'incarnation'");
  if (rows.next()) return std::string(rows.text(0));
  if (!rows.status()) return std::unexpected(rows.status().error());
  return std::unexpected(Error{Errc::corrupt, "catalog: its incarnation is missing"});
}

}  // namespace freshet
