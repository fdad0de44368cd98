// Reads: src/html/tag_scanner.h src/html/structural_bytes.h src/html/tag_index.cc
// Reads: src/html/tag_feedback.cc src/html/tag_feedback.h src/html/markup.cc src/html/tag_names.cc
// Reads: src/html/tag_tree.cc src/html/tag_tree_body.cc src/html/tag_tree_table.cc
// Reads: src/html/open_elements.cc
#include <cstdint>
#include <string_view>

#include "base/ascii.h"
#include "base/check.h"
#include "html/markup.h"
#include "html/tag_index.h"
#include "html/tag_names.h"
#include "html/tag_vectors.h"

namespace freshet {
namespace {

void require_names(std::string_view text, const TagIndex& index) {
  for (const Tag& tag : index)
    require(tag.read_name == find_tag_name(tag.name(text)), "the name that the tag has");
}

}  // namespace
}  // namespace freshet

// Any bytes give tags in order that do not overlap, begin and end as tags do, and are the same
// whichever way they were found.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace freshet;
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  for (const Scripting scripting : {Scripting::off, Scripting::on}) {
    const TagIndex index = index_tags(text, scripting);
    std::size_t end = 0;
    for (const Tag& tag : index) {
      require(tag.start >= end && tag.end() <= text.size(), "tags in order, inside of the page");
      require(opens_tag(text, tag.start) && text[tag.end() - 1] == '>', "tags look like tags");
      require(tag.is_end() == (text[tag.start + 1] == '/'), "end tags have a slash");
      require(is_ascii_alpha(tag.name(text)[0]), "names begin with a letter");
      end = tag.end();
    }
    require_names(text, index);
    TagIndex portable, by_tree;
    index_tags_with(Vectors::portable, text, scripting, portable);
    require(portable == index, "the same tags without AVX2");
    require_names(text, portable);
    if (scan_by_tree_portable(text, scripting, by_tree)) {
      require(by_tree == index, "the same tags by names and by the tree");
      require_names(text, by_tree);
    }
  }
  return 0;
}
