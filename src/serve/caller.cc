#include "serve/caller.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/ascii.h"
#include "base/split.h"
#include "web/address.h"

namespace freshet {
namespace {

constexpr std::string_view kUnixProxy = "unix";

// Returns the canonical text of an address, so that texts can be compared.
std::string canonical(std::string_view text) {
  if (text.starts_with('[') && text.ends_with(']')) text = text.substr(1, text.size() - 2);
  const auto address = IpAddress::parse(text);
  return address ? address->text() : std::string(text);
}

bool is_ours(const std::vector<std::string>& proxies, std::string_view peer) {
  const std::string wanted = peer.empty() ? std::string(kUnixProxy) : canonical(peer);
  return std::ranges::any_of(proxies,
                             [&](const std::string& proxy) { return canonical(proxy) == wanted; });
}

// Returns the address nearest to us in the chain that is no proxy of ours: each proxy adds the one
// from which it was asked at the end, and what stands before may be made up.
std::string forwarded_address(const std::string& chain, const std::vector<std::string>& proxies,
                              std::string_view peer) {
  const auto addresses = split_at(',', chain);
  std::string nearest(peer);
  for (auto each = addresses.rbegin(); each != addresses.rend(); ++each) {
    const auto address = IpAddress::parse(trim_ascii_whitespace(*each));
    if (!address) return nearest;
    nearest = address->text();
    if (!is_ours(proxies, nearest)) return nearest;
  }
  return nearest;
}

bool is_loopback(const std::string& address) {
  return address.empty() || address == "::1" || address.starts_with("127.");
}

std::string bearer_of(const HttpRequest& request) {
  const std::string* const field = request.field("authorization");
  constexpr std::string_view kBearer = "bearer ";
  if (field == nullptr || field->size() < kBearer.size()) return {};
  if (!equals_ignoring_case(std::string_view(*field).substr(0, kBearer.size()), kBearer)) return {};
  return std::string(trim_ascii_whitespace(std::string_view(*field).substr(kBearer.size())));
}

Result<Caller> with_token(Registry& registry, const std::string& text, Caller caller, Time now) {
  const auto token = registry.passes().token(text, now);
  if (!token) return std::unexpected(token.error());
  if (!*token) return caller;
  const auto person = registry.people().find((*token)->person);
  if (!person) return std::unexpected(person.error());
  if (!*person) return caller;
  caller.kind = Caller::Kind::token;
  caller.person = (*person)->id;
  caller.name = (*person)->name;
  caller.role = (*person)->role;
  caller.scopes = (*token)->scopes;
  return caller;
}

Result<Caller> with_session(Registry& registry, const std::string& text, Caller caller, Time now) {
  const auto session = registry.passes().session(text, now);
  if (!session) return std::unexpected(session.error());
  if (!*session) return caller;
  caller.kind = Caller::Kind::session;
  caller.person = (*session)->person;
  caller.name = (*session)->name;
  caller.role = (*session)->role;
  caller.scopes = scopes_of(caller.role);
  caller.session = (*session)->id;
  return caller;
}

Result<Caller> named_by_proxy(Registry& registry, Caller caller) {
  const auto person = registry.people().find_by_name(caller.place.user);
  if (!person) return std::unexpected(person.error());
  if (!*person || (*person)->is_disabled) return caller;
  caller.kind = Caller::Kind::proxy;
  caller.person = (*person)->id;
  caller.name = (*person)->name;
  caller.role = (*person)->role;
  caller.scopes = scopes_of(caller.role);
  return caller;
}

}  // namespace

ClientPlace place_of(const HttpRequest& request, const AccessOptions& options) {
  ClientPlace place{.address = request.peer.empty() ? request.peer : canonical(request.peer)};
  if (!is_ours(options.proxies, request.peer)) return place;
  if (const std::string* const chain = request.field("x-forwarded-for"))
    place.address = forwarded_address(*chain, options.proxies, place.address);
  const std::string* const proto = request.field("x-forwarded-proto");
  place.is_secure = proto != nullptr && equals_ignoring_case(*proto, "https");
  if (!options.user_field.empty())
    if (const std::string* const user = request.field(options.user_field)) place.user = *user;
  return place;
}

Member Caller::member(Time now) const {
  return {.person = person,
          .is_admin = kind == Kind::local || scopes.administers,
          .address = place.address,
          .now = now};
}

Result<Caller> identify(Registry& registry, const HttpRequest& request,
                        const AccessOptions& options, Time now) {
  Caller caller{.place = place_of(request, options)};
  if (const std::string* const agent = request.field("user-agent")) caller.agent = *agent;
  const auto people = registry.people().count();
  if (!people) return std::unexpected(people.error());
  if (*people == 0) {
    if (!options.is_local || !is_loopback(caller.place.address)) return caller;
    caller.kind = Caller::Kind::local;
    caller.role = Role::admin;
    caller.scopes = scopes_of(Role::admin);
    return caller;
  }
  if (const std::string text = bearer_of(request); !text.empty())
    return with_token(registry, text, std::move(caller), now);
  if (!caller.place.user.empty()) return named_by_proxy(registry, std::move(caller));
  if (const std::string text = cookie_of(request, kSessionCookie); !text.empty())
    return with_session(registry, text, std::move(caller), now);
  return caller;
}

std::optional<HttpResponse> refuse_access(ApiScope scope, const Caller& caller) {
  if (scope == ApiScope::open) return std::nullopt;
  if (caller.kind == Caller::Kind::nobody)
    return problem(401, "log in, or send an API token as Authorization: Bearer",
                   {{"WWW-Authenticate", "Bearer"}});
  const bool may = scope == ApiScope::read    ? caller.scopes.reads
                   : scope == ApiScope::write ? caller.scopes.writes
                   : scope == ApiScope::admin ? caller.scopes.administers
                                              : caller.kind != Caller::Kind::token;
  if (may) return std::nullopt;
  if (scope == ApiScope::own) return problem(403, "this takes a login, not an API token");
  return problem(403,
                 fmt::format("this needs the right \"{}\", which you do not have", word(scope)));
}

std::string session_cookie(std::string_view text, bool is_secure) {
  const auto life = text.empty() ? std::chrono::seconds(0)
                                 : std::chrono::duration_cast<std::chrono::seconds>(kSessionLife);
  return fmt::format("{}={}; Path=/; Max-Age={}; HttpOnly; SameSite=Strict{}", kSessionCookie, text,
                     life.count(), is_secure ? "; Secure" : "");
}

std::string cookie_of(const HttpRequest& request, std::string_view name) {
  for (const HttpField& field : request.fields) {
    if (field.name != "cookie") continue;
    for (const std::string_view pair : split_at(';', field.value)) {
      const std::string_view trimmed = trim_ascii_whitespace(pair);
      if (trimmed.size() > name.size() && trimmed.starts_with(name) && trimmed[name.size()] == '=')
        return std::string(trimmed.substr(name.size() + 1));
    }
  }
  return {};
}

std::string origin_of(const HttpRequest& request, const AccessOptions& options) {
  std::string origin = options.public_url;
  while (origin.ends_with('/')) origin.pop_back();
  if (!origin.empty()) return origin;
  const std::string* const host = request.field("host");
  return fmt::format("{}://{}", place_of(request, options).is_secure ? "https" : "http",
                     host == nullptr ? "localhost" : *host);
}

}  // namespace freshet
