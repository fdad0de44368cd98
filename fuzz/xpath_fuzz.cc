// Reads: src/select/xpath.cc src/select/xpath_document.cc src/select/xpath_syntax.cc
//
// An expression, and a page behind the first line end.
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "base/utf8.h"
#include "select/html_cut.h"
#include "select/xpath.h"

using freshet::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view all(reinterpret_cast<const char*>(bytes), size);
  const std::size_t end = all.find('\n');
  const auto path = freshet::XPath::parse(all.substr(0, end));
  if (!path) {
    require(path.error().code == freshet::Errc::invalid, "a wrong expression is invalid");
    return 0;
  }
  std::string page = "<p id=a>x<b c='d e'>y</b><ul><li>1<li>2</ul><svg><g:h k:l=m />";
  if (end != all.npos) page = freshet::repair_utf8(all.substr(end + 1));
  const freshet::HtmlTree tree = freshet::parse_html_tree(page, freshet::Scripting::off);
  std::vector<freshet::NodeNumber> elements;
  if (const auto found = path->find(tree))
    for (const freshet::XPathMatch& match : *found) {
      if (!match.element) continue;
      require(*match.element < tree.size(), "a node of the tree is found");
      elements.push_back(*match.element);
    }
  freshet::html_without(tree, elements, freshet::Scripting::off);
  if (const auto xml = freshet::parse_xml(page)) static_cast<void>(path->find(*xml));
  return 0;
}
