// CSS selectors (Selectors Level 4) over the tree of a page, as querySelectorAll answers them.
//
// Supported: type and universal selectors, ids, classes, attributes with all operators and the
// flags i and s, the combinators, :is, :where, :not, :has, :nth-child with "of", the other
// structural pseudo-classes, :link, :any-link, :checked, :disabled, :enabled. Pseudo-classes that
// depend on a user or a window (:hover, :visited) and pseudo-elements are refused. Quirks mode
// makes no difference.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "html/html_tree.h"

namespace freshet {

struct CssList;  // a parsed selector list

// Immutable; any thread may use it.
class CssSelector {
 public:
  static constexpr std::size_t kTextMax = 4096;         // bytes of a selector
  static constexpr int kNestingMax = 8;                 // of :is(:not(...))
  static constexpr std::size_t kStepsMax = 50'000'000;  // comparisons of one search

  // Errc::invalid with a sentence that names the place.
  static Result<CssSelector> parse(std::string_view text);

  // Returns the elements that match, in document order. The content of templates is not searched.
  // Errc::limit if the search takes too many steps.
  Result<std::vector<NodeNumber>> find(const HtmlTree& tree) const;

 private:
  explicit CssSelector(std::shared_ptr<const CssList> list) : list_(std::move(list)) {}

  std::shared_ptr<const CssList> list_;
};

}  // namespace freshet
