// A snapshot as it was when it came: the answer's own head with the body that it stands for.
#pragma once

#include <optional>

#include "catalog/rows.h"
#include "crawl/memory.h"
#include "crawl/observation.h"
#include "crawl/page_reader.h"
#include "store/archive.h"
#include "warc/http_head.h"

namespace freshet {

// Nothing if it cannot be read.
std::optional<Remembered> recall_snapshot(Archive& archive, const Found& found);

// What an answer says of a page that was not known; `read` was read from it.
Observation first_observation(const PageKey& page, Time time, std::uint16_t depth,
                              const warc::HttpHead& head, const ReadAnswer& read);

}  // namespace freshet
