// XPath 1.0 over the tree of a page or an XML document, by libxml2 on a document made from that
// tree.
//
// Elements of HTML have no namespace, so that "//table/tbody/tr[2]/td[1]" works as copied from a
// browser's inspector; those of XML in a default namespace neither, so that //entry finds the
// entries of an Atom feed. A prefix stands for itself: //media:content. No function reads a file
// or the network, and there are no variables.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "html/html_tree.h"
#include "select/xml_tree.h"

namespace freshet {

// Limits of XPath, together with those of CssSelector (select/css_selector.h).
inline constexpr std::size_t kXPathTextMax = 4096;   // bytes of an expression
inline constexpr std::size_t kXPathNestingMax = 32;  // of parentheses and brackets
inline constexpr std::size_t kXPathNodesMax =
    500'000;  // of a document; also attributes; larger: Errc::limit
inline constexpr std::size_t kXPathAttributesMax = 1000;    // of an element; the rest is left out
inline constexpr unsigned long kXPathStepsMax = 4'000'000;  // of one search
inline constexpr std::size_t kXPathFoundMax = 20'000;       // results; the rest is left out
inline constexpr std::size_t kXPathFoundBytesMax = std::size_t{8} << 20;  // of results; the same

// A node that was found, or the value of an expression that is no set of nodes.
struct XPathMatch {
  std::optional<NodeNumber> element = {};  // in an HtmlTree
  std::string text = {};                   // the string value; of an element in an HtmlTree empty

  bool operator==(const XPathMatch&) const = default;
};

// Immutable; any thread may use it.
class XPath {
 public:
  // Errc::invalid with a sentence that names the place. `text` is UTF-8.
  static Result<XPath> parse(std::string_view text);

  // Returns the results in document order. A number, a text or a truth value is one result; the
  // empty text and false are none. Errc::limit if the search takes too many steps or the page is
  // too large, Errc::invalid if the expression cannot be evaluated.
  Result<std::vector<XPathMatch>> find(const HtmlTree& tree) const;
  Result<std::vector<XPathMatch>> find(const XmlTree& tree) const;

 private:
  explicit XPath(std::string text) : text_(std::move(text)) {}

  std::string text_;  // compiled anew for each search: a compiled form is not for several threads
};

}  // namespace freshet
