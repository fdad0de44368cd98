// The flags by which snapshots are selected.
#pragma once

#include <expected>
#include <vector>

#include "cli/command.h"
#include "store/archive.h"
#include "store/selection.h"

namespace freshet {

// --host, --domain, --from, --to.
std::vector<Option> range_options();
// --url, --urls.
std::vector<Option> page_options();
// All of these, and --last.
std::vector<Option> selection_options();

// Returns the selection that range_options() describe.
std::expected<Selection, Failure> range_from_arguments(const Arguments& arguments);

// Adds the pages that --url and --urls name. Warns of those that are not in the archive; fails if
// none is.
CommandResult add_named_pages(const Arguments& arguments, Archive& archive, Selection& selection);

// Returns the selection that selection_options() describe.
std::expected<Selection, Failure> selection_from_arguments(const Arguments& arguments,
                                                           Archive& archive);

}  // namespace freshet
