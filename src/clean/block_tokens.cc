#include "clean/block_tokens.h"

#include <array>

#include "base/ascii.h"
#include "base/quick_hash.h"
#include "clean/hash_numbers.h"
#include "html/attributes.h"

namespace freshet {
namespace {

// The attributes whose words are tokens, with the mark that tells them apart.
struct TokenAttribute {
  std::string_view name;
  char mark;  // 0: none
};
constexpr std::array<TokenAttribute, 8> kTokenAttributes = {{{"class", 0},
                                                             {"id", '#'},
                                                             {"role", '@'},
                                                             {"itemprop", '$'},
                                                             {"itemtype", '%'},
                                                             {"data-testid", '~'},
                                                             {"data-component", '~'},
                                                             {"aria-label", '!'}}};

std::uint32_t flag_of_name(TagName name) {
  using enum TagName;
  switch (name) {
    case nav:
      return kElementNav;
    case header:
      return kElementHeader;
    case footer:
      return kElementFooter;
    case aside:
      return kElementAside;
    case form:
      return kElementForm;
    case article:
      return kElementArticle;
    case main:
      return kElementMain;
    case table:
      return kElementTable;
    case ul:
    case ol:
      return kElementList;
    case button:
      return kElementButton;
    case dialog:
      return kElementDialog;
    case figure:
      return kElementFigure;
    case h1:
    case h2:
    case h3:
    case h4:
    case h5:
    case h6:
      return kElementHeading;
    case pre:
      return kElementPre;
    case blockquote:
      return kElementQuote;
    case label:
      return kElementLabel;
    case select:
      return kElementSelect;
    case td:
    case th:
      return kElementCell;
    case section:
      return kElementSection;
    case dl:
      return kElementTerms;
    case noscript:
      return kElementNoscript;
    default:
      return 0;
  }
}

struct RoleFlag {
  std::string_view role;
  std::uint32_t flag;
};
constexpr std::array<RoleFlag, 9> kRoleFlags = {{{"navigation", kElementNav},
                                                 {"banner", kElementHeader},
                                                 {"contentinfo", kElementFooter},
                                                 {"complementary", kElementAside},
                                                 {"article", kElementArticle},
                                                 {"main", kElementMain},
                                                 {"button", kElementButton},
                                                 {"dialog", kElementDialog},
                                                 {"alertdialog", kElementDialog}}};

std::uint32_t flag_of_role(std::string_view role) {
  for (const RoleFlag& known : kRoleFlags)
    if (equals_ignoring_case(role, known.role)) return known.flag;
  return 0;
}

bool hides(std::string_view style) {
  std::string tight;
  for (const char c : style)
    if (!is_ascii_whitespace(c)) tight.push_back(to_ascii_lower(c));
  return tight.find("display:none") != tight.npos || tight.find("visibility:hidden") != tight.npos;
}

class MarkReader {
 public:
  MarkReader(std::string_view text, const TagIndex& index, const ContentPage& page,
             TokenNames* names)
      : text_(text), index_(index), page_(page), names_(names) {}

  ElementMarks read() {
    const std::size_t count = page_.elements.size();
    find_used(count);
    marks_.flags.assign(count, 0);
    marks_.looks.assign(count, 0);
    marks_.first_value.assign(count + 1, 0);
    for (std::size_t e = 1; e < count; ++e) {
      marks_.first_value[e] = static_cast<std::uint32_t>(marks_.values.size());
      if (marks_.is_used[e]) read_element(e);
    }
    marks_.first_value[count] = static_cast<std::uint32_t>(marks_.values.size());
    return std::move(marks_);
  }

 private:
  // Parents come before children, so one pass from the end is enough.
  void find_used(std::size_t count) {
    marks_.is_used.assign(count, false);
    for (const ContentBlock& block : page_.blocks) marks_.is_used[block.element] = true;
    for (std::size_t e = count; e-- > 1;)
      if (marks_.is_used[e]) marks_.is_used[page_.elements[e].parent] = true;
  }

