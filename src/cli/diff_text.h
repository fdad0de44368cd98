// A difference between two versions of a page, for people.
#pragma once

#include "app/diff.h"
#include "cli/output.h"

namespace freshet {

// Writes the judgement and the lines that differ, each run with a line of context before and after.
void print_diff(const PageDiff& diff, bool in_color, Output& out);

}  // namespace freshet
