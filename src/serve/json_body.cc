#include "serve/json_body.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/escape.h"
#include "serve/refused.h"

namespace freshet {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kElementsMax = 10'000;  // of an array

// Returns true if a value is one of texts, or else no text.
bool add(const Json& value, JsonMember& member) {
  if (!value.is_string() && !value.is_number() && !value.is_boolean()) return false;
  if (!member.values.empty() && member.has_text != value.is_string()) return false;
  member.has_text = value.is_string();
  member.values.push_back(value.is_string() ? value.get<std::string>() : value.dump());
  return true;
}

}  // namespace

Result<std::map<std::string, JsonMember, std::less<>>> read_flat_json(std::string_view body) {
  std::map<std::string, JsonMember, std::less<>> members;
  if (body.empty()) return members;
  bool is_deep = false;
  const Json parsed = Json::parse(
      body,
      [&](int depth, Json::parse_event_t, Json&) {
        is_deep = is_deep || depth > 2;
        return !is_deep;
      },
      false);
  if (is_deep)
    return refused("the body must be one JSON object of texts, numbers and arrays of them");
  if (parsed.is_discarded()) return refused("the body is not JSON");
  if (!parsed.is_object()) return refused("the body must be a JSON object");
  for (const auto& [name, value] : parsed.items()) {
    if (value.is_null()) continue;
    JsonMember member{.values = {}, .has_text = false, .is_array = value.is_array()};
    if (member.is_array && value.size() > kElementsMax)
      return refused(fmt::format("{} has more than {} elements", visible(name), kElementsMax));
    bool is_flat = true;
    if (member.is_array)
      for (const Json& element : value) is_flat = is_flat && add(element, member);
    else
      is_flat = add(value, member);
    if (!is_flat)
      return refused(fmt::format(
          "{} must be a text, a number, true, false, or an array of one of them", visible(name)));
    members.emplace(name, std::move(member));
  }
  return members;
}

}  // namespace freshet