  void read_element(std::size_t e) {
    const PageElement& element = page_.elements[e];
    std::uint32_t flags = marks_.flags[element.parent] | flag_of_name(element.name);
    std::uint64_t look = static_cast<std::uint64_t>(element.name);
    for_each_attribute(
        text_, index_[element.tag], [&](std::string_view key, std::string_view value) {
          for (std::size_t a = 0; a < kTokenAttributes.size(); ++a) {
            if (!equals_ignoring_case(key, kTokenAttributes[a].name)) continue;
            if (a == 0) look = quick_hash(value, look);
            if (kTokenAttributes[a].mark == '@') flags |= flag_of_role(value);
            return add_value(value, kTokenAttributes[a].mark);
          }
          if (equals_ignoring_case(key, "hidden") ||
              (equals_ignoring_case(key, "aria-hidden") && equals_ignoring_case(value, "true")) ||
              (equals_ignoring_case(key, "style") && hides(value)))
            flags |= kElementHidden;
        });
    marks_.flags[e] = flags;
    marks_.looks[e] = look;
  }

  void add_value(std::string_view value, char mark) {
    if (value.empty()) return;
    const std::uint64_t hash = quick_hash(value, static_cast<unsigned char>(mark));
    const std::uint32_t number = known_.number(hash);
    if (number == marks_.runs.size()) split(value, mark);
    marks_.values.push_back(number);
  }

  // Splits "postContent main-body" into post, content, main, body; and main-body as a whole.
  void split(std::string_view value, char mark) {
    if (mark == '%') value.remove_prefix(value.rfind('/') == value.npos ? 0 : value.rfind('/') + 1);
    const auto first = static_cast<std::uint32_t>(marks_.tokens.size());
    std::size_t at = 0;
    while (at < value.size() && marks_.tokens.size() - first < kTokensOfValueMax) {
      while (at < value.size() && is_ascii_whitespace(value[at])) ++at;
      const std::size_t from = at;
      while (at < value.size() && !is_ascii_whitespace(value[at])) ++at;
      split_name(value.substr(from, at - from), mark);
    }
    marks_.runs.push_back({first, static_cast<std::uint32_t>(marks_.tokens.size() - first)});
  }

  void split_name(std::string_view name, char mark) {
    if (name.empty() || name.size() > kTokenBytesMax) return;
    std::size_t parts = 0;
    begin_token(mark);
    std::string whole = "=";
    char last = 0;
    for (const char c : name) {
      const bool is_letter = is_ascii_alpha(c);
      if (!is_letter || (is_ascii_upper(c) && is_ascii_lower(last))) parts += end_token(mark);
      if (is_letter) token_.push_back(to_ascii_lower(c));
      whole.push_back(is_ascii_digit(c) ? '0' : to_ascii_lower(c));
      last = c;
    }
    parts += end_token(mark);
    if (parts > 1) add_token(whole);
  }

  void begin_token(char mark) {
    token_.clear();
    if (mark != 0) token_.push_back(mark);
  }

  // Letters alone are no words.
  std::size_t end_token(char mark) {
    const bool is_word = token_.size() > (mark == 0 ? 1u : 2u);
    if (is_word) add_token(token_);
    begin_token(mark);
    return is_word ? 1 : 0;
  }

  void add_token(const std::string& token) {
    marks_.tokens.push_back(token_hash(token));
    if (names_) names_->try_emplace(marks_.tokens.back(), token);
  }

  std::string_view text_;
  const TagIndex& index_;
  const ContentPage& page_;
  TokenNames* names_;
  ElementMarks marks_;
  HashNumbers known_;  // of runs, by the hash of their value
  std::string token_;
};

}  // namespace

ElementMarks read_element_marks(std::string_view text, const TagIndex& index,
                                const ContentPage& page, TokenNames* names) {
  return MarkReader(text, index, page, names).read();
}

std::uint64_t token_hash(std::string_view token) { return quick_hash(token); }

std::string tag_token(TagName name) {
  std::string token = "<";
  token += name == TagName::unknown ? "?" : tag_name_text(name);
  return token;
}

}  // namespace freshet
