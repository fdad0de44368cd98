#include "serve/openapi.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/json.h"
#include "serve/api_route.h"
#include "serve/caller.h"
#include "serve/schema_text.h"

namespace freshet {
namespace {

using Place = ApiParameter::Place;
using Kind = ApiParameter::Kind;

std::string quoted(std::string_view text) { return JsonWriter().value(text).take(); }

// Returns the schema of one value of a parameter.
std::string value_schema(const ApiParameter& parameter) {
  if (parameter.kind == Kind::toggle) return R"({"type":"boolean"})";
  if (parameter.kind == Kind::integer) {
    std::string schema = fmt::format(R"({{"type":"integer","minimum":{})", parameter.low);
    if (parameter.high != std::numeric_limits<std::int64_t>::max())
      schema += fmt::format(R"(,"maximum":{})", parameter.high);
    return schema + "}";
  }
  if (parameter.choices.empty()) return R"({"type":"string"})";
  std::string schema = R"({"type":"string","enum":[)";
  for (const std::string_view choice : parameter.choices)
    schema += (schema.back() == '[' ? "" : ",") + quoted(choice);
  return schema + "]}";
}

std::string schema_of(const ApiParameter& parameter) {
  std::string schema = value_schema(parameter);
  if (parameter.repeats) return R"({"type":"array","items":)" + schema + "}";
  if (parameter.fallback.empty()) return schema;
  schema.pop_back();
  return schema + R"(,"default":)" +
         (parameter.kind == Kind::text ? quoted(parameter.fallback)
                                       : std::string(parameter.fallback)) +
         "}";
}

std::string parameters_of(const ApiRoute& route) {
  std::string all;
  for (const ApiParameter& parameter : route.parameters) {
    if (parameter.place == Place::body) continue;
    all += fmt::format(R"({}{{"name":{},"in":{},"required":{},"description":{},"schema":{}}})",
                       all.empty() ? "" : ",", quoted(parameter.name),
                       parameter.place == Place::path ? R"("path")" : R"("query")",
                       parameter.is_required, quoted(parameter.meaning), schema_of(parameter));
  }
  return "[" + all + "]";
}

// Returns the requestBody member with a comma before it; empty if the route takes no body.
std::string body_of(const ApiRoute& route) {
  if (!route.body.empty())
    return fmt::format(
        R"(,"requestBody":{{"required":true,"content":{{"application/json":{{"schema":{}}}}}}})",
        json_schema(route.body));
  std::string members, required;
  for (const ApiParameter& parameter : route.parameters) {
    if (parameter.place != Place::body) continue;
    std::string schema = schema_of(parameter);
    schema.insert(1, R"("description":)" + quoted(parameter.meaning) + ",");
    members += (members.empty() ? "" : ",") + quoted(parameter.name) + ":" + schema;
    if (parameter.is_required) required += (required.empty() ? "" : ",") + quoted(parameter.name);
  }
  if (members.empty()) return {};
  return fmt::format(
      R"(,"requestBody":{{"required":{},"content":{{"application/json":{{"schema":{{"type":"object",)"
      R"("properties":{{{}}},"required":[{}],"additionalProperties":false}}}}}}}})",
      !required.empty(), members, required);
}

// Returns the security member with a comma before it.
std::string security_of(const ApiRoute& route) {
  if (route.scope == ApiScope::open) return R"(,"security":[])";
  const std::string cookie = R"({"cookie":[]})";
  if (route.scope == ApiScope::own) return R"(,"security":[)" + cookie + "]";
  return fmt::format(R"(,"security":[{{"token":["{}"]}},{}])", word(route.scope), cookie);
}

std::string operation(const ApiPart& part, const ApiRoute& route) {
  std::string answers;
  for (const int status : route.statuses)
    answers +=
        fmt::format(R"({}"{}":{{"description":"done","content":{{{}:{{"schema":{}}}}}}})",
                    answers.empty() ? "" : ",", status, quoted(route.type),
                    route.answer.empty() ? R"({"type":"string"})" : json_schema(route.answer));
  answers +=
      R"(,"default":{"description":"an error","content":{"application/problem+json":{"schema":)"
      R"({"$ref":"#/components/schemas/Problem"}}}})";
  return fmt::format(
      R"({}:{{"operationId":{},"tags":[{}],"summary":{},"parameters":{}{}{},"responses":{{{}}}}})",
      quoted(route.method == "GET"     ? "get"
             : route.method == "POST"  ? "post"
             : route.method == "PUT"   ? "put"
             : route.method == "PATCH" ? "patch"
                                       : "delete"),
      quoted(route.name), quoted(part.name), quoted(route.summary), parameters_of(route),
      body_of(route), security_of(route), answers);
}

}  // namespace

std::string openapi_document(std::string_view version) {
  std::vector<std::pair<std::string_view, std::string>> paths;  // in order of declaration
  std::string schemas =
      R"("Problem":)" + json_schema(
                            "{type: text, title: text, status: integer, detail: text, errors?: "
                            "[{detail: text, pointer: text}]}");
  for (const ApiPart& part : api_parts()) {
    for (const ApiRoute& route : part.routes) {
      auto found =
          std::ranges::find(paths, route.path, [](const auto& path) { return path.first; });
      if (found == paths.end()) found = paths.insert(paths.end(), {route.path, ""});
      found->second += (found->second.empty() ? "" : ",") + operation(part, route);
    }
    for (const ApiSchema& schema : part.schemas)
      schemas += "," + quoted(schema.name) + ":" + json_schema(schema.text);
  }
  std::string all;
  for (const auto& [path, operations] : paths)
    all += fmt::format("{}{}:{{{}}}", all.empty() ? "" : ",", quoted(path), operations);
  return fmt::format(
      R"({{"openapi":"3.1.0","info":{{"title":"freshet","version":{},"description":)"
      R"("Everything that freshet knows of an archive, and the jobs that change it. Lists have a )"
      R"(cursor: pass next of an answer as cursor of the next request."}},"paths":{{{}}},)"
      R"("components":{{"schemas":{{{}}},"securitySchemes":{{)"
      R"("token":{{"type":"http","scheme":"bearer","description":"an API token: )"
      R"(a right of an operation is one of its scopes"}},)"
      R"("cookie":{{"type":"apiKey","in":"cookie","name":{}}}}}}}}})",
      quoted(version), all, schemas, quoted(kSessionCookie));
}

}  // namespace freshet
