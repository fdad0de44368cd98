#include "notify/stored_channel.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "base/escape.h"
#include "base/json.h"

namespace freshet {
namespace {

std::optional<std::map<std::string, std::string>> fields_of(std::string_view text) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  std::map<std::string, std::string> fields;
  for (const auto& [name, value] : json.items()) {
    if (!value.is_string()) return std::nullopt;
    fields[name] = value.get<std::string>();
  }
  return fields;
}

}  // namespace

std::string store_channel_fields(const std::map<std::string, std::string>& fields) {
  JsonWriter json;
  json.begin_object();
  for (const auto& [name, value] : fields) json.key(name).value(value);
  return json.end_object().take();
}

Result<ChannelConfig> read_channel(std::string_view kind, std::string_view name,
                                   std::string_view settings, std::string_view secrets) {
  const auto its_kind = parse_channel_kind(kind);
  auto shown = fields_of(settings), hidden = fields_of(secrets);
  if (!its_kind || !shown || !hidden)
    return std::unexpected(Error{
        Errc::corrupt,
        fmt::format("channel \"{}\": its settings cannot be read; add it again", visible(name))});
  return ChannelConfig{.kind = *its_kind,
                       .name = std::string(name),
                       .settings = *std::move(shown),
                       .secrets = *std::move(hidden)};
}

}  // namespace freshet
