// A parsed JSONPath query (RFC 9535, section 2). Internal to select/.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "select/text_regex.h"

namespace freshet {

struct JsonExpression;

struct JsonSelector {
  enum class Kind : std::uint8_t { name, wildcard, index, slice, filter };

  Kind kind = Kind::wildcard;
  std::string name;
  std::int64_t index = 0;
  std::optional<std::int64_t> start;
  std::optional<std::int64_t> end;
  std::int64_t step = 1;
  std::vector<JsonExpression> filter;  // one
};

struct JsonSegment {
  bool is_descendant = false;
  std::vector<JsonSelector> selectors;
};

struct JsonQuery {
  bool is_relative = false;  // begins with @
  std::vector<JsonSegment> segments;

  // Returns true if it gives at most one node, whatever the document (2.3.5.1).
  bool is_singular() const;
};

enum class JsonOperator : std::uint8_t { equal, unequal, less, less_or_equal, more, more_or_equal };
enum class JsonFunction : std::uint8_t { length, count, match, search, value };

struct JsonLiteral {
  enum class Kind : std::uint8_t { null, boolean, number, text };

  Kind kind = Kind::null;
  bool truth = false;
  double number = 0;
  std::string text;
};

struct JsonExpression {
  enum class Kind : std::uint8_t { any, all, negation, comparison, query, literal, call };

  Kind kind = Kind::literal;
  JsonOperator op = JsonOperator::equal;
  JsonFunction function = JsonFunction::length;
  JsonQuery query;
  JsonLiteral literal;
  std::vector<JsonExpression> parts;  // operands or arguments
  std::optional<TextRegex> regex;     // of match and search, if it stands in the query
};

// Errc::invalid with a sentence that names the place.
Result<JsonQuery> parse_json_query(std::string_view text);

}  // namespace freshet
