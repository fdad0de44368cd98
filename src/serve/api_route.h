// The routes of the API as data: dispatching, checking of parameters, the OpenAPI document and the
// tests all follow from these declarations. Design: docs/design/serve.md.
#pragma once

#include <cstdint>
#include <expected>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "http/message.h"

namespace freshet {

struct ApiParameter {
  enum class Place : std::uint8_t { query, path, body };
  enum class Kind : std::uint8_t { text, integer, toggle };

  std::string_view name;
  std::string_view meaning;  // a noun phrase
  Place place = Place::query;
  Kind kind = Kind::text;
  bool is_required = false;
  bool repeats = false;
  std::int64_t low = 0;  // of an integer
  std::int64_t high = std::numeric_limits<std::int64_t>::max();
  std::string_view fallback = {};              // if it is not given; empty: there is none
  std::vector<std::string_view> choices = {};  // of a text; empty: any text
};

// The parameters of one request, as declared and checked.
class ApiArguments {
 public:
  using Values = std::map<std::string, std::vector<std::string>, std::less<>>;

  ApiArguments() = default;
  explicit ApiArguments(Values values, std::string body = {})
      : values_(std::move(values)), body_(std::move(body)) {}

  bool has(std::string_view name) const { return values_.contains(name); }
  // The value; empty if it was not given.
  const std::string& text(std::string_view name) const;
  std::optional<std::string> maybe(std::string_view name) const;
  const std::vector<std::string>& all(std::string_view name) const;
  std::int64_t integer(std::string_view name) const;  // it is required or has a fallback
  bool toggle(std::string_view name) const { return text(name) == "true"; }
  // The JSON of a route that declares a schema of its body.
  const std::string& body() const { return body_; }

 private:
  Values values_;
  std::string body_ = {};
};

struct ApiAnswer {
  std::string body = {};
  int status = 200;
  std::string type = "application/json";
  std::vector<HttpField> fields = {};
};

// The right that a caller needs.
enum class ApiScope : std::uint8_t {
  open,  // none: a login, an invitation
  read,
  write,
  admin,
  own,  // to be there in person: a session, no API token. For passwords and tokens
};
std::string_view word(ApiScope scope);

// The store that a route uses.
enum class ApiStore : std::uint8_t { archive, registry, none };

class ApiWorld;  // what a route may use (serve/api_world.h)

struct ApiRoute {
  std::string_view method;
  std::string_view path;     // "/api/v1/jobs/{id}"
  std::string_view name;     // "showJob", unique
  std::string_view summary;  // one sentence, without full stop
  ApiScope scope = ApiScope::read;
  ApiStore store = ApiStore::archive;
  bool is_slow = false;  // it hashes a password or waits for another server
  std::vector<ApiParameter> parameters = {};
  std::string_view body = {};         // schema of the whole body, in place of parameters in it
  std::string_view answer = {};       // its schema (serve/schema_text.h); empty: text
  std::vector<int> statuses = {200};  // of answers that are no errors
  std::string_view type = "application/json";  // of the answer
  // None: the route streams events.
  Result<ApiAnswer> (*run)(ApiWorld& world, const ApiArguments& arguments) = nullptr;
};

// A schema that several routes refer to as #Name.
struct ApiSchema {
  std::string_view name;
  std::string_view text;
};

// A group of routes that belong together.
struct ApiPart {
  std::string_view name;  // "pages"
  std::span<const ApiRoute> routes;
  std::span<const ApiSchema> schemas;
};

std::span<const ApiPart> api_parts();

// The route for a method and path, or why there is none.
struct FoundRoute {
  const ApiRoute* route = nullptr;
  std::map<std::string, std::string, std::less<>> path = {};  // its variables, decoded
  std::string allowed = {};  // methods of the path, if there is no route: "GET, POST"
};
FoundRoute find_route(std::string_view method, std::string_view path);

// An argument that is wrong. `field` is the member of the body; empty: it is no part of it.
struct ArgumentProblem {
  Error error;
  std::string field = {};
};

// Checks what a request brings against what the route declares. Errc::invalid names the parameter,
// what it must be and what it was.
std::expected<ApiArguments, ArgumentProblem> read_arguments(const FoundRoute& found,
                                                            const HttpRequest& request);

}  // namespace freshet
