#include "registry/feeds.h"

#include <fmt/format.h>

#include "registry/audit.h"
#include "registry/limits.h"
#include "registry/registry_db.h"
#include "registry/secret_token.h"

namespace freshet {
namespace {

constexpr std::size_t kFeedsOfPersonMax = 1000;

// The columns id, secret, owner, watch, tag, created, last_used.
Feed feed_in(const SqlRows& rows) {
  const SecretToken token{
      .kind = TokenKind::feed, .id = text_in(rows, 0), .secret = text_in(rows, 1)};
  Feed feed{.id = token.id,
            .owner = rows.integer(2),
            .tag = text_in(rows, 4),
            .address = token.text(),
            .created = time_from(rows.integer(5)),
            .last_used = time_in(rows, 6)};
  if (!rows.is_null(3)) feed.watch = rows.integer(3);
  return feed;
}

std::string described(const Feed& feed) {
  if (feed.watch) return fmt::format("watch {}", *feed.watch);
  return feed.tag.empty() ? "all watches" : fmt::format("tag {}", feed.tag);
}

}  // namespace

Result<Feed> Feeds::add(const Feed& feed, const Actor& by) {
  const SecretToken token = SecretToken::make(TokenKind::feed);
  const Status status = db_.transact([&]() -> Status {
    const auto count = db_.sql().number("SELECT count(*) FROM feed WHERE owner = ?1", feed.owner);
    if (!count) return std::unexpected(count.error());
    if (count->value_or(0) >= static_cast<std::int64_t>(kFeedsOfPersonMax))
      return refusal(Errc::limit,
                     fmt::format("a person has at most {} feeds: revoke some", kFeedsOfPersonMax));
    if (feed.watch) {
      const auto owned = db_.sql().number("SELECT 1 FROM watch WHERE id = ?1 AND owner = ?2",
                                          *feed.watch, feed.owner);
      if (!owned) return std::unexpected(owned.error());
      if (!*owned)
        return refusal(Errc::not_found, fmt::format("there is no watch {}", *feed.watch));
    }
    const Status added = db_.sql().run(
        "INSERT INTO feed(id, secret, owner, watch, tag, created) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        token.id, token.secret, feed.owner,
        feed.watch ? SqlValue(*feed.watch) : SqlValue(std::nullopt), feed.tag, stored(by.now));
    if (!added) return added;
    const auto owner = name_of(db_, feed.owner);
    if (!owner) return std::unexpected(owner.error());
    return write_audit(db_, AuditKind::feed_made, by, *owner, described(feed));
  });
  if (!status) return std::unexpected(status.error());
  Feed made = feed;
  made.id = token.id;
  made.address = token.text();
  made.created = by.now;
  return made;
}

Status Feeds::revoke(const std::string& id, const Actor& by) {
  return db_.transact([&]() -> Status {
    Feed feed;
    {
      SqlRows rows = db_.sql().rows(
          "SELECT id, secret, owner, watch, tag, created, last_used FROM feed WHERE id = ?1", id);
      if (!rows.next())
        return rows.status() ? refusal(Errc::not_found, "there is no such feed") : rows.status();
      feed = feed_in(rows);
    }
    const Status status = db_.sql().run("DELETE FROM feed WHERE id = ?1", id);
    if (!status) return status;
    const auto owner = name_of(db_, feed.owner);
    if (!owner) return std::unexpected(owner.error());
    return write_audit(db_, AuditKind::feed_revoked, by, *owner, described(feed));
  });
}

Result<std::vector<Feed>> Feeds::list(PersonId owner) {
  std::vector<Feed> all;
  SqlRows rows = db_.sql().rows(
      "SELECT id, secret, owner, watch, tag, created, last_used FROM feed WHERE owner = ?1 "
      "ORDER BY created, id",
      owner);
  while (rows.next()) all.push_back(feed_in(rows));
  if (!rows.status()) return std::unexpected(rows.status().error());
  return all;
}

Result<std::optional<Feed>> Feeds::find(std::string_view address, Time now) {
  const auto token = SecretToken::parse(address);
  if (!token || token->kind != TokenKind::feed) return std::nullopt;
  std::optional<Feed> found;
  {
    SqlRows rows = db_.sql().rows(
        "SELECT f.id, f.secret, f.owner, f.watch, f.tag, f.created, f.last_used FROM feed f "
        "JOIN person p ON p.id = f.owner WHERE f.id = ?1 AND NOT p.is_disabled",
        token->id);
    if (rows.next() && equal_in_constant_time(token->secret, rows.text(1))) found = feed_in(rows);
    if (!rows.status()) return std::unexpected(rows.status().error());
  }
  if (found)
    note_use(db_, "UPDATE feed SET last_used = ?2 WHERE id = ?1", found->id, found->last_used, now);
  return found;
}

}  // namespace freshet
