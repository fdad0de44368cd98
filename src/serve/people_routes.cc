// Routes of people: login, accounts, invitations, API tokens, the audit.
#include <fmt/format.h>

#include <charconv>
#include <chrono>

#include "base/json.h"
#include "registrar/people.h"
#include "serve/api_parts.h"
#include "serve/registry_parts.h"

namespace freshet {
namespace {

using enum ApiParameter::Kind;
using enum ApiParameter::Place;

constexpr std::int64_t kTokenDaysMax = 3650;

std::string caller_json(const Caller& caller) {
  constexpr std::string_view kCallerKinds[] = {"nobody", "local", "session", "token", "proxy"};
  JsonWriter json;
  json.begin_object().key("by").value(kCallerKinds[static_cast<std::size_t>(caller.kind)]);
  json.key("person").value(caller.person).key("name").value(caller.name);
  json.key("role").value(word(caller.role)).key("scopes").begin_array();
  for (const std::string& scope : scope_names(caller.scopes)) json.value(scope);
  return json.end_array().end_object().take();
}

Result<ApiAnswer> show_session(ApiWorld& world, const ApiArguments&) {
  return answer(caller_json(world.caller));
}

// Begins a session of a person whose password was right.
Result<ApiAnswer> begin_session_of(ApiWorld& world, PersonId person) {
  const ClientPlace& place = world.caller.place;
  const auto text = world.registry().passes().begin_session(
      person, world.caller.agent, {.person = person, .address = place.address, .now = world.now()});
  if (!text) return std::unexpected(text.error());
  const auto session = world.registry().passes().session(*text, world.now());
  if (!session) return std::unexpected(session.error());
  Caller caller{.kind = Caller::Kind::session, .person = person};
  if (*session) {
    caller.name = (*session)->name;
    caller.role = (*session)->role;
    caller.scopes = scopes_of(caller.role);
  }
  return ApiAnswer{.body = caller_json(caller),
                   .status = 201,
                   .fields = {{"Set-Cookie", session_cookie(*text, place.is_secure)}}};
}

Result<ApiAnswer> log_in(ApiWorld& world, const ApiArguments& arguments) {
  const std::string& name = arguments.text("name");
  const std::string address = network_of(world.caller.place.address);
  const Duration wait = world.parts.logins.admit(name, address, world.now());
  if (wait > Duration(0)) {
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(wait).count();
    return problem_answer(429, fmt::format("too many attempts; try again in {} s", seconds),
                          {{"Retry-After", std::to_string(seconds)}});
  }
  const auto candidate = world.registry().people().candidate(name);
  if (!candidate) return std::unexpected(candidate.error());
  const bool is_right = candidate->matches(arguments.text("password"));
  const Status noted = world.registry().people().note_login(
      *candidate, is_right, {.address = world.caller.place.address, .now = world.now()});
  if (!noted) return std::unexpected(noted.error());
  if (!is_right) return problem_answer(401, "this name and password do not belong together");
  world.parts.logins.succeeded(name, address);
  return begin_session_of(world, *candidate->person);
}

Result<ApiAnswer> log_out(ApiWorld& world, const ApiArguments&) {
  if (!world.caller.session.empty()) {
    const Status ended =
        world.registry().passes().end_session(world.caller.session, world.member().actor());
    if (!ended) return std::unexpected(ended.error());
  }
  return ApiAnswer{.body = R"({"done":true})",
                   .fields = {{"Set-Cookie", session_cookie({}, world.caller.place.is_secure)}}};
}

Result<ApiAnswer> change_password(ApiWorld& world, const ApiArguments& arguments) {
  if (world.caller.name.empty()) return refused("there is no account whose password could change");
  const std::string address = network_of(world.caller.place.address);
  if (world.parts.logins.admit(world.caller.name, address, world.now()) > Duration(0))
    return problem_answer(429, "too many attempts; try again later", {{"Retry-After", "30"}});
  const auto candidate = world.registry().people().candidate(world.caller.name);
  if (!candidate) return std::unexpected(candidate.error());
  if (!candidate->matches(arguments.text("old")))
    return problem_answer(Refusal{{Errc::denied, "the old password is wrong"}, "old"});
  world.parts.logins.succeeded(world.caller.name, address);
  const auto hash = hash_password(arguments.text("new"), world.parts.password_cost);
  if (!hash) return problem_answer(Refusal{hash.error(), "new"});
  return done_answer(world.registry().people().set_password(
      world.caller.person, *hash, world.member().actor(), world.caller.session));
}

Result<ApiAnswer> accept_invitation(ApiWorld& world, const ApiArguments& arguments) {
  // Before the password is hashed, which is expensive.
  const auto found =
      world.registry().passes().invitation(arguments.text("invitation"), world.now());
  if (!found) return std::unexpected(found.error());
  if (!*found)
    return problem_answer(
        Refusal{{Errc::denied, "this invitation was used or is too old: ask for another one"},
                "invitation"});
  const auto hash = hash_password(arguments.text("password"), world.parts.password_cost);
  if (!hash) return problem_answer(Refusal{hash.error(), "password"});
  const auto person =
      world.registry().passes().accept(arguments.text("invitation"), arguments.text("name"), *hash,
                                       {.address = world.caller.place.address, .now = world.now()});
  if (!person) return std::unexpected(person.error());
  return begin_session_of(world, *person);
}

Result<ApiAnswer> list_people_of(ApiWorld& world, const ApiArguments&) {
  return json_answer(list_people(world.registry()));
}

Result<ApiAnswer> edit_person_of(ApiWorld& world, const ApiArguments& arguments) {
  PersonEdit edit;
  if (arguments.has("role")) edit.role = role_from(arguments.text("role"));
  if (arguments.has("disabled")) edit.is_disabled = arguments.toggle("disabled");
  return json_answer(edit_person(world.registry(), world.member(), arguments.integer("id"), edit));
}

Result<ApiAnswer> remove_person_of(ApiWorld& world, const ApiArguments& arguments) {
  return done_answer(remove_person(world.registry(), world.member(), arguments.integer("id")));
}

Result<ApiAnswer> invite_of(ApiWorld& world, const ApiArguments& arguments) {
  const Member who = world.member();
  const auto link =
      arguments.has("person")
          ? invite_person(world.registry(), who, arguments.integer("person"))
          : invite(world.registry(), who, role_from(arguments.text("role")).value_or(Role::viewer));
  if (!link) return std::unexpected(link.error());
  return created(to_json(*link), "/api/v1/invitations");
}

Result<ApiAnswer> list_invitations_of(ApiWorld& world, const ApiArguments&) {
  return json_answer(list_invitations(world.registry(), world.now()));
}

Result<ApiAnswer> revoke_invitation_of(ApiWorld& world, const ApiArguments& arguments) {
  return done_answer(
      world.registry().passes().revoke_invitation(arguments.text("id"), world.member().actor()));
}

Result<ApiAnswer> list_tokens_of(ApiWorld& world, const ApiArguments&) {
  return json_answer(list_tokens(world.registry(), world.member()));
}

Result<ApiAnswer> make_token_of(ApiWorld& world, const ApiArguments& arguments) {
  const auto scopes = scopes_from(arguments.all("scopes"));
  if (!scopes) return problem_answer(Refusal{scopes.error(), "scopes"});
  TokenWish wish{.name = arguments.text("name"), .scopes = *scopes};
  if (arguments.has("days"))
    wish.expires = world.now() + std::chrono::days(arguments.integer("days"));
  const auto token = make_token(world.registry(), world.member(), wish);
  if (!token) return std::unexpected(token.error());
  return created(to_json(*token), "/api/v1/tokens/" + token->token.id);
}

Result<ApiAnswer> revoke_token_of(ApiWorld& world, const ApiArguments& arguments) {
  return done_answer(revoke_token(world.registry(), world.member(), arguments.text("id")));
}

Result<ApiAnswer> list_audit_of(ApiWorld& world, const ApiArguments& arguments) {
  return json_answer(list_audit(world.registry(), part_of(arguments)));
}

const ApiParameter kPersonId = number_in_path("the number of the person");
const std::vector<std::string_view> kRoleWords = {"viewer", "editor", "admin"};

ApiParameter in_body(std::string_view name, std::string_view meaning, bool is_required = true) {
  return {.name = name, .meaning = meaning, .place = body, .is_required = is_required};
}
ApiParameter id_in_path(std::string_view meaning) {
  return {.name = "id", .meaning = meaning, .place = path, .is_required = true};
}

const ApiRoute kPeopleRoutes[] = {
    {.method = "GET",
     .path = "/api/v1/session",
     .name = "showSession",
     .summary = "Say who the caller is, and what it may do",
     .store = ApiStore::registry,
     .answer = "#Caller",
     .run = show_session},
    {.method = "POST",
     .path = "/api/v1/session",
     .name = "logIn",
     .summary = "Log in: the answer sets a cookie",
     .scope = ApiScope::open,
     .store = ApiStore::registry,
     .is_slow = true,
     .parameters = {in_body("name", "the name of the account"),
                    in_body("password", "its password")},
     .answer = "#Caller",
     .statuses = {201},
     .run = log_in},
    {.method = "DELETE",
     .path = "/api/v1/session",
     .name = "logOut",
     .summary = "Log out",
     .store = ApiStore::registry,
     .answer = "#Done",
     .run = log_out},
    {.method = "PUT",
     .path = "/api/v1/session/password",
     .name = "changePassword",
     .summary = "Change the password of the caller; other sessions end",
     .scope = ApiScope::own,
     .store = ApiStore::registry,
     .is_slow = true,
     .parameters = {in_body("old", "the password so far"), in_body("new", "the new password")},
     .answer = "#Done",
     .run = change_password},
    {.method = "POST",
     .path = "/api/v1/invitations/accept",
     .name = "acceptInvitation",
     .summary = "Make the account of an invitation, or set a password, and log in",
     .scope = ApiScope::open,
     .store = ApiStore::registry,
     .is_slow = true,
     .parameters = {in_body("invitation", "the end of the link, \"fri_...\""),
                    in_body("name", "the name of a new account", false),
                    in_body("password", "its password")},
     .answer = "#Caller",
     .statuses = {201},
     .run = accept_invitation},
    {.method = "GET",
     .path = "/api/v1/people",
     .name = "listPeople",
     .summary = "List the accounts",
     .scope = ApiScope::admin,
     .store = ApiStore::registry,
     .answer = "{items: [#Person], next: text?}",
     .run = list_people_of},
    {.method = "PATCH",
     .path = "/api/v1/people/{id}",
     .name = "editPerson",
     .summary = "Change the role of an account, or disable it",
     .scope = ApiScope::admin,
     .store = ApiStore::registry,
     .parameters = {kPersonId,
                    {.name = "role",
                     .meaning = "what the person may do",
                     .place = body,
                     .choices = kRoleWords},
                    {.name = "disabled",
                     .meaning = "the person cannot log in",
                     .place = body,
                     .kind = toggle}},
     .answer = "#Person",
     .run = edit_person_of},
    {.method = "DELETE",
     .path = "/api/v1/people/{id}",
     .name = "removePerson",
     .summary = "Remove an account with all that belongs to it",
     .scope = ApiScope::admin,
     .store = ApiStore::registry,
     .parameters = {kPersonId},
     .answer = "#Done",
     .run = remove_person_of},
    {.method = "GET",
     .path = "/api/v1/invitations",
     .name = "listInvitations",
     .summary = "List the invitations that nobody accepted yet",
     .scope = ApiScope::admin,
     .store = ApiStore::registry,
     .answer = "{items: [{id: text, role: text, created: time, person: integer?}], next: text?}",
     .run = list_invitations_of},
    {.method = "POST",
     .path = "/api/v1/invitations",
     .name = "invite",
     .summary = "Make a link for a new account, or for a new password; it works once",
     .scope = ApiScope::admin,
     .store = ApiStore::registry,
     .parameters = {{.name = "role",
                     .meaning = "the role of the new account",
                     .place = body,
                     .fallback = "viewer",
                     .choices = kRoleWords},
                    {.name = "person",
                     .meaning = "the number of a person, who gets a new password",
                     .place = body,
                     .kind = integer,
                     .low = 1}},
     .answer = "{role: text, person: text, path: text}",
     .statuses = {201},
     .run = invite_of},
    {.method = "DELETE",
     .path = "/api/v1/invitations/{id}",
     .name = "revokeInvitation",
     .summary = "Revoke an invitation",
     .scope = ApiScope::admin,
     .store = ApiStore::registry,
     .parameters = {id_in_path("the id of the invitation")},
     .answer = "#Done",
     .run = revoke_invitation_of},
    {.method = "GET",
     .path = "/api/v1/tokens",
     .name = "listTokens",
     .summary = "List the API tokens of the caller, without their texts",
     .scope = ApiScope::own,
     .store = ApiStore::registry,
     .answer = "{items: [#Token], next: text?}",
     .run = list_tokens_of},
    {.method = "POST",
     .path = "/api/v1/tokens",
     .name = "makeToken",
     .summary = "Make an API token; its text is shown this once",
     .scope = ApiScope::own,
     .store = ApiStore::registry,
     .parameters = {in_body("name", "what it is for"),
                    {.name = "scopes",
                     .meaning = "what it may do",
                     .place = body,
                     .is_required = true,
                     .repeats = true,
                     .choices = {"read", "write", "admin"}},
                    {.name = "days",
                     .meaning = "days until it expires; never",
                     .place = body,
                     .kind = integer,
                     .low = 1,
                     .high = kTokenDaysMax}},
     .answer = "#Token",
     .statuses = {201},
     .run = make_token_of},
    {.method = "DELETE",
     .path = "/api/v1/tokens/{id}",
     .name = "revokeToken",
     .summary = "Revoke an API token",
     .scope = ApiScope::own,
     .store = ApiStore::registry,
     .parameters = {id_in_path("the id of the token")},
     .answer = "#Done",
     .run = revoke_token_of},
    {.method = "GET",
     .path = "/api/v1/audit",
     .name = "listAudit",
     .summary = "List logins and changes of rights, the newest first",
     .scope = ApiScope::admin,
     .store = ApiStore::registry,
     .parameters = {limit_of(kRegistryLimit, "100"), cursor_of_list()},
     .answer = "{items: [{id: integer, time: time, kind: text, actor: text, address: text, "
               "subject: text, detail: text}], next: text?}",
     .run = list_audit_of},
};

const ApiSchema kPeopleSchemas[] = {
    {"Caller",
     "{by: 'local'|'session'|'token'|'proxy', person: integer, name: text, role: "
     "'viewer'|'editor'|'admin', scopes: ['read'|'write'|'admin']}"},
    {"Person",
     "{id: integer, name: text, role: 'viewer'|'editor'|'admin', disabled: toggle, password: "
     "toggle, created: time, last_login: time?}"},
    {"Token",
     "{id: text, name: text, scopes: ['read'|'write'|'admin'], created: time, expires: time?, "
     "last_used: time?, token: text?}"},
};

}  // namespace

ApiPart people_part() {
  return {.name = "people", .routes = kPeopleRoutes, .schemas = kPeopleSchemas};
}

}  // namespace freshet
