// The status of a crawl for people.
#pragma once

#include "app/status.h"
#include "cli/output.h"

namespace freshet {

void print_status(const CrawlStatus& status, Output& out);

}  // namespace freshet
