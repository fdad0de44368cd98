// The names under which a server answers. A page on another site can make a browser send requests
// to us under its own name (DNS rebinding); they are told apart by the Host field.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace freshet {

// Returns the host of a Host field without port and brackets, in lower case; empty: it is no host.
std::string host_of_field(std::string_view field);

// Returns true for a name in the list, for "localhost", and for IP addresses, which nobody can
// rebind.
bool is_our_name(std::string_view host, const std::vector<std::string>& names);

}  // namespace freshet
