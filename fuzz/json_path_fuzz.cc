// Reads: src/select/json_path.cc src/select/json_query.cc src/select/json_reader.cc
//
// A query, and a document behind the first line end.
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "base/utf8.h"
#include "select/json_path.h"

using freshet::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view all(reinterpret_cast<const char*>(bytes), size);
  const std::size_t end = all.find('\n');
  const auto path = freshet::JsonPath::parse(all.substr(0, end));
  if (!path) require(path.error().code == freshet::Errc::invalid, "a wrong query is invalid");
  std::string json = R"({"a": [1, 2.5, "x", {"b": null, "c": [true]}], "d": {"a": "xy", "e": -1}})";
  if (end != all.npos) json = freshet::repair_utf8(all.substr(end + 1));
  const auto document = freshet::JsonDocument::parse(json);
  if (!document) return 0;
  require(!document->lines().empty(), "a document has lines");
  if (!path) return 0;
  const auto found = path->find(*document);
  if (!found) return 0;
  for (const freshet::JsonMatch& match : *found) {
    require(!match.lines.empty(), "a value has lines");
    if (match.path.size() > freshet::kJsonPathTextMax) continue;
    const auto same = freshet::JsonPath::parse(match.path);
    require(same.has_value(), "a normalized path is a query");
    const auto again = same->find(*document);
    require(again && again->size() == 1 && again->front() == match, "... that finds its value");
  }
  return 0;
}
