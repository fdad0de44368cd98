#include "select/css_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "select/css_reader.h"
#include "select/css_selector.h"

namespace freshet {
namespace {

// Attributes whose values HTML compares without case (HTML standard, "case-sensitivity of
// selectors").
constexpr std::array<std::string_view, 46> kCaselessValues = {
    "accept",     "accept-charset", "align",     "alink",    "axis",     "bgcolor", "charset",
    "checked",    "clear",          "codetype",  "color",    "compact",  "declare", "defer",
    "dir",        "direction",      "disabled",  "enctype",  "face",     "frame",   "hreflang",
    "http-equiv", "lang",           "language",  "link",     "media",    "method",  "multiple",
    "nohref",     "noresize",       "noshade",   "nowrap",   "readonly", "rel",     "rev",
    "rules",      "scope",          "scrolling", "selected", "shape",    "target",  "text",
    "type",       "valign",         "valuetype", "vlink"};

// Recursive descent.
class CssParser : private CssReader {
 public:
  explicit CssParser(std::string_view text) : CssReader(text) {}

  Result<CssList> parse() {
    CssList list;
    if (read_list(list.complexes, false) && !ends()) fail("there is an unexpected {}");
    if (error().empty()) return list;
    return std::unexpected(Error{Errc::invalid, error()});
  }

 private:
  // --- Lists ---

  bool read_list(std::vector<CssComplex>& list, bool is_relative) {
    do {
      skip_spaces();
      CssComplex complex;
      if (!read_complex(complex, is_relative)) return false;
      list.push_back(std::move(complex));
      skip_spaces();
    } while (take(','));
    return true;
  }

  std::optional<CssCombinator> take_combinator() {
    if (take('>')) return CssCombinator::child;
    if (take('+')) return CssCombinator::next;
    if (take('~')) return CssCombinator::later;
    return std::nullopt;
  }

  bool read_complex(CssComplex& complex, bool is_relative) {
    CssCombinator before = CssCombinator::descendant;
    if (is_relative) {
      before = take_combinator().value_or(before);
      skip_spaces();
    }
    while (true) {
      CssCompound compound{.before = before};
      if (!read_compound(compound)) return false;
      complex.compounds.push_back(std::move(compound));
      const bool has_space = skip_spaces();
      const auto combinator = take_combinator();
      if (combinator) {
        before = *combinator;
        skip_spaces();
        continue;
      }
      if (!has_space || ends() || peek() == ',' || peek() == ')') return true;
      before = CssCombinator::descendant;
    }
  }

  // --- Compounds ---

  bool read_compound(CssCompound& compound) {
    if (!read_type(compound)) return false;
    while (!ends()) {
      CssSimple simple;
      if (take('#')) {
        simple.kind = CssKind::id;
        if (!read_name(simple.name)) return false;
      } else if (take('.')) {
        simple.kind = CssKind::class_name;
        if (!read_identifier(simple.name)) return false;
      } else if (take('[')) {
        if (!read_attribute(simple)) return false;
      } else if (take(':')) {
        if (peek() == ':') return fail("pseudo-elements select no element of the page");
        if (!read_pseudo_class(simple)) return false;
      } else {
        break;
      }
      compound.simples.push_back(std::move(simple));
    }
    return !compound.simples.empty() || fail("a selector is expected, not {}");
  }

  // Reads the type or '*', if there is one, with a namespace of "*|" or "|".
  bool read_type(CssCompound& compound) {
    if (peek() == '*' && peek(1) == '|')
      skip(2);
    else if (peek() == '|')
      skip(1);
    if (take('*')) {
      compound.simples.push_back({.kind = CssKind::universal});
    } else if (begins_identifier()) {
      CssSimple type{.kind = CssKind::type};
      if (!read_identifier(type.name)) return false;
      type.name = ascii_lower(type.name);
      compound.simples.push_back(std::move(type));
    }
    if (peek() == '|') return fail("namespaces are not supported");
    return true;
  }

  bool read_attribute(CssSimple& simple) {
    simple.kind = CssKind::attribute;
    skip_spaces();
    if (peek() == '*' && peek(1) == '|') skip(2);
    if (!read_identifier(simple.name)) return false;
    simple.name = ascii_lower(simple.name);
    skip_spaces();
    if (take(']')) return true;
    if (!read_operator(simple.op)) return false;
    skip_spaces();
    if (!read_value(simple.value)) return false;
    skip_spaces();
    simple.ignores_case = std::ranges::find(kCaselessValues, simple.name) != kCaselessValues.end();
    const char flag = to_ascii_lower(peek());
    if (flag == 'i' || flag == 's') {
      simple.ignores_case = flag == 'i';
      skip(1);
      skip_spaces();
    }
    return take(']') || fail("a ] is expected, not {}");
  }

  bool read_operator(CssOperator& op) {
    constexpr std::array<std::pair<char, CssOperator>, 5> kOperators = {
        {{'~', CssOperator::word},
         {'|', CssOperator::dash},
         {'^', CssOperator::prefix},
         {'$', CssOperator::suffix},
         {'*', CssOperator::substring}}};
    op = CssOperator::equals;
    for (const auto& [sign, meaning] : kOperators) {
      if (peek() != sign) continue;
      op = meaning;
      skip(1);
      break;
    }
    return take('=') || fail("an operator such as = or *= is expected, not {}");
  }

