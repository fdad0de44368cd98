// The facts of a capture that is about to be written.
#pragma once

#include "base/error.h"
#include "store/snapshot_facts.h"
#include "warc/capture.h"
#include "warc/snapshot_encoder.h"

namespace freshet {

// Returns Errc::limit if the capture is longer than a row or an index line can say. Fetching keeps
// to lower limits.
Status check_limits(const warc::Capture& capture);

// Returns true if a check found something else in the page's place: an error page with status 200.
bool is_stand_in(const warc::Capture& capture);

// Describes the main record of `encoded`, which was made from `capture`.
SnapshotFacts describe_capture(const warc::Capture& capture, const warc::StoredAnswer& answer,
                               const warc::EncodedSnapshot& encoded);

}  // namespace freshet
