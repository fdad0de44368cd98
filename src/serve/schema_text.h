// JSON Schema written short, so that the shape of an answer stands beside its route.
//
//   {url: text, status: integer?, parts: [#Part], counts: <integer>, state: 'on'|'off', age?:
//   number}
//
// text, url, time, integer, number, toggle, any; `?` behind a type: or null; [T]: an array; <T>: an
// object whose values are T; #Name: a named schema; {...}: an object with these members and no
// others, of which those with `?` behind the name may be missing.
#pragma once

#include <string>
#include <string_view>

namespace freshet {

// Stops the program if `text` is not of this form: it is part of the program.
std::string json_schema(std::string_view text);

}  // namespace freshet
