// Events of a running crawl for programs, one JSON object each.
#pragma once

#include <cstddef>
#include <string>

#include "crawl/crawl_summary.h"
#include "crawl/visit_report.h"
#include "engine/run.h"
#include "url/host.h"

namespace freshet {

std::string started_event(const Run& crawl, const std::string& directory, std::size_t seeds);
std::string progress_event(const RunView& view);
std::string host_ended_event(const Host& host, const VisitReport& report);
std::string warning_event(const std::string& sentence);
std::string finished_event(const RunView& view, const CrawlSummary& summary,
                           const std::string& outcome);

}  // namespace freshet
