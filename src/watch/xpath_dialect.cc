#include "watch/xpath_dialect.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "base/ascii.h"
#include "base/escape.h"

namespace freshet {
namespace {

constexpr auto kXPathFunctions = std::to_array<std::string_view>({"last",
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
                                                                  "round"});
constexpr auto kXPathNodeTests =
    std::to_array<std::string_view>({"text", "node", "comment", "processing-instruction"});
constexpr auto kXPathOperators = std::to_array<std::string_view>({"and", "or", "div", "mod"});

template <std::size_t N>
bool is_among(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::ranges::find(words, word) != words.end();
}

bool is_name_byte(char c) {
  return is_ascii_alnum(c) || c == '_' || c == '-' || c == '.' || !is_ascii(c);
}

// Walks along the tokens; remembers if the last one ended an operand, since a name behind an
// operand is an operator.
class XPathWalk {
 public:
  explicit XPathWalk(std::string_view text) : text_(text) {}

  std::optional<std::string> problem() {
    while (at_ < text_.size() && !found_) step();
    return found_;
  }

 private:
  enum class Bracket { call, group, predicate };

  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  void refuse(std::string why) { found_ = std::move(why); }

  void step() {
    const char c = peek();
    if (is_ascii_whitespace(c)) {
      ++at_;
    } else if (c == '"' || c == '\'') {
      literal(c);
    } else if (is_ascii_digit(c)) {
      while (is_ascii_digit(peek()) || peek() == '.') ++at_;
      ends_operand_ = true;
    } else if (c == '.') {
      at_ += peek(1) == '.' ? 2 : 1;
      ends_operand_ = true;
      follows_slash_ = false;
    } else if (is_name_byte(c)) {
      name();
    } else {
      mark(c);
    }
  }

  void literal(char quote) {
    const auto end = text_.find(quote, at_ + 1);
    if (end == std::string_view::npos) return refuse("a text in it does not end");
    at_ = end + 1;
    ends_operand_ = true;
  }

  void name() {
    const std::size_t start = at_;
    while (is_name_byte(peek())) ++at_;
    const std::string_view word = text_.substr(start, at_ - start);
    std::size_t next = at_;
    while (next < text_.size() && is_ascii_whitespace(text_[next])) ++next;
    const char after = next < text_.size() ? text_[next] : '\0';
    if (ends_operand_) {
      if (!is_among(word, kXPathOperators))
        return refuse(fmt::format("XPath 1.0 has no operator \"{}\"", visible(word)));
      ends_operand_ = false;
      follows_slash_ = false;
      return;
    }
    if (after == ':' && text_.substr(next).starts_with("::")) {
      at_ = next + 2;  // an axis
      return;
    }
    if (after == ':') return refuse("names with a namespace prefix are not supported");
    if (after == '(') return call(word, next);
    ends_operand_ = true;
    follows_slash_ = false;
  }

  void call(std::string_view word, std::size_t bracket_at) {
    const bool is_node_test = is_among(word, kXPathNodeTests);
    if (!is_node_test && !is_among(word, kXPathFunctions))
      return refuse(fmt::format("XPath 1.0 has no function {}()", visible(word)));
    if (!is_node_test && follows_slash_)
      return refuse("XPath 1.0 does not allow a function call behind a slash");
    at_ = bracket_at + 1;
    brackets_.push_back(Bracket::call);
    follows_slash_ = false;
  }

  void open(char c) {
    if (c == '(' && follows_slash_)
      return refuse("XPath 1.0 does not allow a bracket behind a slash");
    brackets_.push_back(c == '(' ? Bracket::group : Bracket::predicate);
    ends_operand_ = false;
  }

  void mark(char c) {
    ++at_;
    const bool is_bracket = c == '(' || c == '[';
    if (is_bracket) open(c);
    follows_slash_ = c == '/';
    if (is_bracket) return;
    switch (c) {
      case ')':
      case ']':
        if (!brackets_.empty()) brackets_.pop_back();
        ends_operand_ = true;
        return;
      case ',':
        if (brackets_.empty() || brackets_.back() != Bracket::call)
          return refuse("XPath 1.0 has no sequences");
        ends_operand_ = false;
        return;
      case '/':
        ends_operand_ = false;
        return;
      case '*':
        ends_operand_ = !ends_operand_;  // a name test, or a product
        return;
      case '|':
      case '=':
      case '<':
      case '>':
      case '+':
      case '-':
        return comparison(c);
      case '@':
        ends_operand_ = false;
        return;
      case '!':
        if (peek() != '=') return refuse("XPath 1.0 has no operator \"!\"");
        return;
      default:
        return refuse(
            fmt::format("XPath 1.0 has no \"{}\" here", visible(std::string_view(&c, 1))));
    }
  }

  void comparison(char c) {
    constexpr auto kLater = std::to_array<std::string_view>({"||", "=>", "<<", ">>"});
    const char pair[] = {c, peek()};
    if (is_among(std::string_view(pair, 2), kLater))
      return refuse(fmt::format("XPath 1.0 has no operator \"{}\"", std::string_view(pair, 2)));
    ends_operand_ = false;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool ends_operand_ = false;
  bool follows_slash_ = false;
  std::vector<Bracket> brackets_;
  std::optional<std::string> found_;
};

}  // namespace

std::optional<std::string> beyond_xpath_1(std::string_view expression) {
  return XPathWalk(expression).problem();
}

}  // namespace freshet
