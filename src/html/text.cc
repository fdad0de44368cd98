#include "html/text.h"

#include "base/check.h"
#include "html/page_walk.h"
#include "html/text_reader.h"

namespace freshet {

std::string visible_text(std::string_view text, const TagIndex& index, Scripting scripting) {
  require(index.empty() || index.back().end() <= text.size(), "the index is that of the text");
  TextReader reader(text, index);
  walk_page(text, index, scripting, reader);
  return reader.take();
}

}  // namespace freshet
