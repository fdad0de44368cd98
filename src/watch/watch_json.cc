// Holds only what the registry needs; it is to be replaced by the complete form.
#include "watch/watch_json.h"

#include <nlohmann/json.hpp>

namespace freshet {

std::string to_json(const WatchSpec& watch) {
  nlohmann::json json = {{"url", watch.url},
                         {"scope", static_cast<int>(watch.scope)},
                         {"name", watch.name},
                         {"note", watch.note},
                         {"tags", watch.tags},
                         {"channels", watch.channels},
                         {"importance", static_cast<int>(watch.importance)},
                         {"is_paused", watch.is_paused},
                         {"is_muted", watch.is_muted},
                         {"user", watch.request.user}};
  for (const NameValue& header : watch.request.headers)
    json["headers"].push_back({header.name, header.value});
  for (const NameValue& header : watch.request.secret_headers)
    json["secret_headers"].push_back(header.name);
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Result<WatchSpec> watch_from_json(std::string_view text) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object() || !json.contains("url") || !json["url"].is_string())
    return std::unexpected(Error{Errc::invalid, "a watch is a JSON object with a url"});
  WatchSpec watch{.url = json["url"].get<std::string>(),
                  .scope = static_cast<WatchScope>(json.value("scope", 0)),
                  .name = json.value("name", ""),
                  .note = json.value("note", ""),
                  .tags = json.value("tags", std::vector<std::string>())};
  watch.channels = json.value("channels", std::vector<std::string>());
  watch.importance = static_cast<Importance>(json.value("importance", 1));
  watch.is_paused = json.value("is_paused", false);
  watch.is_muted = json.value("is_muted", false);
  watch.request.user = json.value("user", "");
  for (const auto& header : json.value("headers", nlohmann::json::array()))
    watch.request.headers.push_back({header[0].get<std::string>(), header[1].get<std::string>()});
  for (const auto& name : json.value("secret_headers", nlohmann::json::array()))
    watch.request.secret_headers.push_back({name.get<std::string>(), {}});
  return watch;
}

}  // namespace freshet
