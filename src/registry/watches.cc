#include "registry/watches.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/utf8.h"
#include "registry/limits.h"
#include "registry/registry_db.h"
#include "registry/watch_secrets.h"
#include "watch/watch_json.h"

namespace freshet {
namespace {

std::unexpected<Error> no_watch(WatchId id) {
  return refusal(Errc::not_found, fmt::format("there is no watch {}", id));
}

// Returns the text that filters look in. The tags come first, so that they are never cut off.
std::string search_text(const WatchSpec& spec) {
  std::string text = repair_utf8(
      fmt::format("{}\n{}\n{}\n{}", fmt::join(spec.tags, "\n"), spec.name, spec.url, spec.note));
  cut_utf8(text, kSearchBytesKept);
  return text + "\n\n";  // so that each of its characters begins a term of the index
}

Result<std::optional<WatchSecrets>> stored_secrets(RegistryDb& db, WatchId id) {
  SqlRows rows = db.sql().rows("SELECT origin, secrets FROM watch_secret WHERE watch = ?1", id);
  if (rows.next()) return secrets_from_json(rows.text(0), rows.text(1));
  if (!rows.status()) return std::unexpected(rows.status().error());
  return std::nullopt;
}

Status write_secrets(RegistryDb& db, WatchId id, const WatchSecrets& secrets) {
  if (secrets.empty()) return db.sql().run("DELETE FROM watch_secret WHERE watch = ?1", id);
  const std::string json = secrets_to_json(secrets);
  const Status fits = check_length("secrets of the watch", json, kSecretsBytesMax);
  if (!fits) return fits;
  return db.sql().run("REPLACE INTO watch_secret(watch, origin, secrets) VALUES (?1, ?2, ?3)", id,
                      secrets.origin, json);
}

Status write_tags(RegistryDb& db, WatchId id, const std::vector<std::string>& tags) {
  Status status = db.sql().run("DELETE FROM watch_tag WHERE watch = ?1", id);
  if (status && tags.size() > kTagsMax)
    return refusal(Errc::limit, fmt::format("a watch has at most {} tags", kTagsMax));
  for (const std::string& tag : std::set<std::string>(tags.begin(), tags.end())) {
    if (status) status = check_name("tag", tag);
    if (status) status = db.sql().run("INSERT INTO watch_tag(tag, watch) VALUES (?1, ?2)", tag, id);
  }
  return status;
}

}  // namespace

std::string_view word(WatchCondition condition) {
  switch (condition) {
    case WatchCondition::waiting:
      return "waiting";
    case WatchCondition::working:
      return "working";
    case WatchCondition::failing:
      return "failing";
    case WatchCondition::lost:
      return "lost";
  }
  return {};
}

// Writes all that follows from a specification. The row of the watch is there.
Status Watches::write(WatchId id, const WatchSpec& given, PersonId owner, Time now) {
  const auto before = stored_secrets(db_, id);
  if (!before) return std::unexpected(before.error());
  WatchSpec spec = given;
  const WatchSecrets secrets = take_secrets(spec, *before);
  const std::string json = to_json(spec);
  Status status = check_length("specification of the watch", json, kSpecBytesMax);
  if (status)
    status = db_.sql().run(
        "UPDATE watch SET url = ?2, scope = ?3, request = ?4, importance = ?5, is_paused = ?6, "
        "edited = ?7, spec = ?8 WHERE id = ?1",
        id, spec.url, static_cast<int>(spec.scope), request_name(spec.request, secrets, owner),
        static_cast<int>(spec.importance), int{spec.is_paused}, stored(now), json);
  if (status) status = write_secrets(db_, id, secrets);
  if (status) status = write_tags(db_, id, spec.tags);
  if (status) status = db_.sql().run("DELETE FROM watch_text WHERE rowid = ?1", id);
  if (status)
    status =
        db_.sql().run("INSERT INTO watch_text(rowid, text) VALUES (?1, ?2)", id, search_text(spec));
  return status;
}

Result<WatchId> Watches::add(PersonId owner, const WatchSpec& spec, Time now) {
  WatchId id = 0;
  const Status status = db_.transact([&]() -> Status {
    const Status added = db_.sql().run(
        "INSERT INTO watch(owner, url, scope, request, importance, is_paused, condition, created, "
        "edited, spec) VALUES (?1, '', 0, '', 0, 0, 1, ?2, ?2, '')",
        owner, stored(now));
    if (!added) return added;
    const auto made = last_row(db_.sql());
    if (!made) return std::unexpected(made.error());
    id = *made;
    return write(id, spec, owner, now);
  });
  if (!status) return std::unexpected(status.error());
  return id;
}

Status Watches::change(WatchId id, const WatchSpec& spec, Time now) {
  return db_.transact([&]() -> Status {
    const auto owner = db_.sql().number("SELECT owner FROM watch WHERE id = ?1", id);
    if (!owner) return std::unexpected(owner.error());
    return *owner ? write(id, spec, **owner, now) : no_watch(id);
  });
}

Status Watches::remove(WatchId id) {
  return db_.transact([&]() -> Status {
    Status status = db_.sql().run("DELETE FROM watch WHERE id = ?1", id);
    if (status && db_.sql().changes() == 0) return no_watch(id);
    if (status) status = db_.sql().run("DELETE FROM watch_text WHERE rowid = ?1", id);
    // Those that are over keep their place in the list.
    if (status)
      status = db_.sql().run(
          "DELETE FROM delivery WHERE state = 1 AND NOT EXISTS "
          "(SELECT 1 FROM delivery_happening h WHERE h.delivery = delivery.number)");
    return status;
  });
}

Result<std::optional<WatchSpec>> Watches::spec_for_request(WatchId id) {
  auto found = find(id);
  if (!found) return std::unexpected(found.error());
  if (!*found) return std::nullopt;
  WatchSpec spec = std::move((*found)->spec);
  const auto secrets = stored_secrets(db_, id);
  if (!secrets) return std::unexpected(secrets.error());
  if (*secrets) give_secrets(spec, **secrets);
  return spec;
}

Result<std::vector<WatchMark>> Watches::marks() {
  std::vector<WatchMark> all;
  SqlRows rows = db_.sql().rows("SELECT id, edited FROM watch ORDER BY id");
  while (rows.next()) all.push_back({rows.integer(0), time_from(rows.integer(1))});
  if (!rows.status()) return std::unexpected(rows.status().error());
  return all;
}

Status Watches::each_page(const std::function<bool(const WatchedPage&)>& visit) {
  SqlRows rows = db_.sql().rows(
      "SELECT url, scope, request, max(importance), count(*) FROM watch WHERE NOT is_paused "
      "GROUP BY url, scope, request ORDER BY url, scope, request");
  while (rows.next())
    if (!visit({.url = text_in(rows, 0),
                .scope = static_cast<WatchScope>(rows.integer(1)),
                .request = text_in(rows, 2),
                .importance = static_cast<Importance>(rows.integer(3)),
                .watches = rows.integer(4)}))
      return {};
  return rows.status();
}

Result<std::vector<WatchId>> Watches::watching(const WatchedPage& page) {
  std::vector<WatchId> all;
  SqlRows rows = db_.sql().rows(
      "SELECT id FROM watch WHERE url = ?1 AND scope = ?2 AND request = ?3 AND NOT is_paused "
      "ORDER BY id",
      page.url, static_cast<int>(page.scope), page.request);
  while (rows.next()) all.push_back(rows.integer(0));
  if (!rows.status()) return std::unexpected(rows.status().error());
  return all;
}

Result<std::optional<std::string>> Watches::state(WatchId id) {
  SqlRows rows = db_.sql().rows("SELECT state FROM watch_state WHERE watch = ?1", id);
  if (rows.next()) return text_in(rows, 0);
  if (!rows.status()) return std::unexpected(rows.status().error());
  return std::nullopt;
}

Status Watches::save(const WatchProgress& progress) {
  return db_.transact([&]() -> Status {
    Status status = db_.sql().run(
        "UPDATE watch SET condition = ?2, checked = coalesce(?3, checked) WHERE id = ?1",
        progress.watch, static_cast<int>(progress.condition), stored(progress.checked));
    if (!status || db_.sql().changes() == 0) return status;
    if (progress.state) {
      status = check_length("state of the watch", *progress.state, kStateBytesMax);
      if (status)
        status = db_.sql().run("REPLACE INTO watch_state(watch, state) VALUES (?1, ?2)",
                               progress.watch, *progress.state);
    }
    if (!status || !progress.number || !progress.checked) return status;
    status = db_.sql().run("REPLACE INTO watch_number(watch, time, value) VALUES (?1, ?2, ?3)",
                           progress.watch, stored(*progress.checked), *progress.number);
    if (!status) return status;
    return db_.sql().run(
        "DELETE FROM watch_number WHERE watch = ?1 AND time <= (SELECT time FROM watch_number "
        "WHERE watch = ?1 ORDER BY time DESC LIMIT 1 OFFSET ?2)",
        progress.watch, kNumbersOfWatchMax);
  });
}

Result<std::vector<NumberAt>> Watches::numbers(WatchId id, std::optional<Time> until,
                                               std::size_t count) {
  std::vector<NumberAt> all;
  SqlRows rows = db_.sql().rows(
      "SELECT time, value FROM watch_number WHERE watch = ?1 AND time <= ?2 "
      "ORDER BY time DESC LIMIT ?3",
      id, stored(until.value_or(kTimeMax)), std::min(count, kNumbersOfWatchMax));
  while (rows.next()) all.push_back({time_from(rows.integer(0)), rows.real(1)});
  if (!rows.status()) return std::unexpected(rows.status().error());
  std::ranges::reverse(all);
  return all;
}

}  // namespace freshet
