// Parsers of datasets as text: WEKA's ARFF, and CSV with a header.
//
// Both are total and linear in the text. An error names line and column.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/error.h"
#include "learn/dataset.h"

namespace freshet {

// Reads ARFF: numeric (also real, integer) and nominal attributes, dense rows, `?` for missing
// values, an optional weight in braces at the end of a row. The class is the attribute named
// `label`, or the last one if `label` is empty; it must be nominal. Strings, dates, relations and
// sparse rows are refused.
Result<Dataset> read_arff(std::string_view text, std::string_view label = "");

// Reads CSV (RFC 4180; the first line has the names). A column of numbers is numeric, any other
// nominal with its values in order of first appearance; an empty field or `?` is missing. The
// column named `label` is the class, always nominal.
Result<Dataset> read_csv(std::string_view text, std::string_view label);

}  // namespace freshet
