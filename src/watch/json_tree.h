// JSON as a tree of values, read and written.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "watch/value_tree.h"

namespace freshet {

// Any bytes give a tree or an error. Errc::invalid: not JSON, a name twice in one object, or a
// number that no 64-bit integer and no double holds; Errc::limit: larger than the bounds of
// ValueTree.
Result<ValueTree> read_json_tree(std::string_view text);

std::string write_json(const ValueTree& tree);

}  // namespace freshet
