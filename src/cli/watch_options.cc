#include "cli/watch_options.h"

#include <nlohmann/json.hpp>
#include <utility>

namespace freshet {
namespace {

using Json = nlohmann::json;

struct TextOption {
  std::string_view option;
  std::string_view member;
};
constexpr TextOption kTextOptions[] = {
    {"--name", "name"}, {"--note", "note"}, {"--scope", "scope"}, {"--importance", "importance"}};
constexpr TextOption kListOptions[] = {{"--tag", "tags"}, {"--channel", "channels"}};
constexpr TextOption kPartOptions[] = {
    {"--css", "css"}, {"--xpath", "xpath"}, {"--json-path", "json_path"}, {"--regex", "regex"}};
constexpr TextOption kPatternOptions[] = {{"--ignore", "ignored"}, {"--keep", "kept"}};

}  // namespace

std::vector<Option> watch_options() {
  return {
      {"--name", "NAME", "Name of the watch"},
      {"--note", "TEXT", "Note for people"},
      {"--scope",
       "SCOPE",
       "One page, all below it, or its site",
       false,
       "",
       {"page", "prefix", "site"}},
      {"--tag", "TAG", "Give it this tag; may be repeated", true},
      {"--channel", "NAME", "Tell this channel; may be repeated", true},
      {"--css", "SELECTOR", "Compare what this CSS selector finds", true},
      {"--xpath", "PATH", "Compare what this XPath 1.0 expression finds", true},
      {"--json-path", "PATH", "Compare what this JSONPath finds", true},
      {"--regex", "PATTERN", "Compare what this expression (RE2) finds", true},
      {"--ignore", "TEXT", "Lines with this text do not count", true},
      {"--keep", "TEXT", "Only lines with this text count", true},
      {"--every", "TIME", "Check at this interval, such as 1h; \"\": at a learned one"},
      {"--cron", "CRON", "Check at these times: five fields"},
      {"--importance", "HOW", "Importance of a change", false, "", {"low", "normal", "high"}},
      {"--set", "JSON", "Set any members of a watch: {\"confirmations\": 2}"},
  };
}

std::expected<std::string, Failure> watch_patch_of(const Session& session) {
  const Arguments& arguments = session.arguments;
  Json patch = Json::object();
  for (const auto& [option, member] : kTextOptions)
    if (const auto& value = arguments.value(option)) patch[member] = *value;
  for (const auto& [option, member] : kListOptions)
    if (arguments.has(option)) patch[member] = arguments.values(option);
  for (const auto& [option, kind] : kPartOptions)
    for (const std::string& expression : arguments.values(option))
      patch["parts"].push_back({{"kind", kind}, {"expression", expression}});
  for (const auto& [option, member] : kPatternOptions)
    for (const std::string& text : arguments.values(option))
      patch[member].push_back({{"text", text}});
  if (const auto& every = arguments.value("--every"))
    patch["times"]["every"] = every->empty() ? Json(nullptr) : Json(*every);
  if (const auto& cron = arguments.value("--cron")) patch["times"]["cron"] = *cron;
  if (const auto& set = arguments.value("--set")) {
    const Json more = Json::parse(*set, nullptr, false);
    if (!more.is_object()) return wrong_usage("--set must be a JSON object");
    patch.merge_patch(more);
    // merge_patch deletes what is null; here it means the default.
    for (const auto& [name, value] : more.items())
      if (value.is_null()) patch[name] = nullptr;
  }
  return patch.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace freshet
