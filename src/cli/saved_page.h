// A page in a file, read as the crawl would read it.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "charset/charset.h"
#include "cli/settings.h"
#include "html/tag_index.h"

namespace freshet {

struct SavedPage {
  std::string bytes;
  Utf8Text utf8;
  Scripting scripting;
  TagIndex index;

  // A view into this value.
  std::string_view text() const { return utf8.text(bytes); }
};

// Brings the page in `file` (- is stdin) to UTF-8 and finds its tags. `content_type` may be empty.
Result<SavedPage> read_saved_page(const std::string& file, std::string_view content_type,
                                  const Settings& settings);

}  // namespace freshet
