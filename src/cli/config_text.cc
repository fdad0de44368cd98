#include "cli/config_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <variant>
#include <vector>

#include "base/escape.h"
#include "base/json.h"

namespace freshet {
namespace {

constexpr std::size_t kValueColumns = 34;  // longer lists go on below

std::string_view name_of(Source::Kind kind) {
  switch (kind) {
    case Source::Kind::built_in:
      return "default";
    case Source::Kind::file:
      return "file";
    case Source::Kind::environment:
      return "environment";
    case Source::Kind::flag:
      return "flag";
  }
  return "";
}

void write_value(JsonWriter& json, const Value& value) {
  if (const auto* words = std::get_if<std::vector<std::string>>(&value)) {
    json.begin_array();
    for (const std::string& word : *words) json.value(word);
    json.end_array();
    return;
  }
  if (const auto* claim = std::get_if<bool>(&value)) json.value(*claim);
  if (const auto* number = std::get_if<std::int64_t>(&value)) json.value(*number);
  if (const auto* word = std::get_if<std::string>(&value)) json.value(*word);
}

// Breaks a long list after its commas.
std::vector<std::string> lines_of_value(std::string_view text) {
  std::vector<std::string> lines;
  while (text.size() > kValueColumns) {
    const std::size_t space = text.rfind(", ", kValueColumns - 1);
    if (space == std::string_view::npos) break;
    lines.emplace_back(text.substr(0, space + 1));
    text.remove_prefix(space + 2);
  }
  lines.emplace_back(text);
  return lines;
}

}  // namespace

std::string to_json(const Config& config) {
  JsonWriter json;
  json.begin_object().key("file");
  if (config.file.empty()) {
    json.null();
  } else {
    json.value(config.file);
  }
  json.key("settings").begin_object();
  for (std::size_t i = 0; i < known_settings().size(); ++i) {
    const Setting& setting = known_settings()[i];
    json.key(setting.key).begin_object().key("value");
    write_value(json, setting.read(config.settings));
    json.key("source").value(name_of(config.sources[i].kind)).key("where");
    if (config.sources[i].where.empty()) {
      json.null();
    } else {
      json.value(config.sources[i].where);
    }
    json.key("default");
    write_value(json, setting.read(Settings{}));
    json.end_object();
  }
  return json.end_object().end_object().take();
}

void print_config(const Config& config, bool in_color, Output& out) {
  std::size_t key_columns = 0, value_columns = 0;
  std::vector<std::vector<std::string>> values;
  for (const Setting& setting : known_settings()) {
    key_columns = std::max(key_columns, setting.key.size());
    values.push_back(lines_of_value(shown(setting.read(config.settings))));
    for (const std::string& line : values.back())
      value_columns = std::max(value_columns, line.size());
  }
  const std::string header =
      fmt::format("{:{}}  {:{}}  {}", "KEY", key_columns, "VALUE", value_columns, "SOURCE");
  out.write(in_color ? fmt::format("\x1B[1m{}\x1B[0m\n", header) : header + "\n");
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Source& source = config.sources[i];
    out.write(fmt::format("{:{}}  {:{}}  {}\n", known_settings()[i].key, key_columns,
                          values[i].front(), value_columns,
                          source.where.empty() ? name_of(source.kind) : visible(source.where)));
    for (std::size_t line = 1; line < values[i].size(); ++line)
      out.write(fmt::format("{:{}}  {}\n", "", key_columns, values[i][line]));
  }
}

}  // namespace freshet
