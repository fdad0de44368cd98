// What a crawl says: lines and a report for people, events for programs.
#pragma once

#include <string>
#include <string_view>

#include "base/json.h"
#include "cli/output.h"
#include "crawl/crawl_summary.h"
#include "crawl/visit_report.h"
#include "engine/run.h"

namespace freshet {

// "12 hosts in visit, 340 pages (12.3/s, 0.8 MB/s), 901 URLs and 55 hosts waiting, 3 errors"
std::string progress_words(const RunView& view);

// "503 200, 12 404": answers by status.
std::string status_count_words(const StatusCounts& statuses);

// The counts of dropped URLs by sentences for people.
ReasonCounts drop_sentences(const DropCounts& dropped);

// Writes "statuses" and "dropped", with the codes of the reasons.
void write_left_out(const StatusCounts& statuses, const DropCounts& dropped, JsonWriter& json);

// "2h 3m", "12s": to what matters.
std::string time_words(Duration duration);

// "ready", "due": where a host is.
std::string_view name_of(HostPlace place);

// "61 pages in 63 requests", and what the visit took from the archive instead.
std::string visit_words(const VisitReport& report);

// Each an object on a line of its own.
std::string started_event(const Run& crawl, const std::string& directory, std::size_t seeds);
std::string progress_event(const RunView& view);
std::string host_ended_event(const Host& host, const VisitReport& report);
std::string warning_event(const std::string& sentence);
std::string finished_event(const RunView& view, const CrawlSummary& summary,
                           const std::string& outcome);

void print_report(const RunView& view, const CrawlSummary& summary, const std::string& outcome,
                  Output& out);

// The commands with which to go on.
void print_next_steps(const CrawlSummary& summary, const std::string& directory, Output& out);

}  // namespace freshet
