// One part of a page, parsed and found. Internal to watch/.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/error.h"
#include "html/html_tree.h"
#include "select/css_selector.h"
#include "select/json_path.h"
#include "select/text_regex.h"
#include "select/xml_tree.h"
#include "select/xpath.h"
#include "watch/page_kind.h"
#include "watch/watch_line.h"
#include "watch/watch_spec.h"

namespace freshet {

// A page in the forms that parts are looked for in. Each is made when it is first asked for.
class SearchedPage {
 public:
  // `text` outlives it.
  SearchedPage(PageKind kind, std::string_view text, Scripting scripting)
      : kind_(kind), text_(text), scripting_(scripting) {}

  PageKind kind() const { return kind_; }
  const HtmlTree& html();
  // The text that a reader sees: of HTML without tags, otherwise as it is.
  const std::string& shown_text();
  const Result<XmlTree>& xml();
  const Result<JsonDocument>& json();

 private:
  PageKind kind_;
  std::string_view text_;
  Scripting scripting_;
  std::optional<HtmlTree> html_ = {};
  std::optional<std::string> shown_text_ = {};
  std::optional<Result<XmlTree>> xml_ = {};
  std::optional<Result<JsonDocument>> json_ = {};
};

// Immutable; any thread may use it.
class PartFinder {
 public:
  // Errc::invalid with a sentence that begins with the kind and expression of the part.
  static Result<PartFinder> make(const WatchPart& part);

  // Appends the lines of the part; none if it is not there.
  Status find(SearchedPage& page, WatchLines& lines) const;

  // Returns the elements of HTML; none for kinds that find none.
  Result<std::vector<NodeNumber>> find_elements(const HtmlTree& tree) const;

  // Returns "the CSS selector "#price"".
  const std::string& label() const { return label_; }

 private:
  using Expression = std::variant<CssSelector, XPath, JsonPath, TextRegex>;
  PartFinder(Expression expression, std::string label)
      : expression_(std::move(expression)), label_(std::move(label)) {}

  Expression expression_;
  std::string label_;
};

}  // namespace freshet
