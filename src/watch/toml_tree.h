// TOML as a tree of values, read and written.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "watch/value_tree.h"

namespace freshet {

// Any bytes give a table or a problem. Every value knows its line. Dates and times become texts in
// the form of RFC 3339.
std::expected<ValueTree, SourceProblem> read_toml_tree(std::string_view text);

// Writes the members of a table, those that are tables themselves last, below a header
// `[path.name]`. Lists of tables stand on several lines; null members are left out. `path` is the
// header of the table as TOML writes it.
void append_toml(std::string& out, const ValueTree& table, std::string_view path);

// Returns the key as TOML writes it: bare, or in quotes.
std::string toml_key(std::string_view name);

}  // namespace freshet
