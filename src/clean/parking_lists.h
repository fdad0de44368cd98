// Name servers and networks of parking providers, as known from public lists.
//
// A list goes stale: providers close, and registrars serve parked and real sites from the same name
// servers. So it is evidence among other evidence (parking.h), never a verdict. Sources and dates:
// docs/formats/parking-lists.md.
#pragma once

#include <string_view>

#include "clean/parking.h"
#include "url/ip_address.h"

namespace freshet {

// When the shipped lists were compiled: "2026-11-18".
std::string_view parking_lists_date();

// Returns parking or mixed for a listed name server or one below a listed domain, else unknown.
// `name_server` may be a key of name_server_key().
ServerKind listed_kind(std::string_view name_server);

// Returns true if the IPv4 address, in host byte order, is in a network of a parking provider.
bool is_parking_network(std::uint32_t address);

}  // namespace freshet
