// The JSON body of a request: one object, whose members are texts, numbers, toggles or arrays of
// them.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace freshet {

struct JsonMember {
  std::vector<std::string> values = {};  // numbers and toggles as they are written in JSON
  bool has_text = false;                 // the values are texts
  bool is_array = false;
};

// Members that are null are left out. Errc::invalid says what is wrong, and where.
Result<std::map<std::string, JsonMember, std::less<>>> read_flat_json(std::string_view body);

}  // namespace freshet
