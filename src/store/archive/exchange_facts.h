// The facts of a exchange that is about to be written.
#pragma once

#include "base/error.h"
#include "store/snapshot_facts.h"
#include "warc/exchange.h"
#include "warc/snapshot_encoder.h"

namespace freshet {

// Returns Errc::limit if the exchange is longer than a row or an index line can say. Fetching keeps
// to lower limits.
Status check_limits(const warc::Exchange& exchange);

// Returns true if a check found something else in the page's place: an error page with status 200.
bool is_stand_in(const warc::Exchange& exchange);

// Describes the main record of `encoded`, which was made from `exchange`.
SnapshotFacts describe_exchange(const warc::Exchange& exchange, const warc::StoredAnswer& answer,
                                const warc::EncodedSnapshot& encoded);

}  // namespace freshet
