// Crawls in words: host states, visits, counts of answers and of URLs that were left out.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/json.h"
#include "crawl/crawl_summary.h"
#include "crawl/visit_report.h"

namespace freshet {

// Returns answers by status: "503 200, 12 404".
std::string status_count_words(const StatusCounts& statuses);

// Returns the counts of dropped URLs by sentences for people.
ReasonCounts drop_sentences(const DropCounts& dropped);

// Writes "statuses" and "dropped", with the codes of the reasons.
void write_left_out(const StatusCounts& statuses, const DropCounts& dropped, JsonWriter& json);

// Returns the number of hosts that are still to be visited.
std::uint64_t hosts_waiting(const HostCounts& hosts);

// Returns the state of a host in the queue: "ready", "due later".
std::string_view name_of(HostPlace place);

// Returns "its name server ns#.x.example is judged parking: 16 of 16 owners there are parked".
std::string parking_words(const ParkingNote& note);

// Returns how many hosts of name servers that are judged parking were left out and visited: "120
// hosts left out as parked, 4 visited to check that". Empty if there are none.
std::string parked_hosts_words(const CrawlSummary& summary);

// Writes the numbers of a note, in the object that is open.
void write_parking(const ParkingNote& note, JsonWriter& json);
// Writes "parking": hosts left out, visited and probed, by name server.
void write_parked_servers(const CrawlSummary& summary, JsonWriter& json);

// Returns "61 pages in 63 requests", and how much of it came from the archive instead.
std::string visit_words(const VisitReport& report);

}  // namespace freshet
