// The output of a crawl for people: a line of progress, a report at its end.
#pragma once

#include <string>

#include "cli/output.h"
#include "crawl/crawl_summary.h"
#include "engine/run.h"

namespace freshet {

// "12 hosts in visit, 340 pages (12.3/s, 0.8 MB/s), 901 URLs and 55 hosts waiting, 3 errors"
std::string progress_words(const RunView& view);

void print_report(const RunView& view, const CrawlSummary& summary, const std::string& outcome,
                  Output& out);

// Suggests the commands to run next.
void print_next_steps(const CrawlSummary& summary, const std::string& directory, Output& out);

}  // namespace freshet
