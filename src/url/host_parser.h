// The host part of a URL: a domain name, an address, or (if the scheme is not special) any text.
#pragma once

#include <string>
#include <string_view>

namespace freshet {

enum class HostKind {
  domain,  // of a special scheme: names become ASCII, numbers become addresses
  opaque,  // of any other scheme: kept, percent-encoded
};

// Appends the serialised host to `out` (an IPv6 address in brackets). Returns false, with `out` in
// an unspecified state, if `text`, which must be UTF-8, is not a host.
bool append_host(std::string& out, std::string_view text, HostKind kind);

}  // namespace freshet
