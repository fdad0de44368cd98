// Use cases of people: accounts, invitations, API tokens, sessions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "registrar/listed.h"
#include "registrar/member.h"
#include "registrar/refusal.h"
#include "registry/registry.h"

namespace freshet {

std::string to_json(const Person& person);
Result<Listed<Person>> list_people(Registry& registry);

// The change of an account; members that are not given stay.
struct PersonEdit {
  std::optional<Role> role = {};
  std::optional<bool> is_disabled = {};
};
// An administrator cannot lock itself out.
Result<Person> edit_person(Registry& registry, const Member& who, PersonId id,
                           const PersonEdit& edit);
Status remove_person(Registry& registry, const Member& who, PersonId id);

// A link that makes an account, or lets a person choose a new password. Shown once.
struct InvitationLink {
  Role role = Role::viewer;
  std::string person = {};  // a name; empty: a new account
  std::string path = {};    // "/invitation/fri_..."
};
std::string to_json(const InvitationLink& link);
inline constexpr std::string_view kInvitationPath = "/invitation/";

Result<InvitationLink> invite(Registry& registry, const Member& who, Role role);
Result<InvitationLink> invite_person(Registry& registry, const Member& who, PersonId id);

std::string to_json(const Invitation& invitation);
Result<Listed<Invitation>> list_invitations(Registry& registry, Time now);

// An API token, as its owner sees it. The text is there once, when it is made.
struct TokenView {
  ApiToken token;
  std::string text = {};
};
std::string to_json(const TokenView& token);

struct TokenWish {
  std::string name = {};
  TokenScopes scopes = {};
  std::optional<Time> expires = {};
};
Result<TokenView> make_token(Registry& registry, const Member& who, const TokenWish& wish);
Result<Listed<TokenView>> list_tokens(Registry& registry, const Member& who);
Status revoke_token(Registry& registry, const Member& who, const std::string& id);

std::string to_json(const AuditLine& line);
Result<Listed<AuditLine>> list_audit(Registry& registry, const ListPart& part);

// Returns the names of scopes: "read", "write", "admin".
std::vector<std::string> scope_names(const TokenScopes& scopes);
// Errc::invalid names the one that is unknown.
Result<TokenScopes> scopes_from(const std::vector<std::string>& names);

}  // namespace freshet
