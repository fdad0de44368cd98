// Invitations: links that make an account, or set the password of one. They work once.
#include <fmt/format.h>

#include "base/stored_time.h"
#include "registry/audit.h"
#include "registry/limits.h"
#include "registry/passes.h"
#include "registry/registry_db.h"
#include "registry/secret_token.h"

namespace freshet {
namespace {

constexpr std::size_t kInvitationsMax = 1000;  // that nobody accepted yet

Invitation invitation_in(const SqlRows& rows) {
  Invitation made{.id = text_in(rows, 0),
                  .role = static_cast<Role>(rows.integer(1)),
                  .created = time_from(rows.integer(3))};
  if (!rows.is_null(2)) made.person = rows.integer(2);
  return made;
}

}  // namespace

Result<std::string> Passes::write_invitation(Role role, std::optional<PersonId> person,
                                             const Actor& by) {
  const SecretToken token = SecretToken::make(TokenKind::invitation);
  const Status status = db_.transact([&]() -> Status {
    const auto count = db_.sql().number("SELECT count(*) FROM invitation");
    if (!count) return std::unexpected(count.error());
    if (count->value_or(0) >= static_cast<std::int64_t>(kInvitationsMax))
      return refusal(Errc::limit,
                     fmt::format("{} invitations are open: revoke some first", kInvitationsMax));
    const Status added = db_.sql().run(
        "INSERT INTO invitation(id, hash, role, person, created) VALUES (?1, ?2, ?3, ?4, ?5)",
        token.id, SqlValue::blob(token.hash()), static_cast<int>(role),
        person ? SqlValue(*person) : SqlValue(std::nullopt), stored(by.now));
    if (!added) return added;
    const auto name = person ? name_of(db_, *person) : Result<std::string>(std::string());
    if (!name) return std::unexpected(name.error());
    return write_audit(db_, AuditKind::invited, by, *name, word(role));
  });
  if (!status) return std::unexpected(status.error());
  return token.text();
}

Result<std::string> Passes::invite(Role role, const Actor& by) {
  return write_invitation(role, std::nullopt, by);
}

Result<std::string> Passes::invite_to_set_password(PersonId person, const Actor& by) {
  const auto found = People(db_).find(person);
  if (!found) return std::unexpected(found.error());
  if (!*found) return refusal(Errc::not_found, fmt::format("there is no person {}", person));
  return write_invitation((*found)->role, person, by);
}

Result<std::optional<std::string>> Passes::invite_first_admin(Time now) {
  std::optional<std::string> link;
  const Status status = db_.transact([&]() -> Status {
    const auto has_admin = People(db_).has_admin();
    if (!has_admin) return std::unexpected(has_admin.error());
    if (*has_admin) return {};
    const Status cleared = db_.sql().run(
        "DELETE FROM invitation WHERE role = ?1 AND person IS NULL", static_cast<int>(Role::admin));
    if (!cleared) return cleared;
    auto made = write_invitation(Role::admin, std::nullopt, {.now = now});
    if (!made) return std::unexpected(made.error());
    link = *std::move(made);
    return {};
  });
  if (!status) return std::unexpected(status.error());
  return link;
}

Result<std::optional<Invitation>> Passes::invitation(std::string_view text, Time now) {
  const auto token = SecretToken::parse(text);
  if (!token || token->kind != TokenKind::invitation) return std::nullopt;
  SqlRows rows = db_.sql().rows(
      "SELECT id, role, person, created, hash FROM invitation WHERE id = ?1", token->id);
  if (rows.next() && token->matches(rows.text(4))) {
    Invitation found = invitation_in(rows);
    if (is_recent(found.created, now, kInvitationLife)) return found;
  }
  if (!rows.status()) return std::unexpected(rows.status().error());
  return std::nullopt;
}

Result<std::vector<Invitation>> Passes::invitations(Time now) {
  std::vector<Invitation> all;
  SqlRows rows =
      db_.sql().rows("SELECT id, role, person, created FROM invitation ORDER BY created, id");
  while (rows.next()) {
    Invitation found = invitation_in(rows);
    if (is_recent(found.created, now, kInvitationLife)) all.push_back(std::move(found));
  }
  if (!rows.status()) return std::unexpected(rows.status().error());
  return all;
}

Status Passes::revoke_invitation(const std::string& id, const Actor& by) {
  return db_.transact([&]() -> Status {
    const Status status = db_.sql().run("DELETE FROM invitation WHERE id = ?1", id);
    if (status && db_.sql().changes() == 0)
      return refusal(Errc::not_found, "there is no such invitation");
    return status ? write_audit(db_, AuditKind::invitation_revoked, by, {}) : status;
  });
}

Result<PersonId> Passes::accept(std::string_view text, const std::string& name,
                                const PasswordHash& password, const Actor& by) {
  PersonId person = 0;
  const Status status = db_.transact([&]() -> Status {
    const auto found = invitation(text, by.now);
    if (!found) return std::unexpected(found.error());
    if (!*found)
      return refusal(Errc::denied, "this invitation was used or is too old: ask for another one");
    const Invitation& link = **found;
    Status done = db_.sql().run("DELETE FROM invitation WHERE id = ?1", link.id);
    if (!done) return done;
    People people(db_);
    if (link.person) {
      person = *link.person;
      done = people.set_password(person, password, by);
    } else {
      const auto added = people.add(name, link.role, password, by);
      if (!added) return std::unexpected(added.error());
      person = *added;
    }
    if (!done) return done;
    const auto called = name_of(db_, person);
    if (!called) return std::unexpected(called.error());
    return write_audit(db_, AuditKind::invitation_accepted, by, *called, word(link.role));
  });
  if (!status) return std::unexpected(status.error());
  return person;
}

}  // namespace freshet
