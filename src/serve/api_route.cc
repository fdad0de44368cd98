#include "serve/api_route.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/check.h"
#include "base/escape.h"
#include "base/nearest.h"
#include "base/percent.h"
#include "base/split.h"
#include "base/utf8.h"
#include "serve/form.h"
#include "serve/json_body.h"
#include "serve/refused.h"

namespace freshet {
namespace {

constexpr std::size_t kQueryParametersMax = 64;

// Returns the variables of `path` if it is one of `pattern`.
std::optional<std::map<std::string, std::string, std::less<>>> match(std::string_view pattern,
                                                                     std::string_view path) {
  std::map<std::string, std::string, std::less<>> variables;
  while (!pattern.empty() && !path.empty()) {
    if (pattern.front() != '{') {
      if (pattern.front() != path.front()) return std::nullopt;
      pattern.remove_prefix(1);
      path.remove_prefix(1);
      continue;
    }
    const std::size_t close = pattern.find('}');
    const std::size_t end = std::min(path.find('/'), path.size());
    if (end == 0) return std::nullopt;
    variables.emplace(pattern.substr(1, close - 1), percent_decode(path.substr(0, end)));
    pattern.remove_prefix(close + 1);
    path.remove_prefix(end);
  }
  if (!pattern.empty() || !path.empty()) return std::nullopt;
  return variables;
}

std::string expected(const ApiParameter& parameter) {
  if (parameter.kind == ApiParameter::Kind::toggle) return "true or false";
  if (parameter.kind == ApiParameter::Kind::integer)
    return parameter.high == std::numeric_limits<std::int64_t>::max()
               ? fmt::format("a whole number from {}", parameter.low)
               : fmt::format("a whole number from {} to {}", parameter.low, parameter.high);
  return fmt::format("one of {}", fmt::join(parameter.choices, ", "));
}

bool is_allowed(const ApiParameter& parameter, std::string_view value) {
  switch (parameter.kind) {
    case ApiParameter::Kind::toggle:
      return value == "true" || value == "false";
    case ApiParameter::Kind::integer: {
      std::int64_t number = 0;
      const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
      return error == std::errc() && end == value.data() + value.size() &&
             number >= parameter.low && number <= parameter.high;
    }
    case ApiParameter::Kind::text:
      break;
  }
  return parameter.choices.empty() || std::ranges::count(parameter.choices, value) > 0;
}

const ApiParameter* declared(const ApiRoute& route, ApiParameter::Place place,
                             std::string_view name) {
  for (const ApiParameter& parameter : route.parameters)
    if (parameter.place == place && parameter.name == name) return &parameter;
  return nullptr;
}

std::unexpected<Error> unknown(const ApiRoute& route, ApiParameter::Place place,
                               std::string_view name) {
  std::vector<std::string> names;
  for (const ApiParameter& parameter : route.parameters)
    if (parameter.place == place) names.emplace_back(parameter.name);
  return refused(
      fmt::format("there is no parameter \"{}\"{}", visible(name), did_you_mean(name, names)));
}

// Adds a value if it is allowed.
Status add(const ApiParameter& parameter, std::string value, ApiArguments::Values& values) {
  if (valid_utf8_length(value) < value.size())
    return refused(fmt::format("{} must be UTF-8", parameter.name));
  if (!is_allowed(parameter, value))
    return refused(fmt::format("{} must be {}, not \"{}\"", parameter.name, expected(parameter),
                               visible(value)));
  std::vector<std::string>& all = values[std::string(parameter.name)];
  if (!all.empty() && !parameter.repeats)
    return refused(fmt::format("{} is given twice", parameter.name));
  all.push_back(std::move(value));
  return {};
}

Status add_query(const ApiRoute& route, std::string_view query, ApiArguments::Values& values) {
  std::size_t count = 0;
  for (const std::string_view field : split_at('&', query)) {
    if (field.empty()) continue;
    if (++count > kQueryParametersMax)
      return refused(fmt::format("more than {} parameters", kQueryParametersMax));
    const std::size_t equals = std::min(field.find('='), field.size());
    const std::string name = form_decode(field.substr(0, equals));
    const ApiParameter* const parameter = declared(route, ApiParameter::Place::query, name);
    if (!parameter) return unknown(route, ApiParameter::Place::query, name);
    const std::string_view value =
        equals < field.size() ? field.substr(equals + 1) : std::string_view();
    if (auto added = add(*parameter, form_decode(value), values); !added) return added;
  }
  return {};
}

Status add_member(const ApiRoute& route, const std::string& name, JsonMember& member,
                  ApiArguments::Values& values) {
  const ApiParameter* const parameter = declared(route, ApiParameter::Place::body, name);
  if (!parameter) return unknown(route, ApiParameter::Place::body, name);
  if (member.is_array && !parameter->repeats)
    return refused(fmt::format("{} must be one value, not an array", name));
  const bool is_text = parameter->kind == ApiParameter::Kind::text;
  for (std::string& value : member.values)
    if (auto added = add(*parameter, std::move(value), values); !added) return added;
  if (member.has_text != is_text && !member.values.empty())
    return refused(fmt::format("{} must be {}", name, is_text ? "a text" : expected(*parameter)));
  return {};
}

std::optional<ArgumentProblem> add_body(const ApiRoute& route, const std::string& body,
                                        ApiArguments::Values& values) {
  auto members = read_flat_json(body);
  if (!members) return ArgumentProblem{members.error()};
  for (auto& [name, member] : *members)
    if (auto added = add_member(route, name, member, values); !added)
      return ArgumentProblem{added.error(), name};
  return std::nullopt;
}

bool takes_body_members(const ApiRoute& route) {
  return std::ranges::any_of(route.parameters, [](const ApiParameter& parameter) {
    return parameter.place == ApiParameter::Place::body;
  });
}

}  // namespace

const std::string& ApiArguments::text(std::string_view name) const {
  static const std::string kNone;
  const auto found = values_.find(name);
  return found == values_.end() || found->second.empty() ? kNone : found->second.front();
}

std::optional<std::string> ApiArguments::maybe(std::string_view name) const {
  return has(name) ? std::optional(text(name)) : std::nullopt;
}

const std::vector<std::string>& ApiArguments::all(std::string_view name) const {
  static const std::vector<std::string> kNone;
  const auto found = values_.find(name);
  return found == values_.end() ? kNone : found->second;
}

std::int64_t ApiArguments::integer(std::string_view name) const {
  const std::string& digits = text(name);
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  require(error == std::errc(), "a route asks for integers that are there");
  return number;
}

FoundRoute find_route(std::string_view method, std::string_view path) {
  FoundRoute found;
  const std::string_view wanted = method == "HEAD" ? "GET" : method;
  for (const ApiPart& part : api_parts()) {
    for (const ApiRoute& route : part.routes) {
      auto variables = match(route.path, path);
      if (!variables) continue;
      if (route.method == wanted)
        return {.route = &route, .path = *std::move(variables), .allowed = {}};
      if (!found.allowed.empty()) found.allowed += ", ";
      found.allowed += route.method;
      if (route.method == "GET") found.allowed += ", HEAD";
    }
  }
  return found;
}

std::expected<ApiArguments, ArgumentProblem> read_arguments(const FoundRoute& found,
                                                            const HttpRequest& request) {
  const ApiRoute& route = *found.route;
  const auto wrong = [](const Status& status) {
    return std::unexpected(ArgumentProblem{status.error()});
  };
  ApiArguments::Values values;
  for (const auto& [name, value] : found.path) {
    const ApiParameter* const parameter = declared(route, ApiParameter::Place::path, name);
    require(parameter != nullptr, "a route declares the variables of its path");
    if (auto added = add(*parameter, value, values); !added) return wrong(added);
  }
  if (auto added = add_query(route, request.query(), values); !added) return wrong(added);
  if (takes_body_members(route)) {
    if (auto problem = add_body(route, request.body, values))
      return std::unexpected(*std::move(problem));
  } else if (route.body.empty() && !request.body.empty()) {
    return wrong(refused("a request of this kind has no body"));
  }
  for (const ApiParameter& parameter : route.parameters) {
    if (values.contains(parameter.name)) continue;
    if (parameter.is_required) {
      const bool is_member = parameter.place == ApiParameter::Place::body;
      return std::unexpected(
          ArgumentProblem{{Errc::invalid, fmt::format("{} is missing", parameter.name)},
                          is_member ? std::string(parameter.name) : std::string()});
    }
    if (!parameter.fallback.empty())
      values[std::string(parameter.name)].emplace_back(parameter.fallback);
  }
  return ApiArguments(std::move(values), route.body.empty() ? std::string() : request.body);
}

std::string_view word(ApiScope scope) {
  switch (scope) {
    case ApiScope::open:
      return "open";
    case ApiScope::read:
      return "read";
    case ApiScope::write:
      return "write";
    case ApiScope::admin:
      return "admin";
    case ApiScope::own:
      return "own";
  }
  return {};
}

}  // namespace freshet
