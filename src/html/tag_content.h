// The reading of the text after a start tag.
#pragma once

namespace freshet {

enum class Content {
  markup,      // tags and text
  raw_text,    // up to the end tag of the same name
  script,      // up to its end tag, with the escaped states
  plain_text,  // up to the end of the page
  undecided,   // only the tree can tell: scanning stops
};

}  // namespace freshet
