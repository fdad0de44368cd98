// Mail addresses that people enter: "name@example.org".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace freshet {

inline constexpr std::size_t kMailAddressesMax = 50;      // of a channel
inline constexpr std::size_t kMailAddressBytesMax = 254;  // RFC 5321, section 4.5.3.1.3

// Returns true for a local part of ASCII atoms (RFC 5321: no quoted strings) and a domain of ASCII
// labels. Addresses beyond ASCII need servers with SMTPUTF8, which many are not.
bool is_mail_address(std::string_view text);

// Returns the part behind "@".
std::string_view mail_domain(std::string_view address);

}  // namespace freshet
