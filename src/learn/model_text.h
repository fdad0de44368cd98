// Tokens of model files (docs/formats/model.md): lines of words separated by one space. Numbers
// round-trip bit for bit.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "learn/text_scan.h"

namespace freshet {

// Appends " 0.6": a space and the shortest text that reads as this number.
void append_number(std::string& out, double number);
void append_numbers(std::string& out, std::span<const double> numbers);
void append_count(std::string& out, std::size_t number);

// Appends a space and the name, with blanks, control characters and percent signs as %XX; an empty
// name is "%".
void append_name(std::string& out, std::string_view name);

// Each reads the next word of the line; the error says what was expected, and where.
Result<std::string> read_word(TextScan& scan, std::string_view what);
Result<std::string> read_name(TextScan& scan, std::string_view what);
Result<double> read_number(TextScan& scan, std::string_view what);
Result<std::size_t> read_count(TextScan& scan, std::string_view what, std::size_t max);
Status read_exactly(TextScan& scan, std::string_view word);
Status read_numbers(TextScan& scan, std::string_view what, std::size_t count,
                    std::vector<double>& into);
Status read_line_end(TextScan& scan);

}  // namespace freshet
