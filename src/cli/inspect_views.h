// The views of `freshet inspect`: each writes one thing that is read in a page.
#pragma once

#include <span>

#include "cli/inspected_page.h"
#include "cli/output.h"
#include "html/html_tree.h"

namespace freshet {

void show_tags(const InspectedPage& page, bool as_json, Output& out);
void show_links(const InspectedPage& page, bool as_json, Output& out);
void show_text(const InspectedPage& page, bool as_json, Output& out);
void show_main(const InspectedPage& page, bool as_json, Output& out);
void show_features(const InspectedPage& page, bool as_json, Output& out);
void show_packed(const InspectedPage& page, bool as_json, Output& out);
// The elements of the page's tree that a selector found.
void show_selected(const HtmlTree& tree, std::span<const NodeNumber> elements, bool as_json,
                   Output& out);

}  // namespace freshet
