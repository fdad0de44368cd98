#include "html/tag_index.h"

#include "base/check.h"
#include "base/cpu.h"
#include "html/tag_sink.h"
#include "html/tag_vectors.h"

namespace freshet {

void TagSink::flush() {
  index_.insert(index_.end(), tags_.begin(), tags_.begin() + static_cast<std::ptrdiff_t>(count_));
  count_ = 0;
}

Vectors best_vectors() { return has_avx2() ? Vectors::avx2 : Vectors::portable; }

void index_tags_with(Vectors vectors, std::string_view text, Scripting scripting, TagIndex& index) {
  require(text.size() <= kIndexedBytesMax, "a page within kIndexedBytesMax");
  index.clear();
  const bool avx2 = vectors == Vectors::avx2;
  if ((avx2 ? scan_by_names_avx2 : scan_by_names_portable)(text, scripting, index)) return;
  index.clear();
  (avx2 ? scan_by_tree_avx2 : scan_by_tree_portable)(text, scripting, index);
}

void index_tags(std::string_view text, Scripting scripting, TagIndex& index) {
  index_tags_with(best_vectors(), text, scripting, index);
}

TagIndex index_tags(std::string_view text, Scripting scripting) {
  TagIndex index;
  index_tags(text, scripting, index);
  return index;
}

}  // namespace freshet
