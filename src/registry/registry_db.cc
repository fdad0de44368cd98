#include "registry/registry_db.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/json.h"
#include "base/stored_time.h"
#include "base/utf8.h"
#include "registry/limits.h"
#include "registry/passes.h"

namespace freshet {

std::int64_t rows_at_most(std::size_t wanted) {
  return static_cast<std::int64_t>(std::clamp<std::size_t>(wanted, 1, kRowsMax));
}

Status check_length(std::string_view what, std::string_view text, std::size_t bytes_max) {
  if (text.size() <= bytes_max) return {};
  return refusal(Errc::limit, fmt::format("{}: it has {} bytes; at most {} are kept", what,
                                          text.size(), bytes_max));
}

Status check_name(std::string_view what, std::string_view name) {
  const Status fits = check_length(what, name, kNameBytesMax);
  if (!fits) return fits;
  const auto refuse = [&](std::string_view why) -> Status {
    return refusal(Errc::invalid, fmt::format("{} \"{}\": {}", what, visible(name), why));
  };
  if (name.empty()) return refuse("it is empty");
  if (valid_utf8_length(name) != name.size()) return refuse("it is not UTF-8");
  if (trim_ascii_whitespace(name) != name) return refuse("it begins or ends with a space");
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
  if (std::ranges::any_of(name, is_control)) return refuse("it has a control character");
  return {};
}

Result<std::int64_t> last_row(Sqlite& db) {
  const auto id = db.number("SELECT last_insert_rowid()");
  if (!id) return std::unexpected(id.error());
  return id->value_or(0);
}

void note_use(RegistryDb& db, const char* sql, const std::string& id, std::optional<Time> last,
              Time now) {
  if (!db.sql().may_write() || (last && is_recent(*last, now, kUseWritten))) return;
  static_cast<void>(db.transact([&] { return db.sql().run(sql, id, stored(now)); }));
}

std::string names_to_json(const std::vector<std::string>& names) {
  JsonWriter json;
  json.begin_array();
  for (const std::string& name : names) json.value(name);
  json.end_array();
  return json.take();
}

std::vector<std::string> names_from_json(std::string_view text) {
  std::vector<std::string> names;
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_array()) return names;
  for (const auto& name : json)
    if (name.is_string()) names.push_back(name.get<std::string>());
  return names;
}

}  // namespace freshet
