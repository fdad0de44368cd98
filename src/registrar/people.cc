#include "registrar/people.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/escape.h"
#include "base/json.h"
#include "registrar/json_parts.h"
#include "registrar/owners.h"

namespace freshet {
namespace {

Result<Person> person_of(Registry& registry, PersonId id) {
  auto found = registry.people().find(id);
  if (!found) return std::unexpected(found.error());
  if (!*found)
    return std::unexpected(Error{Errc::not_found, fmt::format("there is no person {}", id)});
  return **std::move(found);
}

std::string invitation_path(const std::string& text) { return std::string(kInvitationPath) + text; }

}  // namespace

std::string to_json(const Person& person) {
  JsonWriter json;
  json.begin_object().key("id").value(person.id).key("name").value(person.name);
  json.key("role").value(word(person.role)).key("disabled").value(person.is_disabled);
  json.key("password").value(person.has_password);
  json.key("created").value(iso_time(person.created));
  put_time(json, "last_login", person.last_login);
  return json.end_object().take();
}

Result<Listed<Person>> list_people(Registry& registry) {
  auto people = registry.people().list();
  if (!people) return std::unexpected(people.error());
  return Listed<Person>{.items = *std::move(people)};
}

Result<Person> edit_person(Registry& registry, const Member& who, PersonId id,
                           const PersonEdit& edit) {
  const auto before = person_of(registry, id);
  if (!before) return before;
  if (id == who.person)
    return std::unexpected(
        Error{Errc::denied, "another administrator has to change this account: it is your own"});
  const Status done = registry.atomically([&]() -> Status {
    Status status;
    if (edit.role) status = registry.people().change_role(id, *edit.role, who.actor());
    if (status && edit.is_disabled)
      status = registry.people().set_disabled(id, *edit.is_disabled, who.actor());
    return status;
  });
  if (!done) return std::unexpected(done.error());
  return person_of(registry, id);
}

Status remove_person(Registry& registry, const Member& who, PersonId id) {
  if (id == who.person)
    return std::unexpected(
        Error{Errc::denied, "another administrator has to remove this account: it is your own"});
  return registry.people().remove(id, who.actor());
}

std::string to_json(const InvitationLink& link) {
  JsonWriter json;
  json.begin_object().key("role").value(word(link.role)).key("person").value(link.person);
  return json.key("path").value(link.path).end_object().take();
}

Result<InvitationLink> invite(Registry& registry, const Member& who, Role role) {
  const auto text = registry.passes().invite(role, who.actor());
  if (!text) return std::unexpected(text.error());
  return InvitationLink{.role = role, .path = invitation_path(*text)};
}

Result<InvitationLink> invite_person(Registry& registry, const Member& who, PersonId id) {
  const auto person = person_of(registry, id);
  if (!person) return std::unexpected(person.error());
  const auto text = registry.passes().invite_to_set_password(id, who.actor());
  if (!text) return std::unexpected(text.error());
  return InvitationLink{
      .role = person->role, .person = person->name, .path = invitation_path(*text)};
}

std::string to_json(const Invitation& invitation) {
  JsonWriter json;
  json.begin_object().key("id").value(invitation.id).key("role").value(word(invitation.role));
  json.key("created").value(iso_time(invitation.created)).key("person");
  invitation.person ? json.value(*invitation.person) : json.null();
  return json.end_object().take();
}

Result<Listed<Invitation>> list_invitations(Registry& registry, Time now) {
  auto all = registry.passes().invitations(now);
  if (!all) return std::unexpected(all.error());
  return Listed<Invitation>{.items = *std::move(all)};
}

std::string to_json(const TokenView& view) {
  const ApiToken& token = view.token;
  JsonWriter json;
  json.begin_object().key("id").value(token.id).key("name").value(token.name);
  json.key("scopes").begin_array();
  for (const std::string& scope : scope_names(token.scopes)) json.value(scope);
  json.end_array().key("created").value(iso_time(token.created));
  put_time(json, "expires", token.expires);
  put_time(json, "last_used", token.last_used);
  json.key("token");
  view.text.empty() ? json.null() : json.value(view.text);
  return json.end_object().take();
}

Result<TokenView> make_token(Registry& registry, const Member& who, const TokenWish& wish) {
  auto text =
      registry.passes().make_token(who.person, wish.name, wish.scopes, wish.expires, who.actor());
  if (!text) return std::unexpected(text.error());
  auto made = registry.passes().token(*text, who.now);
  if (!made) return std::unexpected(made.error());
  return TokenView{.token = made->value_or(ApiToken{.name = wish.name, .scopes = wish.scopes}),
                   .text = *std::move(text)};
}

Result<Listed<TokenView>> list_tokens(Registry& registry, const Member& who) {
  auto tokens = registry.passes().tokens_of(who.person);
  if (!tokens) return std::unexpected(tokens.error());
  Listed<TokenView> list;
  for (ApiToken& token : *tokens) list.items.push_back({.token = std::move(token)});
  return list;
}

Status revoke_token(Registry& registry, const Member& who, const std::string& id) {
  const auto tokens = registry.passes().tokens_of(who.person);
  if (!tokens) return std::unexpected(tokens.error());
  if (std::ranges::find(*tokens, id, &ApiToken::id) == tokens->end())
    return std::unexpected(Error{Errc::not_found, "there is no such token"});
  return registry.passes().revoke_token(id, who.actor());
}

std::string to_json(const AuditLine& line) {
  JsonWriter json;
  json.begin_object().key("id").value(line.id).key("time").value(iso_time(line.time));
  json.key("kind").value(word(line.kind)).key("actor").value(line.actor);
  json.key("address").value(line.address).key("subject").value(line.subject);
  return json.key("detail").value(line.detail).end_object().take();
}

Result<Listed<AuditLine>> list_audit(Registry& registry, const ListPart& part) {
  const auto before = cursor_number(part);
  if (!before) return std::unexpected(before.error());
  auto lines = registry.people().audit(*before, part.limit + 1);
  if (!lines) return std::unexpected(lines.error());
  return cut_list(*std::move(lines), part, [](const AuditLine& line) { return line.id; });
}

std::vector<std::string> scope_names(const TokenScopes& scopes) {
  std::vector<std::string> names;
  if (scopes.reads) names.emplace_back("read");
  if (scopes.writes) names.emplace_back("write");
  if (scopes.administers) names.emplace_back("admin");
  return names;
}

Result<TokenScopes> scopes_from(const std::vector<std::string>& names) {
  TokenScopes scopes;
  for (const std::string& name : names) {
    if (name != "read" && name != "write" && name != "admin")
      return std::unexpected(
          Error{Errc::invalid,
                fmt::format("scopes: expected read, write or admin, not \"{}\"", visible(name))});
    scopes.reads = scopes.reads || name == "read";
    scopes.writes = scopes.writes || name == "write";
    scopes.administers = scopes.administers || name == "admin";
  }
  return scopes;
}

}  // namespace freshet
