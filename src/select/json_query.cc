#include "select/json_query.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.h"
#include "base/utf8.h"
#include "select/json_path.h"
#include "select/json_reader.h"

namespace freshet {
namespace {

// RFC 9535, section 2.4.1: a function takes values or nodes, and gives a value or a truth.
struct FunctionRow {
  std::string_view name;
  JsonFunction function;
  std::size_t arguments;
  bool takes_nodes;
  bool gives_truth;
};

constexpr std::array<FunctionRow, 5> kFunctionRows = {
    {{"length", JsonFunction::length, 1, false, false},
     {"count", JsonFunction::count, 1, true, false},
     {"match", JsonFunction::match, 2, false, true},
     {"search", JsonFunction::search, 2, false, true},
     {"value", JsonFunction::value, 1, true, false}}};

const FunctionRow& row_of(JsonFunction function) {
  return *std::ranges::find(kFunctionRows, function, &FunctionRow::function);
}

// Recursive descent over the grammar of RFC 9535, appendix A.
class JsonQueryParser : private JsonReader {
 public:
  explicit JsonQueryParser(std::string_view text) : JsonReader(text) {}

  Result<JsonQuery> parse() {
    JsonQuery query;
    if (take('$') ? read_segments(query) : fail("a JSONPath begins with $, not with {}"))
      if (!ends()) fail("there is an unexpected {}");
    if (error().empty()) return query;
    return std::unexpected(Error{Errc::invalid, error()});
  }

 private:
  using Expression = JsonExpression;

  // --- Segments and selectors (2.3, 2.5) ---

  bool read_segments(JsonQuery& query) {
    while (true) {
      const std::size_t before = place();
      skip_spaces();
      if (peek() != '.' && peek() != '[') {
        go_to(before);
        return true;
      }
      JsonSegment segment;
      segment.is_descendant = take("..");
      if (!read_segment(segment)) return false;
      query.segments.push_back(std::move(segment));
    }
  }

  bool read_segment(JsonSegment& segment) {
    if (take('[')) return read_brackets(segment);
    if (!segment.is_descendant && !take('.')) return fail("a . is expected, not {}");
    JsonSelector selector;
    if (!take('*')) {
      if (!begins_name()) return fail("a name or * is expected, not {}");
      selector.kind = JsonSelector::Kind::name;
      selector.name = read_name();
    }
    segment.selectors.push_back(std::move(selector));
    return true;
  }

  bool read_brackets(JsonSegment& segment) {
    do {
      skip_spaces();
      JsonSelector selector;
      if (!read_selector(selector)) return false;
      segment.selectors.push_back(std::move(selector));
      skip_spaces();
    } while (take(','));
    return take(']') || fail("a ] is expected, not {}");
  }

  bool read_selector(JsonSelector& selector) {
    using Kind = JsonSelector::Kind;
    if (take('*')) return true;
    if (peek() == '"' || peek() == '\'') {
      selector.kind = Kind::name;
      return read_text(selector.name);
    }
    if (take('?')) {
      selector.kind = Kind::filter;
      skip_spaces();
      return read_filter(selector);
    }
    if (peek() != ':' && peek() != '-' && !is_ascii_digit(peek()))
      return fail("a name, index, slice, * or filter is expected, not {}");
    return read_index_or_slice(selector);
  }

  bool read_filter(JsonSelector& selector) {
    if (!enter()) return false;
    selector.filter.emplace_back();
    const bool is_read = read_any(selector.filter.back());
    --nesting_;
    return is_read;
  }

  bool read_index_or_slice(JsonSelector& selector) {
    selector.kind = JsonSelector::Kind::index;
    const bool has_start = peek() != ':';
    if (has_start && !read_integer(selector.index)) return false;
    const std::size_t behind = place();
    skip_spaces();
    if (!take(':')) {
      go_to(behind);
      return true;
    }
    selector.kind = JsonSelector::Kind::slice;
    if (has_start) selector.start = selector.index;
    skip_spaces();
    if (begins_number()) {
      std::int64_t end = 0;
      if (!read_integer(end)) return false;
      selector.end = end;
      skip_spaces();
    }
    if (!take(':')) return true;
    skip_spaces();
    return !begins_number() || read_integer(selector.step);
  }

