// JSONPath (RFC 9535): queries over a JSON document.
//
// All of the RFC: child and descendant segments; name, wildcard, index, slice and filter selectors;
// the functions length, count, match, search and value, whose types are checked when the query is
// read. Regular expressions are RE2's. Members are visited in the order of their names, so that the
// same document gives the same results.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace freshet {

inline constexpr std::size_t kJsonBytesMax = std::size_t{16} << 20;  // of a document
inline constexpr std::size_t kJsonDepthMax = 200;                    // of arrays and objects

inline constexpr std::size_t kJsonPathTextMax = 4096;        // bytes of a query
inline constexpr std::size_t kJsonPathNestingMax = 32;       // of filters, calls and parentheses
inline constexpr std::size_t kJsonPathStepsMax = 2'000'000;  // of one search
inline constexpr std::size_t kJsonPathFoundMax = 20'000;     // results; more: Errc::limit
inline constexpr std::size_t kJsonLinesBytesMax = std::size_t{8} << 20;  // of all results

struct JsonValue;  // a value of the library
struct JsonQuery;  // a parsed query

// Immutable; any thread may use it.
class JsonDocument {
 public:
  // `text` is UTF-8. Errc::invalid if it is not JSON or nested too deeply, Errc::limit if it is too
  // long.
  static Result<JsonDocument> parse(std::string_view text);

  // Returns the document, one member or element a line, indented by two spaces a level, members in
  // the order of their names, without commas: a new last element changes no other line.
  std::vector<std::string> lines() const;

 private:
  friend class JsonPath;
  explicit JsonDocument(std::shared_ptr<const JsonValue> root) : root_(std::move(root)) {}

  std::shared_ptr<const JsonValue> root_;
};

struct JsonMatch {
  std::string path = {};                // the normalized path: $['a'][0]
  std::vector<std::string> lines = {};  // those of the value; a text without its quotes

  bool operator==(const JsonMatch&) const = default;
};

// Immutable; any thread may use it.
class JsonPath {
 public:
  // Errc::invalid with a sentence that names the place.
  static Result<JsonPath> parse(std::string_view text);

  // Errc::limit if the search takes too many steps or finds too much.
  Result<std::vector<JsonMatch>> find(const JsonDocument& document) const;

 private:
  explicit JsonPath(std::shared_ptr<const JsonQuery> query) : query_(std::move(query)) {}

  std::shared_ptr<const JsonQuery> query_;
};

}  // namespace freshet
