// The result of an import, for people.
#pragma once

#include "cli/output.h"
#include "store/import.h"

namespace freshet {

Imported& operator+=(Imported& sum, const Imported& one);

void print_imported(const Imported& sum, Output& out);

}  // namespace freshet