  // --- Pseudo-classes ---

  bool read_pseudo_class(CssSimple& simple) {
    const std::size_t begin = place();
    std::string name;
    if (!read_identifier(name)) return false;
    name = ascii_lower(name);
    if (take('(')) return read_function(name, begin, simple);
    struct Plain {
      std::string_view name;
      CssKind kind;
      CssNth nth = {};
    };
    static constexpr std::array<Plain, 14> kPlain = {
        {{"root", CssKind::root},
         {"empty", CssKind::empty},
         {"link", CssKind::link},
         {"any-link", CssKind::link},
         {"checked", CssKind::checked},
         {"disabled", CssKind::disabled},
         {"enabled", CssKind::enabled},
         {"visited", CssKind::nothing},
         {"first-child", CssKind::nth, {.offset = 1}},
         {"last-child", CssKind::nth, {.offset = 1, .from_end = true}},
         {"first-of-type", CssKind::nth, {.offset = 1, .of_type = true}},
         {"last-of-type", CssKind::nth, {.offset = 1, .from_end = true, .of_type = true}},
         {"scope", CssKind::root},
         {"target", CssKind::nothing}}};
    for (const Plain& plain : kPlain) {
      if (plain.name != name) continue;
      simple.kind = plain.kind;
      simple.nth = plain.nth;
      return true;
    }
    if (name == "only-child" || name == "only-of-type") {
      only(name == "only-of-type", simple);
      return true;
    }
    go_to(begin);
    return fail_unsupported("pseudo-class", ":" + name);
  }

  // The only one is the first and the last.
  static void only(bool of_type, CssSimple& simple) {
    simple.kind = CssKind::is;
    CssComplex both;
    both.compounds.push_back({});
    for (const bool from_end : {false, true})
      both.compounds.back().simples.push_back(
          {.kind = CssKind::nth, .nth = {.offset = 1, .from_end = from_end, .of_type = of_type}});
    simple.list.push_back(std::move(both));
  }

  bool read_function(const std::string& name, std::size_t begin, CssSimple& simple) {
    if (++nesting_ > CssSelector::kNestingMax) return fail("the selector is nested too deeply");
    bool is_read = false;
    if (name == "is" || name == "where" || name == "matches" || name == "not" || name == "has") {
      simple.kind = name == "not" ? CssKind::not_ : name == "has" ? CssKind::has : CssKind::is;
      is_read = read_list(simple.list, name == "has");
    } else if (name == "nth-child" || name == "nth-last-child" || name == "nth-of-type" ||
               name == "nth-last-of-type") {
      simple.kind = CssKind::nth;
      simple.nth.from_end = name.starts_with("nth-last");
      simple.nth.of_type = name.ends_with("of-type");
      is_read = read_nth(simple);
    } else {
      go_to(begin);
      return fail_unsupported("pseudo-class", ":" + name + "()");
    }
    --nesting_;
    skip_spaces();
    return is_read && (take(')') || fail("a ) is expected, not {}"));
  }

  bool read_nth(CssSimple& simple) {
    skip_spaces();
    if (!read_step_and_offset(simple.nth)) return false;
    if (!skip_spaces() || ends() || peek() == ')') return true;
    if (simple.nth.of_type || !take_word("of")) return fail("a ) is expected, not {}");
    return read_list(simple.list, false);
  }

  // CSS Syntax, "the An+B microsyntax".
  bool read_step_and_offset(CssNth& nth) {
    if (take_word("odd")) {
      nth.step = 2;
      nth.offset = 1;
      return true;
    }
    if (take_word("even")) {
      nth.step = 2;
      return true;
    }
    const bool is_negative = peek() == '-';
    if (peek() == '+' || peek() == '-') skip(1);
    const auto number = take_number();
    if (to_ascii_lower(peek()) != 'n') {
      if (!number) return fail("a number, odd, even or 2n+1 is expected, not {}");
      nth.offset = is_negative ? -*number : *number;
      return true;
    }
    skip(1);
    nth.step = number.value_or(1);
    if (is_negative) nth.step = -nth.step;
    const std::size_t behind = place();
    skip_spaces();
    if (peek() != '+' && peek() != '-') {
      go_to(behind);
      return true;
    }
    const bool is_less = peek() == '-';
    skip(1);
    skip_spaces();
    const auto offset = take_number();
    if (!offset) return fail("a number is expected, not {}");
    nth.offset = is_less ? -*offset : *offset;
    return true;
  }

  int nesting_ = 0;
};

}  // namespace

Result<CssList> parse_css_list(std::string_view text) {
  if (text.size() > CssSelector::kTextMax)
    return std::unexpected(Error{
        Errc::invalid, fmt::format("the selector is longer than {} bytes", CssSelector::kTextMax)});
  return CssParser(text).parse();
}

}  // namespace freshet
