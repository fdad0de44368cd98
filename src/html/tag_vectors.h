// The two ways to scan for tags: with AVX2, and in plain C++. Both give the same answer.
#pragma once

#include <string_view>

#include "html/tag_index.h"

namespace freshet {

enum class Vectors { portable, avx2 };

// What this machine can do.
Vectors best_vectors();

// index_tags by one of them; `index` is emptied first, and its memory used again.
void index_tags_with(Vectors vectors, std::string_view text, Scripting scripting, TagIndex& index);

// The parts of index_tags_with that are compiled once for each. By names: false where names alone
// do not tell; then `index` is worthless. By the tree: false where the page went deeper than the
// tree is followed, so that names decided after all.
bool scan_by_names_avx2(std::string_view text, Scripting scripting, TagIndex& index);
bool scan_by_names_portable(std::string_view text, Scripting scripting, TagIndex& index);
bool scan_by_tree_avx2(std::string_view text, Scripting scripting, TagIndex& index);
bool scan_by_tree_portable(std::string_view text, Scripting scripting, TagIndex& index);

}  // namespace freshet
