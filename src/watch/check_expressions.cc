#include <fmt/format.h>
#include <re2/re2.h>

#include "base/escape.h"
#include "base/utf8.h"
#include "select/css_selector.h"
#include "select/json_path.h"
#include "select/xpath.h"
#include "watch/watch_check.h"

namespace freshet {
namespace {

RE2::Options watch_regex_options() {
  RE2::Options options(RE2::Quiet);
  options.set_max_mem(WatchLimits::kRegexMemory);
  return options;
}

std::optional<std::string> check_regex(std::string_view expression) {
  const RE2 regex(re2::StringPiece(expression.data(), expression.size()), watch_regex_options());
  if (regex.ok()) return std::nullopt;
  return fmt::format("RE2 cannot use this regular expression: {}", visible(regex.error()));
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
      if (const auto selector = CssSelector::parse(part.expression); !selector)
        return selector.error().message;
      return std::nullopt;
    case WatchPart::Kind::regex:
      return check_regex(part.expression);
    case WatchPart::Kind::json_path:
      if (const auto path = JsonPath::parse(part.expression); !path) return path.error().message;
      return std::nullopt;
    case WatchPart::Kind::xpath:
      if (const auto xpath = XPath::parse(part.expression); !xpath) return xpath.error().message;
      return std::nullopt;
  }
  return std::nullopt;
}

std::optional<std::string> check_pattern(const TextPattern& pattern) {
  if (auto problem = check_expression_text(pattern.text)) return problem;
  return pattern.is_regex ? check_regex(pattern.text) : std::nullopt;
}

std::optional<int> regex_groups(std::string_view expression) {
  const RE2 regex(re2::StringPiece(expression.data(), expression.size()), watch_regex_options());
  if (!regex.ok()) return std::nullopt;
  return regex.NumberOfCapturingGroups();
}

}  // namespace freshet
