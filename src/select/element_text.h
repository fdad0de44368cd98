// The text of an element, for people.
#pragma once

#include <string>

#include "html/html_tree.h"

namespace freshet {

// Returns the text as a reader sees it: a line for each block, white space folded, without scripts,
// styles and hidden templates. Style sheets are not consulted.
std::string element_text(const HtmlTree& tree, NodeNumber node);

// Returns the element as a selector would name it, such as "td#price.big.red".
std::string element_label(const HtmlTree& tree, NodeNumber element);

}  // namespace freshet
