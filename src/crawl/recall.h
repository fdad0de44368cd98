// A snapshot as it was received: the answer's own head with the body it refers to.
#pragma once

#include <optional>

#include "catalog/rows.h"
#include "crawl/memory.h"
#include "crawl/observation.h"
#include "crawl/page_reader.h"
#include "store/archive.h"
#include "warc/http_head.h"

namespace freshet {

// Returns nothing if it cannot be read.
std::optional<Remembered> recall_snapshot(Archive& archive, const Found& found);

// Returns the observation of a new page from its answer, which `read` was read from.
Observation first_observation(const PageKey& page, Time time, std::uint16_t depth,
                              const warc::HttpHead& head, const ReadAnswer& read);

}  // namespace freshet
