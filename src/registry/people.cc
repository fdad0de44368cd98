#include "registry/people.h"

#include <fmt/format.h>

#include "base/escape.h"
#include "registry/audit.h"
#include "registry/limits.h"
#include "registry/registry_db.h"

namespace freshet {
namespace {

Person person_in(const SqlRows& rows) {
  return {.id = rows.integer(0),
          .name = text_in(rows, 1),
          .role = static_cast<Role>(rows.integer(2)),
          .is_disabled = rows.integer(3) != 0,
          .has_password = rows.integer(4) != 0,
          .created = time_from(rows.integer(5)),
          .last_login = time_in(rows, 6)};
}

Result<std::optional<Person>> first_person(SqlRows rows) {
  if (rows.next()) return person_in(rows);
  if (!rows.status()) return std::unexpected(rows.status().error());
  return std::nullopt;
}

std::unexpected<Error> no_person(PersonId id) {
  return refusal(Errc::not_found, fmt::format("there is no person {}", id));
}

// Returns how many may manage people.
Result<std::int64_t> count_admins(RegistryDb& db) {
  const auto count =
      db.sql().number("SELECT count(*) FROM person WHERE id <> 0 AND role = ?1 AND NOT is_disabled",
                      static_cast<int>(Role::admin));
  if (!count) return std::unexpected(count.error());
  return count->value_or(0);
}

// Gives the first administrator what was registered while there was none. Channels and tags of a
// name that this person has already stay where they are.
Status hand_over(RegistryDb& db, PersonId first, Time now) {
  // Those who keep watches in memory read again what was edited.
  Status status =
      db.sql().run("UPDATE watch SET owner = ?1, edited = ?2 WHERE owner = 0", first, stored(now));
  for (const char* const sql : {"UPDATE OR IGNORE channel SET owner = ?1 WHERE owner = 0",
                                "UPDATE OR IGNORE tag SET owner = ?1 WHERE owner = 0",
                                "UPDATE feed SET owner = ?1 WHERE owner = 0",
                                "UPDATE happening SET owner = ?1 WHERE owner = 0"})
    if (status) status = db.sql().run(sql, first);
  return status;
}

Status end_sessions(RegistryDb& db, PersonId id, std::string_view kept_session) {
  return db.sql().run("DELETE FROM session WHERE person = ?1 AND id <> ?2", id, kept_session);
}

// Runs a change of accounts, of which at most `id` becomes an administrator: the first one takes
// over what belongs to nobody, the last one stays.
template <class Change>
Status keep_admin(RegistryDb& db, const PersonId& id, Time now, Change change) {
  const auto before = count_admins(db);
  if (!before) return std::unexpected(before.error());
  const Status status = change();
  if (!status) return status;
  const auto after = count_admins(db);
  if (!after) return std::unexpected(after.error());
  if (*before > 0 && *after == 0)
    return refusal(Errc::denied, "this is the last administrator: make another one first");
  return *before == 0 && *after > 0 ? hand_over(db, id, now) : status;
}

// Runs a change of one account and writes it to the audit.
template <class Change>
Status change_person(RegistryDb& db, PersonId id, AuditKind kind, const Actor& by,
                     std::string_view detail, Change change) {
  return db.transact([&]() -> Status {
    const auto name = name_of(db, id);
    if (!name) return std::unexpected(name.error());
    if (id == kLocalPerson || name->empty()) return no_person(id);
    Status status = keep_admin(db, id, by.now, change);
    if (status) status = write_audit(db, kind, by, *name, detail);
    return status;
  });
}

// Returns Errc::invalid for a name that looks like another one because of what cannot be seen.
Status check_person_name(const std::string& name) {
  const Status named = check_name("person", name);
  if (!named) return named;
  if (visible(name) == name) return {};
  return refusal(Errc::invalid, fmt::format("person \"{}\": it has a character that cannot be seen",
                                            visible(name)));
}

}  // namespace

std::string_view word(Role role) {
  switch (role) {
    case Role::viewer:
      return "viewer";
    case Role::editor:
      return "editor";
    case Role::admin:
      return "admin";
  }
  return {};
}

std::optional<Role> role_from(std::string_view text) {
  for (const Role role : {Role::viewer, Role::editor, Role::admin})
    if (word(role) == text) return role;
  return std::nullopt;
}

Result<PersonId> People::add(const std::string& name, Role role,
                             const std::optional<PasswordHash>& password, const Actor& by) {
  PersonId id = 0;
  const Status status = db_.transact([&]() -> Status {
    const Status named = check_person_name(name);
    if (!named) return named;
    const auto taken = find_by_name(name);
    if (!taken) return std::unexpected(taken.error());
    if (*taken)
      return refusal(Errc::invalid,
                     fmt::format("person \"{}\": there is one of this name", visible(name)));
    const Status added = keep_admin(db_, id, by.now, [&]() -> Status {
      const Status inserted = db_.sql().run(
          "INSERT INTO person(name, role, is_disabled, password, created) "
          "VALUES (?1, ?2, 0, ?3, ?4)",
          name, static_cast<int>(role), password ? password->text : std::string(), stored(by.now));
      if (!inserted) return inserted;
      const auto made = last_row(db_.sql());
      if (!made) return std::unexpected(made.error());
      id = *made;
      return {};
    });
    return added ? write_audit(db_, AuditKind::person_added, by, name, word(role)) : added;
  });
  if (!status) return std::unexpected(status.error());
  return id;
}

Status People::change_role(PersonId id, Role role, const Actor& by) {
  return change_person(db_, id, AuditKind::role_changed, by, word(role), [&] {
    return db_.sql().run("UPDATE person SET role = ?2 WHERE id = ?1", id, static_cast<int>(role));
  });
}

Status People::set_disabled(PersonId id, bool is_disabled, const Actor& by) {
  const AuditKind kind = is_disabled ? AuditKind::person_disabled : AuditKind::person_enabled;
  return change_person(db_, id, kind, by, {}, [&]() -> Status {
    const Status status =
        db_.sql().run("UPDATE person SET is_disabled = ?2 WHERE id = ?1", id, int{is_disabled});
    return status && is_disabled ? end_sessions(db_, id, {}) : status;
  });
}

Status People::set_password(PersonId id, const PasswordHash& password, const Actor& by,
                            std::string_view kept_session) {
  return change_person(db_, id, AuditKind::password_changed, by, {}, [&]() -> Status {
    Status status =
        db_.sql().run("UPDATE person SET password = ?2 WHERE id = ?1", id, password.text);
    if (status) status = db_.sql().run("DELETE FROM invitation WHERE person = ?1", id);
    return status ? end_sessions(db_, id, kept_session) : status;
  });
}

Status People::remove(PersonId id, const Actor& by) {
  return change_person(db_, id, AuditKind::person_removed, by, {}, [&]() -> Status {
    // The text index of the watches is not reached by foreign keys.
    const Status status = db_.sql().run(
        "DELETE FROM watch_text WHERE rowid IN (SELECT id FROM watch WHERE owner = ?1)", id);
    return status ? db_.sql().run("DELETE FROM person WHERE id = ?1", id) : status;
  });
}

Result<std::optional<Person>> People::find(PersonId id) {
  return first_person(
      db_.sql().rows("SELECT id, name, role, is_disabled, password <> '', created, last_login "
                     "FROM person WHERE id = ?1 AND id <> 0",
                     id));
}

Result<std::optional<Person>> People::find_by_name(std::string_view name) {
  return first_person(
      db_.sql().rows("SELECT id, name, role, is_disabled, password <> '', created, last_login "
                     "FROM person WHERE name = ?1 AND id <> 0",
                     name));
}

Result<std::vector<Person>> People::list() {
  std::vector<Person> all;
  SqlRows rows = db_.sql().rows(
      "SELECT id, name, role, is_disabled, password <> '', created, last_login "
      "FROM person WHERE id <> 0 ORDER BY name LIMIT ?1",
      kRowsMax);
  while (rows.next()) all.push_back(person_in(rows));
  if (!rows.status()) return std::unexpected(rows.status().error());
  return all;
}

Result<std::int64_t> People::count() {
  const auto number = db_.sql().number("SELECT count(*) FROM person WHERE id <> 0");
  if (!number) return std::unexpected(number.error());
  return number->value_or(0);
}

Result<bool> People::has_admin() {
  const auto number = count_admins(db_);
  if (!number) return std::unexpected(number.error());
  return *number > 0;
}

Result<LoginCandidate> People::candidate(const std::string& name) {
  LoginCandidate made{.name = name, .hash = hash_of_nobody(cost_)};
  SqlRows rows = db_.sql().rows(
      "SELECT id, password FROM person WHERE name = ?1 AND id <> 0 AND NOT is_disabled "
      "AND password <> ''",
      name);
  if (rows.next()) {
    made.person = rows.integer(0);
    made.hash.text = rows.text(1);
  }
  if (!rows.status()) return std::unexpected(rows.status().error());
  return made;
}

Status People::note_login(const LoginCandidate& candidate, bool succeeded, const Actor& by) {
  return db_.transact([&]() -> Status {
    if (!succeeded) return write_audit(db_, AuditKind::failed_login, by, candidate.name);
    const Status status = db_.sql().run("UPDATE person SET last_login = ?2 WHERE id = ?1",
                                        candidate.person.value_or(kLocalPerson), stored(by.now));
    return status ? write_audit(db_, AuditKind::login, by, candidate.name) : status;
  });
}

}  // namespace freshet