  bool begins_number() const { return peek() == '-' || is_ascii_digit(peek()); }

  // --- Filters (2.3.5) ---

  bool enter() {
    return ++nesting_ <= kJsonPathNestingMax || fail("the query is nested too deeply");
  }

  bool read_any(Expression& out) {
    return read_joined(out, Expression::Kind::any, "||", &JsonQueryParser::read_all);
  }
  bool read_all(Expression& out) {
    return read_joined(out, Expression::Kind::all, "&&", &JsonQueryParser::read_basic);
  }

  bool read_joined(Expression& out, Expression::Kind kind, std::string_view sign,
                   bool (JsonQueryParser::*read_part)(Expression&)) {
    std::vector<Expression> parts(1);
    if (!(this->*read_part)(parts.back())) return false;
    while (true) {
      const std::size_t behind = place();
      skip_spaces();
      if (!take(sign)) {
        go_to(behind);
        break;
      }
      skip_spaces();
      parts.emplace_back();
      if (!(this->*read_part)(parts.back())) return false;
    }
    if (parts.size() == 1) {
      out = std::move(parts.front());
      return true;
    }
    out.kind = kind;
    out.parts = std::move(parts);
    return true;
  }

  bool read_basic(Expression& out) {
    const bool is_negated = take('!');
    if (is_negated) skip_spaces();
    Expression inner;
    if (take('(')) {
      if (!enter()) return false;
      skip_spaces();
      if (!read_any(inner)) return false;
      --nesting_;
      skip_spaces();
      if (!take(')')) return fail("a ) is expected, not {}");
    } else if (!read_test_or_comparison(inner, is_negated)) {
      return false;
    }
    if (!is_negated) {
      out = std::move(inner);
      return true;
    }
    out.kind = Expression::Kind::negation;
    out.parts.push_back(std::move(inner));
    return true;
  }

  bool read_test_or_comparison(Expression& out, bool is_negated) {
    const std::size_t begin = place();
    Expression left;
    if (!read_operand(left)) return false;
    const std::size_t behind = place();
    skip_spaces();
    JsonOperator op{};
    if (is_negated || !take_operator(op)) {
      go_to(behind);
      out = std::move(left);
      return check_test(out, begin);
    }
    if (!check_comparable(left, begin)) return false;
    skip_spaces();
    const std::size_t right_begin = place();
    Expression right;
    if (!read_operand(right) || !check_comparable(right, right_begin)) return false;
    out.kind = Expression::Kind::comparison;
    out.op = op;
    out.parts.push_back(std::move(left));
    out.parts.push_back(std::move(right));
    return true;
  }

  bool take_operator(JsonOperator& op) {
    static constexpr std::array<std::pair<std::string_view, JsonOperator>, 6> kOperators = {
        {{"==", JsonOperator::equal},
         {"!=", JsonOperator::unequal},
         {"<=", JsonOperator::less_or_equal},
         {">=", JsonOperator::more_or_equal},
         {"<", JsonOperator::less},
         {">", JsonOperator::more}}};
    for (const auto& [sign, meaning] : kOperators) {
      if (!take(sign)) continue;
      op = meaning;
      return true;
    }
    return false;
  }

  bool check_test(const Expression& tested, std::size_t begin) {
    if (tested.kind == Expression::Kind::literal)
      return fail_at(begin, "a value alone is no condition; compare it");
    if (tested.kind == Expression::Kind::call && !row_of(tested.function).gives_truth)
      return fail_at(begin, fmt::format("{}() alone is no condition; compare it",
                                        row_of(tested.function).name));
    return true;
  }

  bool check_comparable(const Expression& operand, std::size_t begin) {
    if (operand.kind == Expression::Kind::query && !operand.query.is_singular())
      return fail_at(begin, "a query that may find several nodes cannot be compared");
    if (operand.kind == Expression::Kind::call && row_of(operand.function).gives_truth)
      return fail_at(begin, fmt::format("{}() is a condition and cannot be compared",
                                        row_of(operand.function).name));
    return true;
  }

