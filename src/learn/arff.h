// Readers of datasets as text: WEKA's ARFF, and CSV with a header.
//
// Both are total and linear in the text. An error names line and column.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/error.h"
#include "learn/dataset.h"

namespace freshet {

// Reads ARFF: numeric (also real, integer) and nominal attributes, dense rows, `?` for what is
// missing, an optional weight in braces at the end of a row. The class is the attribute named
// `label`, or the last one if that is empty; it must be nominal. Text, dates, relations and sparse
// rows are refused.
Result<Dataset> read_arff(std::string_view text, std::string_view label = "");

// Reads CSV (RFC 4180; the first line has the names). A column whose values are all numbers is
// numeric, any other nominal with its values in the order in which they come first; an empty field
// or `?` is missing. The column named `label` is the class, nominal whatever its values.
Result<Dataset> read_csv(std::string_view text, std::string_view label);

}  // namespace freshet
