// The places of hosts in the frontier's tables. The row of a host names its place; ready, due,
// lease and ip_wait hold one row for each host in that place, so that no host is ever searched by
// its place.
//
// If hosts wait for an address, then the address is leased, or a host that was last found at it is
// ready or claimed. The call that ends the last of these wakes the next host.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/error.h"
#include "base/time.h"
#include "catalog/frontier_rows.h"
#include "catalog/sqlite_catalog_class.h"
#include "sqlite/sqlite.h"

namespace freshet {

inline std::int64_t micros(Time time) { return time.time_since_epoch().count(); }
inline int number_of(HostPlace place) { return static_cast<int>(place); }

std::unexpected<Error> no_session(SessionId session);

Status set_place(Sqlite& db, HostColumns at, HostPlace place);

// Adds the row of the queue only; set_place changes the row of the host.
Status put_ready(Sqlite& db, HostColumns at, std::int64_t score);

// Makes the best host that waits for `address` ready and returns its partition.
Result<std::optional<unsigned>> wake(Sqlite& db, const std::string& address);

// Ends a claim or lease and frees the address. `leased_address` is empty for a claim.
Status end_lease(Sqlite& db, HostColumns at, const std::string& leased_address);

}  // namespace freshet
