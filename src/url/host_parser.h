// The host part of a URL: a domain name, an address, or (where the scheme is not special) any text.
#pragma once

#include <string>
#include <string_view>

namespace freshet {

enum class HostKind {
  domain,  // of a special scheme: names are brought to ASCII, numbers to addresses
  opaque,  // of any other scheme: kept as it is, percent-encoded
};

// Appends the serialised host to `out` (an IPv6 address in brackets). Returns false, with `out` in
// an unspecified state, if `text`, which must be UTF-8, is no host.
bool append_host(std::string& out, std::string_view text, HostKind kind);

}  // namespace freshet
