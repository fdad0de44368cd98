// The state of an archive's crawl. May be asked for while the crawl is running.
#pragma once

#include <cstddef>
#include <string>

#include "app/archive_session.h"
#include "base/error.h"
#include "crawl/crawl_summary.h"

namespace freshet {

struct CrawlStatus {
  CrawlSummary summary = {};
  bool is_running = false;
};

// Lists at most `hosts_max` hosts of each kind.
Result<CrawlStatus> crawl_status(ArchiveSession& session, std::size_t hosts_max);

std::string to_json(const CrawlStatus& status);

}  // namespace freshet