  // Reads a literal, a query or a call.
  bool read_operand(Expression& out) {
    if (peek() == '@' || peek() == '$') {
      out.kind = Expression::Kind::query;
      out.query.is_relative = take('@');
      if (!out.query.is_relative) take('$');
      return read_segments(out.query);
    }
    if (peek() == '"' || peek() == '\'') {
      out.literal.kind = JsonLiteral::Kind::text;
      return read_text(out.literal.text);
    }
    if (begins_number()) {
      out.literal.kind = JsonLiteral::Kind::number;
      return read_number(out.literal.number);
    }
    if (!is_ascii_lower(peek())) return fail("a query, value or function is expected, not {}");
    return read_word_or_call(out);
  }

  bool read_word_or_call(Expression& out) {
    const std::size_t begin = place();
    const std::string word = read_word();
    if (take('(')) return read_call(out, word, begin);
    if (word == "true" || word == "false") {
      out.literal.kind = JsonLiteral::Kind::boolean;
      out.literal.truth = word == "true";
      return true;
    }
    return word == "null" || fail_at(begin, fmt::format("\"{}\" is no value", word));
  }

  bool read_call(Expression& out, const std::string& word, std::size_t begin) {
    const auto* row = std::ranges::find(kFunctionRows, word, &FunctionRow::name);
    if (row == kFunctionRows.end())
      return fail_at(begin, fmt::format("JSONPath has no function {}()", word));
    if (!enter()) return false;
    out.kind = Expression::Kind::call;
    out.function = row->function;
    skip_spaces();
    while (peek() != ')') {
      const std::size_t argument = place();
      out.parts.emplace_back();
      if (!read_operand(out.parts.back()) || !check_argument(*row, out.parts.back(), argument))
        return false;
      skip_spaces();
      if (!take(',')) break;
      skip_spaces();
      if (peek() == ')') return fail("an argument is expected, not {}");
    }
    --nesting_;
    if (!take(')')) return fail("a ) is expected, not {}");
    if (out.parts.size() != row->arguments)
      return fail_at(begin, fmt::format("{}() takes {} argument{}", row->name, row->arguments,
                                        row->arguments == 1 ? "" : "s"));
    return compile_regex(out);
  }

  bool check_argument(const FunctionRow& row, const Expression& argument, std::size_t begin) {
    if (!row.takes_nodes) return check_comparable(argument, begin);
    return argument.kind == Expression::Kind::query ||
           fail_at(begin, fmt::format("{}() takes a query", row.name));
  }

  // An expression that cannot be read matches nothing (2.4.6).
  bool compile_regex(Expression& call) {
    if (call.parts.size() < 2 || call.parts[1].kind != Expression::Kind::literal) return true;
    if (auto regex = TextRegex::parse_i_regexp(call.parts[1].literal.text))
      call.regex = *std::move(regex);
    return true;
  }

  std::size_t nesting_ = 0;
};

}  // namespace

bool JsonQuery::is_singular() const {
  return std::ranges::all_of(segments, [](const JsonSegment& segment) {
    return !segment.is_descendant && segment.selectors.size() == 1 &&
           (segment.selectors[0].kind == JsonSelector::Kind::name ||
            segment.selectors[0].kind == JsonSelector::Kind::index);
  });
}

Result<JsonQuery> parse_json_query(std::string_view text) {
  if (text.size() > kJsonPathTextMax)
    return std::unexpected(Error{
        Errc::invalid, fmt::format("the JSONPath is longer than {} bytes", kJsonPathTextMax)});
  if (const std::size_t good = valid_utf8_length(text); good != text.size())
    return std::unexpected(
        Error{Errc::invalid, fmt::format("the JSONPath is not UTF-8, at byte {}", good + 1)});
  return JsonQueryParser(text).parse();
}

}  // namespace freshet
