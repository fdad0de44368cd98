// Passes let a client in without a password: sessions, API tokens, invitations. Each is a
// SecretToken, whose text is returned once, when it is made.
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
#include "registry/people.h"

namespace freshet {

inline constexpr Duration kSessionLife = std::chrono::days(30);
inline constexpr Duration kSessionIdle = std::chrono::days(7);  // without a request
inline constexpr Duration kInvitationLife = std::chrono::days(7);
inline constexpr std::size_t kSessionsOfPersonMax = 50;  // the one used longest ago ends
inline constexpr std::size_t kTokensOfPersonMax = 100;
// The time of the last use is written at most so often.
inline constexpr Duration kUseWritten = std::chrono::minutes(5);

// The person behind a request, as of now: a person who was disabled has none.
struct LoginSession {
  std::string id = {};
  PersonId person = 0;
  std::string name = {};
  Role role = Role::viewer;
  Time created = {};
  Time last_used = {};
  std::string address = {};  // of the login
  std::string agent = {};    // the User-Agent of the login

  bool operator==(const LoginSession&) const = default;
};

// The parts of the API that a token may use. It never may do more than its person.
struct TokenScopes {
  bool reads = false;
  bool writes = false;
  bool administers = false;

  bool operator==(const TokenScopes&) const = default;
};

// Returns the scopes that a person of this role can give.
TokenScopes scopes_of(Role role);

struct ApiToken {
  std::string id = {};
  PersonId person = 0;
  std::string name = {};
  TokenScopes scopes = {};  // less what its person may no longer do
  Time created = {};
  std::optional<Time> expires = {};
  std::optional<Time> last_used = {};

  bool operator==(const ApiToken&) const = default;
};

// A link that makes an account, or sets the password of one. It works once.
struct Invitation {
  std::string id = {};
  Role role = Role::viewer;
  std::optional<PersonId> person = {};  // whose password is set; none: a new account
  Time created = {};

  bool operator==(const Invitation&) const = default;
};

class Passes {
 public:
  explicit Passes(RegistryDb& db) : db_(db) {}

  // Sessions. The text goes into a cookie.
  Result<std::string> begin_session(PersonId person, std::string_view agent, const Actor& by);
  // Returns the session of this text if it may be used now, and notes its use if that can be
  // written.
  Result<std::optional<LoginSession>> session(std::string_view text, Time now);
  Status end_session(const std::string& id, const Actor& by);
  Result<std::vector<LoginSession>> sessions_of(PersonId person, Time now);

  // API tokens.
  Result<std::string> make_token(PersonId person, const std::string& name, TokenScopes scopes,
                                 std::optional<Time> expires, const Actor& by);
  // The same of a token.
  Result<std::optional<ApiToken>> token(std::string_view text, Time now);
  Result<std::vector<ApiToken>> tokens_of(PersonId person);
  Status revoke_token(const std::string& id, const Actor& by);

  // Invitations.
  Result<std::string> invite(Role role, const Actor& by);
  Result<std::string> invite_to_set_password(PersonId person, const Actor& by);
  // Returns the link of the first administrator and makes earlier ones of this kind useless; none
  // if there is an administrator.
  Result<std::optional<std::string>> invite_first_admin(Time now);
  Result<std::optional<Invitation>> invitation(std::string_view text, Time now);
  Result<std::vector<Invitation>> invitations(Time now);
  Status revoke_invitation(const std::string& id, const Actor& by);
  // Makes the account, or sets the password of the one that was invited (then `name` is not read).
  // Fails with Errc::denied if the link was used or is too old.
  Result<PersonId> accept(std::string_view text, const std::string& name,
                          const PasswordHash& password, const Actor& by);

  // Deletes rows of what has expired.
  Status forget_expired(Time now);

 private:
  Result<std::string> write_invitation(Role role, std::optional<PersonId> person, const Actor& by);

  RegistryDb& db_;
};

}  // namespace freshet
