// A page without some of its elements.
#pragma once

#include <span>
#include <string>

#include "html/html_tree.h"

namespace freshet {

// Returns the page as HTML without these elements, comments, and the content of templates. `tree`
// was read in the same scripting mode. Reading the result gives the same tree without them, except
// where a page asks for what HTML cannot write down, such as a link in a link.
std::string html_without(const HtmlTree& tree, std::span<const NodeNumber> removed,
                         Scripting scripting);

}  // namespace freshet
