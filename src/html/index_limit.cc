#include "html/index_limit.h"

namespace freshet {

std::string_view indexed_part(std::string_view text) {
  if (text.size() <= kIndexedTagsMax) return text;
  std::size_t tags = 0;
  for (std::size_t at = text.find('<'); at != text.npos; at = text.find('<', at + 1))
    if (++tags > kIndexedTagsMax) return text.substr(0, at);
  return text;
}

}  // namespace freshet
