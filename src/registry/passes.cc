#include "registry/passes.h"

#include <fmt/format.h>

#include "base/stored_time.h"
#include "base/utf8.h"
#include "registry/audit.h"
#include "registry/limits.h"
#include "registry/registry_db.h"
#include "registry/secret_token.h"

namespace freshet {
namespace {

constexpr std::size_t kAgentBytesKept = 200;
constexpr int kReads = 1;
constexpr int kWrites = 2;
constexpr int kAdministers = 4;

int bits_of(TokenScopes scopes) {
  return (scopes.reads ? kReads : 0) | (scopes.writes ? kWrites : 0) |
         (scopes.administers ? kAdministers : 0);
}

TokenScopes scopes_from(std::int64_t bits, Role role) {
  const TokenScopes allowed = scopes_of(role);
  return {.reads = (bits & kReads) != 0 && allowed.reads,
          .writes = (bits & kWrites) != 0 && allowed.writes,
          .administers = (bits & kAdministers) != 0 && allowed.administers};
}

bool is_alive(const LoginSession& session, Time now) {
  return is_recent(session.created, now, kSessionLife) &&
         is_recent(session.last_used, now, kSessionIdle);
}

// The columns s.id, s.person, p.name, p.role, s.created, s.last_used, s.address, s.agent.
LoginSession session_in(const SqlRows& rows) {
  return {.id = text_in(rows, 0),
          .person = rows.integer(1),
          .name = text_in(rows, 2),
          .role = static_cast<Role>(rows.integer(3)),
          .created = time_from(rows.integer(4)),
          .last_used = time_from(rows.integer(5)),
          .address = text_in(rows, 6),
          .agent = text_in(rows, 7)};
}

// The columns t.id, t.person, t.name, t.scopes, p.role, t.created, t.expires, t.last_used.
ApiToken token_in(const SqlRows& rows) {
  return {.id = text_in(rows, 0),
          .person = rows.integer(1),
          .name = text_in(rows, 2),
          .scopes = scopes_from(rows.integer(3), static_cast<Role>(rows.integer(4))),
          .created = time_from(rows.integer(5)),
          .expires = time_in(rows, 6),
          .last_used = time_in(rows, 7)};
}

}  // namespace

TokenScopes scopes_of(Role role) {
  return {.reads = true, .writes = role >= Role::editor, .administers = role >= Role::admin};
}

// --- sessions

Result<std::string> Passes::begin_session(PersonId person, std::string_view agent,
                                          const Actor& by) {
  const SecretToken token = SecretToken::make(TokenKind::session);
  std::string kept_agent = repair_utf8(agent.substr(0, kAgentBytesKept));
  const Status status = db_.transact([&]() -> Status {
    Status added = db_.sql().run(
        "INSERT INTO session(id, hash, person, created, last_used, address, agent) "
        "SELECT ?1, ?2, id, ?4, ?4, ?5, ?6 FROM person WHERE id = ?3 AND id <> 0 AND NOT "
        "is_disabled",
        token.id, SqlValue::blob(token.hash()), person, stored(by.now), by.address, kept_agent);
    if (added && db_.sql().changes() == 0)
      return refusal(Errc::denied, fmt::format("person {} cannot log in", person));
    if (!added) return added;
    return db_.sql().run(
        "DELETE FROM session WHERE person = ?1 AND id NOT IN (SELECT id FROM session "
        "WHERE person = ?1 ORDER BY id <> ?3, last_used DESC LIMIT ?2)",
        person, kSessionsOfPersonMax, token.id);
  });
  if (!status) return std::unexpected(status.error());
  return token.text();
}

Result<std::optional<LoginSession>> Passes::session(std::string_view text, Time now) {
  const auto token = SecretToken::parse(text);
  if (!token || token->kind != TokenKind::session) return std::nullopt;
  std::optional<LoginSession> found;
  {
    SqlRows rows = db_.sql().rows(
        "SELECT s.id, s.person, p.name, p.role, s.created, s.last_used, s.address, s.agent, s.hash "
        "FROM session s JOIN person p ON p.id = s.person WHERE s.id = ?1 AND NOT p.is_disabled",
        token->id);
    if (rows.next() && token->matches(rows.text(8))) found = session_in(rows);
    if (!rows.status()) return std::unexpected(rows.status().error());
  }
  if (!found || !is_alive(*found, now)) return std::nullopt;
  note_use(db_, "UPDATE session SET last_used = ?2 WHERE id = ?1", found->id, found->last_used,
           now);
  return found;
}

Status Passes::end_session(const std::string& id, const Actor& by) {
  return db_.transact([&]() -> Status {
    const auto person = db_.sql().number("SELECT person FROM session WHERE id = ?1", id);
    if (!person) return std::unexpected(person.error());
    if (!*person) return {};  // it has ended already
    const auto name = name_of(db_, **person);
    if (!name) return std::unexpected(name.error());
    const Status status = db_.sql().run("DELETE FROM session WHERE id = ?1", id);
    return status ? write_audit(db_, AuditKind::logout, by, *name) : status;
  });
}

Result<std::vector<LoginSession>> Passes::sessions_of(PersonId person, Time now) {
  std::vector<LoginSession> all;
  SqlRows rows = db_.sql().rows(
      "SELECT s.id, s.person, p.name, p.role, s.created, s.last_used, s.address, s.agent "
      "FROM session s JOIN person p ON p.id = s.person WHERE s.person = ?1 "
      "ORDER BY s.last_used DESC",
      person);
  while (rows.next()) {
    LoginSession session = session_in(rows);
    if (is_alive(session, now)) all.push_back(std::move(session));
  }
  if (!rows.status()) return std::unexpected(rows.status().error());
  return all;
}

// --- API tokens

Result<std::string> Passes::make_token(PersonId person, const std::string& name, TokenScopes scopes,
                                       std::optional<Time> expires, const Actor& by) {
  const SecretToken token = SecretToken::make(TokenKind::api);
  const Status status = db_.transact([&]() -> Status {
    const Status named = check_name("token", name);
    if (!named) return named;
    const auto role = db_.sql().number("SELECT role FROM person WHERE id = ?1 AND id <> 0", person);
    if (!role) return std::unexpected(role.error());
    if (!*role) return refusal(Errc::not_found, fmt::format("there is no person {}", person));
    if (scopes_from(bits_of(scopes), static_cast<Role>(**role)) != scopes)
      return refusal(Errc::denied, "a token cannot do more than its person");
    const auto count = db_.sql().number("SELECT count(*) FROM api_token WHERE person = ?1", person);
    if (!count) return std::unexpected(count.error());
    if (count->value_or(0) >= static_cast<std::int64_t>(kTokensOfPersonMax))
      return refusal(Errc::limit, fmt::format("a person has at most {} tokens: revoke one first",
                                              kTokensOfPersonMax));
    Status added = db_.sql().run(
        "INSERT INTO api_token(id, hash, person, name, scopes, created, expires) "
        "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        token.id, SqlValue::blob(token.hash()), person, name, bits_of(scopes), stored(by.now),
        stored(expires));
    if (!added) return added;
    const auto owner = name_of(db_, person);
    if (!owner) return std::unexpected(owner.error());
    return write_audit(db_, AuditKind::token_made, by, *owner, name);
  });
  if (!status) return std::unexpected(status.error());
  return token.text();
}

Result<std::optional<ApiToken>> Passes::token(std::string_view text, Time now) {
  const auto token = SecretToken::parse(text);
  if (!token || token->kind != TokenKind::api) return std::nullopt;
  std::optional<ApiToken> found;
  {
    SqlRows rows = db_.sql().rows(
        "SELECT t.id, t.person, t.name, t.scopes, p.role, t.created, t.expires, t.last_used, "
        "t.hash FROM api_token t JOIN person p ON p.id = t.person "
        "WHERE t.id = ?1 AND NOT p.is_disabled",
        token->id);
    if (rows.next() && token->matches(rows.text(8))) found = token_in(rows);
    if (!rows.status()) return std::unexpected(rows.status().error());
  }
  if (!found || (found->expires && *found->expires <= now)) return std::nullopt;
  note_use(db_, "UPDATE api_token SET last_used = ?2 WHERE id = ?1", found->id, found->last_used,
           now);
  return found;
}

Result<std::vector<ApiToken>> Passes::tokens_of(PersonId person) {
  std::vector<ApiToken> all;
  SqlRows rows = db_.sql().rows(
      "SELECT t.id, t.person, t.name, t.scopes, p.role, t.created, t.expires, t.last_used "
      "FROM api_token t JOIN person p ON p.id = t.person WHERE t.person = ?1 "
      "ORDER BY t.created, t.id",
      person);
  while (rows.next()) all.push_back(token_in(rows));
  if (!rows.status()) return std::unexpected(rows.status().error());
  return all;
}

Status Passes::revoke_token(const std::string& id, const Actor& by) {
  return db_.transact([&]() -> Status {
    std::string name, owner;
    {
      SqlRows rows = db_.sql().rows(
          "SELECT t.name, p.name FROM api_token t JOIN person p ON p.id = t.person WHERE t.id = ?1",
          id);
      if (!rows.next())
        return rows.status() ? refusal(Errc::not_found, "there is no such token") : rows.status();
      name = rows.text(0);
      owner = rows.text(1);
    }
    const Status status = db_.sql().run("DELETE FROM api_token WHERE id = ?1", id);
    return status ? write_audit(db_, AuditKind::token_revoked, by, owner, name) : status;
  });
}

Status Passes::forget_expired(Time now) {
  return db_.transact([&]() -> Status {
    Status status = db_.sql().run("DELETE FROM session WHERE created <= ?1 OR last_used <= ?2",
                                  stored(now - kSessionLife), stored(now - kSessionIdle));
    if (status)
      status = db_.sql().run("DELETE FROM invitation WHERE created <= ?1",
                             stored(now - kInvitationLife));
    if (status) status = db_.sql().run("DELETE FROM api_token WHERE expires <= ?1", stored(now));
    return status;
  });
}

}  // namespace freshet
