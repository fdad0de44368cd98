// Names and values as queries and forms of HTML carry them (application/x-www-form-urlencoded).
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace freshet {

// Decodes a name or value: "+" is a space, %41 an "A".
std::string form_decode(std::string_view text);

// Returns the fields of a form; of one that is given twice, the first. At most 64 are read.
std::map<std::string, std::string> read_form(std::string_view body);

}  // namespace freshet
