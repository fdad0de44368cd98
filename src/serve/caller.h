// The person behind a request, and how we know.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/time.h"
#include "http/message.h"
#include "registrar/member.h"
#include "registry/registry.h"
#include "serve/api_route.h"

namespace freshet {

inline constexpr std::string_view kSessionCookie = "freshet_session";

struct AccessOptions {
  // Only this machine can reach us. Then, as long as there are no accounts, whoever does may do
  // everything.
  bool is_local = true;
  // Addresses of proxies whose X-Forwarded-For and X-Forwarded-Proto are believed; "unix": clients
  // of our Unix socket.
  std::vector<std::string> proxies = {};
  // The field in which such a proxy names the person who logged in there; empty: none.
  std::string user_field = {};
  std::string public_url = {};  // under which people reach us; empty: as the client wrote it
};

// Where a request comes from. Fields that a proxy adds count only if it is one of ours.
struct ClientPlace {
  std::string address = {};  // empty: this machine, by a Unix socket
  bool is_secure = false;    // the client uses TLS
  std::string user = {};     // whom the proxy names
};
ClientPlace place_of(const HttpRequest& request, const AccessOptions& options);

struct Caller {
  enum class Kind : std::uint8_t {
    nobody,
    local,    // there are no accounts
    session,  // a cookie
    token,    // an API token
    proxy,    // a proxy of ours names the person
  };

  Kind kind = Kind::nobody;
  PersonId person = kLocalPerson;
  std::string name = {};
  Role role = Role::viewer;
  TokenScopes scopes = {};
  std::string session = {};  // its id
  ClientPlace place = {};
  std::string agent = {};

  Member member(Time now) const;
};

// Reads the cookie, the token or the proxy's field, and looks the person up.
Result<Caller> identify(Registry& registry, const HttpRequest& request,
                        const AccessOptions& options, Time now);

// Returns the answer for a caller who may not do this; none if it may.
std::optional<HttpResponse> refuse_access(ApiScope scope, const Caller& caller);

// Returns the value of a Set-Cookie field that keeps the session, or ends it if `text` is empty.
std::string session_cookie(std::string_view text, bool is_secure);

// Returns the value of a cookie of a request; empty if there is none.
std::string cookie_of(const HttpRequest& request, std::string_view name);

// Returns the address under which the client reached us, without "/" at its end.
std::string origin_of(const HttpRequest& request, const AccessOptions& options);

}  // namespace freshet
