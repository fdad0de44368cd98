// Reads: src/select/css_parser.cc src/select/css_selector.cc
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "select/css_selector.h"

using freshet::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const freshet::HtmlTree tree = freshet::parse_html_tree(
      "<div id=a class='b c'><p lang=en>x<b>y</b><p title='a b'>z</div><ul><li>1<li class=c>2"
      "<li><input type=checkbox checked disabled><a href=/>l</a></ul><svg><path d=m /></svg>",
      freshet::Scripting::off);
  const auto selector = freshet::CssSelector::parse({reinterpret_cast<const char*>(bytes), size});
  if (!selector) {
    require(selector.error().code == freshet::Errc::invalid, "a wrong selector is invalid");
    return 0;
  }
  const auto found = selector->find(tree);
  if (!found) return 0;
  for (std::size_t i = 0; i < found->size(); ++i) {
    require(tree.is_element((*found)[i]), "elements are found");
    require(i == 0 || (*found)[i - 1] != (*found)[i], "each once");
  }
  return 0;
}
