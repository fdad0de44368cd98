// Accounts, what they may do, and the audit of logins and rights.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/time.h"
#include "registry/ids.h"
#include "registry/password.h"

namespace freshet {

class RegistryDb;

// Each role may do what the ones before it may.
enum class Role : std::uint8_t {
  viewer = 1,  // reads
  editor = 2,  // has watches and channels
  admin = 3,   // people, settings, everything
};

struct Person {
  PersonId id = 0;
  std::string name = {};
  Role role = Role::viewer;
  bool is_disabled = false;  // cannot log in, and its tokens do not work
  bool has_password = false;
  Time created = {};
  std::optional<Time> last_login = {};

  bool operator==(const Person&) const = default;
};

enum class AuditKind : std::uint8_t {
  login = 1,
  failed_login = 2,
  logout = 3,
  person_added = 4,
  role_changed = 5,
  person_disabled = 6,
  person_enabled = 7,
  person_removed = 8,
  password_changed = 9,
  token_made = 10,
  token_revoked = 11,
  invited = 12,
  invitation_accepted = 13,
  invitation_revoked = 14,
  feed_made = 15,
  feed_revoked = 16,
};

// A line of the audit. People are named, not numbered, so that lines stay readable when they go.
struct AuditLine {
  std::int64_t id = 0;
  Time time = {};
  AuditKind kind = AuditKind::login;
  std::string actor = {};    // empty: the command line, or a server without accounts
  std::string address = {};  // of the client; empty: the command line
  std::string subject = {};  // the account that it is about
  std::string detail = {};   // the new role, the name of a token; never a secret

  bool operator==(const AuditLine&) const = default;
};

// The person who asks for a change of rights, and the time.
struct Actor {
  PersonId person = kLocalPerson;
  std::string address = {};
  Time now = {};
};

// The account that somebody wants to log in to. A name without account gives one too, which no
// password opens, and takes as long. matches() is slow and touches nothing: call it on a thread
// that may wait.
struct LoginCandidate {
  std::string name = {};                // as the client sent it
  std::optional<PersonId> person = {};  // none: there is no such account, or it is disabled
  PasswordHash hash = {};

  bool matches(std::string_view password) const {
    return matches_password(hash, password) && person.has_value();
  }
};

// Invariants: names differ by more than case; there is an administrator who is not disabled, once
// there was one. The first one takes over what was registered before.
class People {
 public:
  explicit People(RegistryDb& db, PasswordCost cost = {}) : db_(db), cost_(cost) {}

  Result<PersonId> add(const std::string& name, Role role,
                       const std::optional<PasswordHash>& password, const Actor& by);
  Status change_role(PersonId id, Role role, const Actor& by);
  // Ends the sessions of the account.
  Status set_disabled(PersonId id, bool is_disabled, const Actor& by);
  // Ends the sessions of the account, but for the one of this id, and the links to set its
  // password.
  Status set_password(PersonId id, const PasswordHash& password, const Actor& by,
                      std::string_view kept_session = {});
  // Removes the account with all that belongs to it: watches, channels, tokens, feeds.
  Status remove(PersonId id, const Actor& by);

  Result<std::optional<Person>> find(PersonId id);
  Result<std::optional<Person>> find_by_name(std::string_view name);
  Result<std::vector<Person>> list();  // by name, at most kRowsMax
  Result<std::int64_t> count();
  Result<bool> has_admin();  // who is not disabled

  Result<LoginCandidate> candidate(const std::string& name);
  Status note_login(const LoginCandidate& candidate, bool succeeded, const Actor& by);

  // Returns lines from the newest on, with smaller ids than `before` if that is given.
  Result<std::vector<AuditLine>> audit(std::optional<std::int64_t> before, std::size_t count);

 private:
  RegistryDb& db_;
  PasswordCost cost_;  // of accounts without password
};

std::string_view word(Role role);
std::optional<Role> role_from(std::string_view word);
std::string_view word(AuditKind kind);

}  // namespace freshet
