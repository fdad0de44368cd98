#include "select/xpath_syntax.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "base/ascii.h"
#include "base/escape.h"
#include "select/xpath.h"

namespace freshet {
namespace {

// XPath 1.0, sections 4 and 2.3; and operators, which may stand before a parenthesis.
constexpr std::array<std::string_view, 35> kBeforeParenthesis = {"last",
                                                                 "position",
                                                                 "count",
                                                                 "id",
                                                                 "local-name",
                                                                 "namespace-uri",
                                                                 "name",
                                                                 "string",
                                                                 "concat",
                                                                 "starts-with",
                                                                 "contains",
                                                                 "substring-before",
                                                                 "substring-after",
                                                                 "substring",
                                                                 "string-length",
                                                                 "normalize-space",
                                                                 "translate",
                                                                 "boolean",
                                                                 "not",
                                                                 "true",
                                                                 "false",
                                                                 "lang",
                                                                 "number",
                                                                 "sum",
                                                                 "floor",
                                                                 "ceiling",
                                                                 "round",
                                                                 "comment",
                                                                 "text",
                                                                 "processing-instruction",
                                                                 "node",
                                                                 "and",
                                                                 "or",
                                                                 "div",
                                                                 "mod"};

bool is_xpath_name_byte(char c) {
  return is_ascii_alnum(c) || c == '-' || c == '_' || c == '.' || c == ':' || !is_ascii(c);
}

Error xpath_error(std::string_view problem, std::size_t at) {
  return {Errc::invalid, fmt::format("{}, at byte {} of the XPath", problem, at + 1)};
}

// Returns the place behind the word that begins at `at`.
std::size_t end_of_word(std::string_view text, std::size_t at) {
  while (at < text.size() && is_xpath_name_byte(text[at])) ++at;
  return at;
}

Status check_word(std::string_view text, std::size_t begin, std::size_t end) {
  std::size_t next = end;
  while (next < text.size() && is_ascii_whitespace(text[next])) ++next;
  if (next == text.size() || text[next] != '(') return {};
  std::string_view word = text.substr(begin, end - begin);
  if (const auto axis = word.rfind("::"); axis != std::string_view::npos)
    word.remove_prefix(axis + 2);
  if (word.empty() || std::ranges::find(kBeforeParenthesis, word) != kBeforeParenthesis.end())
    return {};
  return std::unexpected(
      xpath_error(fmt::format("XPath 1.0 has no function {}()", visible(word)), begin));
}

}  // namespace

Status check_xpath_words(std::string_view text) {
  std::size_t depth = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '"' || c == '\'') {
      const std::size_t end = text.find(c, at + 1);
      if (end == std::string_view::npos)
        return std::unexpected(xpath_error("the text is not closed", at));
      at = end + 1;
    } else if (is_ascii_alpha(c) || c == '_' || !is_ascii(c)) {
      const std::size_t end = end_of_word(text, at);
      if (auto word = check_word(text, at, end); !word) return word;
      at = end;
    } else {
      if (c == '$') return std::unexpected(xpath_error("there are no variables", at));
      if (c == '\0') return std::unexpected(xpath_error("there is a NUL", at));
      if (c == '(' || c == '[') ++depth;
      if ((c == ')' || c == ']') && depth > 0) --depth;
      if (depth > kXPathNestingMax)
        return std::unexpected(xpath_error("the expression is nested too deeply", at));
      ++at;
    }
  }
  return {};
}

}  // namespace freshet
