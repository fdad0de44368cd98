// The two scanners for tags: with AVX2, and in plain C++. Both give the same result.
#pragma once

#include <string_view>

#include "html/tag_index.h"

namespace freshet {

class TreeEditor;

enum class Vectors { portable, avx2 };

// Returns the best one for this machine.
Vectors best_vectors();

// index_tags by one of them; `index` is cleared first, and its memory reused.
void index_tags_with(Vectors vectors, std::string_view text, Scripting scripting, TagIndex& index);

// The parts of index_tags_with that are compiled once for each. By names: returns false if names
// alone do not decide; `index` is then invalid. By the tree: returns false if the page was too deep
// for the tree to be followed, so that names decided.
bool scan_by_names_avx2(std::string_view text, Scripting scripting, TagIndex& index);
bool scan_by_names_portable(std::string_view text, Scripting scripting, TagIndex& index);
bool scan_by_tree_avx2(std::string_view text, Scripting scripting, TagIndex& index);
bool scan_by_tree_portable(std::string_view text, Scripting scripting, TagIndex& index);

// Builds the tree of a page. Returns false if the page was too deep; its end is then missing.
bool scan_into_tree(std::string_view text, Scripting scripting, TreeEditor& tree);

}  // namespace freshet
