// Loads the checkable pages of a capture and their sightings since it began, so that a killed
// capture can be resumed.
#pragma once

#include <functional>
#include <vector>

#include "base/error.h"
#include "capture/capture_book.h"
#include "catalog/catalog.h"

namespace freshet {

// Completes a belief with the rate that is known now.
using DescribeBelief = std::function<void(PageBelief&)>;

// Returns the book of a capture with the pages of its hosts. Requisites are left out, and so are
// pages that were missing when it began.
Result<CaptureBook> load_capture(Catalog& catalog, const CaptureRow& capture,
                                 const DescribeBelief& describe);

}  // namespace freshet
