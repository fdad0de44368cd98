// Values of watches to trees and back, by the declarations of watch_fields.h.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "watch/tag_spec.h"
#include "watch/value_tree.h"
#include "watch/watch_spec.h"

namespace freshet {

// Left out, a secret header is there without its value, and the password is absent.
enum class Secrets { left_out, included };

enum class Defaults { left_out, included };

ValueTree tree_of(const WatchSpec& watch, Secrets secrets, Defaults defaults);
ValueTree tree_of(const TagSpec& tag, Defaults defaults);  // without its name

// A place in the source and the problem there; the place is a path like "parts[0].expression",
// empty for the whole.
struct FieldProblem {
  std::string path;
  std::string message;  // without the place
};

template <class T>
using FieldResult = std::expected<T, FieldProblem>;

// Fill a value from a table. A member that is absent keeps its default. An unknown member is a
// problem that names the nearest known one. Types are checked here, values by watch_check.h.
FieldResult<WatchSpec> watch_of(const ValueTree& tree);
FieldResult<TagSpec> tag_of(const ValueTree& tree);

}  // namespace freshet
