#include "registrar/listed.h"

#include <charconv>

#include "base/json.h"

namespace freshet {

Result<std::optional<std::int64_t>> cursor_number(const ListPart& part) {
  if (part.cursor.empty()) return std::nullopt;
  std::int64_t number = 0;
  const char* const end = part.cursor.data() + part.cursor.size();
  const auto [stop, error] = std::from_chars(part.cursor.data(), end, number);
  if (error != std::errc() || stop != end)
    return std::unexpected(Error{Errc::invalid, "cursor: use \"next\" of the answer before"});
  return number;
}

std::string list_json(const std::vector<std::string>& items,
                      const std::optional<std::string>& next) {
  std::string json = R"({"items":[)";
  for (std::size_t i = 0; i < items.size(); ++i) json.append(i == 0 ? "" : ",").append(items[i]);
  JsonWriter end;
  next ? end.value(*next) : end.null();
  return json.append(R"(],"next":)").append(end.take()).append("}");
}

}  // namespace freshet
