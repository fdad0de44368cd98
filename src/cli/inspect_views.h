// The views of `freshet inspect`: each writes one thing that is read in a page.
#pragma once

#include <optional>

#include "cli/output.h"
#include "cli/saved_page.h"
#include "url/url.h"

namespace freshet {

struct InspectedPage : SavedPage {
  std::optional<Url> url;
};

void show_tags(const InspectedPage& page, bool as_json, Output& out);
void show_links(const InspectedPage& page, bool as_json, Output& out);
void show_text(const InspectedPage& page, bool as_json, Output& out);
void show_main(const InspectedPage& page, bool as_json, Output& out);
void show_features(const InspectedPage& page, bool as_json, Output& out);
void show_packed(const InspectedPage& page, bool as_json, Output& out);

}  // namespace freshet
