// Where hosts stand in the frontier's tables. Where a host is, is told by its row; ready, due,
// lease and ip_wait hold one row for each host that is there, so that nothing is ever searched by a
// status.
//
// An address with hosts waiting for it is leased, or a host that was last found at it is ready or
// claimed; whoever ends the last of these wakes the next.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/error.h"
#include "base/time.h"
#include "catalog/frontier_rows.h"
#include "catalog/sqlite.h"
#include "catalog/sqlite_catalog_class.h"

namespace freshet {

inline std::int64_t micros(Time time) { return time.time_since_epoch().count(); }
inline int number_of(HostPlace place) { return static_cast<int>(place); }

std::unexpected<Error> no_session(SessionId session);

Status set_place(Sqlite& db, HostColumns at, HostPlace place);

// Only the row of the queue; set_place says it in the host's row.
Status put_ready(Sqlite& db, HostColumns at, std::int64_t score);

// The best of those that wait for `address` becomes ready; its partition.
Result<std::optional<unsigned>> wake(Sqlite& db, const std::string& address);

// Neither claimed nor leased any more; the address is open. `leased_address` is empty for a claim.
Status end_lease(Sqlite& db, HostColumns at, const std::string& leased_address);

}  // namespace freshet
