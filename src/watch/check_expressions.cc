#include <fmt/format.h>
#include <re2/re2.h>

#include "base/utf8.h"
#include "select/css_selector.h"
#include "select/json_path.h"
#include "select/text_regex.h"
#include "select/xpath.h"
#include "watch/watch_check.h"

namespace freshet {
namespace {

template <class Parsed>
std::optional<std::string> problem_of_parsed(const Result<Parsed>& parsed) {
  if (parsed) return std::nullopt;
  return parsed.error().message;
}

std::optional<std::string> check_expression_text(std::string_view text) {
  if (text.empty()) return "must not be empty";
  if (text.size() > WatchLimits::kExpressionBytes)
    return fmt::format("longer than {} bytes", WatchLimits::kExpressionBytes);
  if (valid_utf8_length(text) != text.size()) return "not UTF-8";
  if (text.contains('\0')) return "a NUL byte is not allowed here";
  return std::nullopt;
}

}  // namespace

std::optional<std::string> check_part(const WatchPart& part) {
  if (auto problem = check_expression_text(part.expression)) return problem;
  switch (part.kind) {
    case WatchPart::Kind::css:
      return problem_of_parsed(CssSelector::parse(part.expression));
    case WatchPart::Kind::xpath:
      return problem_of_parsed(XPath::parse(part.expression));
    case WatchPart::Kind::json_path:
      return problem_of_parsed(JsonPath::parse(part.expression));
    case WatchPart::Kind::regex:
      return problem_of_parsed(TextRegex::parse(part.expression));
  }
  return std::nullopt;
}

std::optional<std::string> check_pattern(const TextPattern& pattern) {
  if (auto problem = check_expression_text(pattern.text)) return problem;
  return problem_of_parsed(pattern.is_regex ? TextRegex::parse(pattern.text)
                                            : TextRegex::of_words(pattern.text));
}

std::optional<int> regex_groups(std::string_view expression) {
  RE2::Options options(RE2::Quiet);
  options.set_max_mem(TextRegex::kMemoryMax);
  const RE2 regex(re2::StringPiece(expression.data(), expression.size()), options);
  if (!regex.ok()) return std::nullopt;
  return regex.NumberOfCapturingGroups();
}

}  // namespace freshet
