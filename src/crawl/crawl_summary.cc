#include "crawl/crawl_summary.h"

#include <algorithm>

namespace freshet {
namespace {

constexpr std::size_t kReasonsMax = 1000;  // further ones are not counted

void count_reason(ReasonCounts& reasons, const std::string& why, std::uint64_t count) {
  if (reasons.contains(why) || reasons.size() < kReasonsMax) reasons[why] += count;
}

constexpr std::size_t kParkedServersMax = 10'000;  // further ones are only in the sums

void count_parked(const VisitReport& report, CrawlSummary& summary) {
  if (!report.parking) return;
  const std::string& name = report.parking->name_server;
  ParkedServer* server = nullptr;
  if (summary.parked_servers.contains(name) || summary.parked_servers.size() < kParkedServersMax) {
    server = &summary.parked_servers[name];
    if (server->newest.owners <= report.parking->owners) server->newest = *report.parking;
  }
  for (ParkedServer* sums : {&summary.parked, server}) {
    if (sums == nullptr) continue;
    ++(report.state == VisitState::left_out ? sums->left_out : sums->visited);
    sums->probed += report.parking->is_probe ? 1 : 0;
  }
}

}  // namespace

std::vector<std::pair<std::string, std::uint64_t>> most_frequent(const ReasonCounts& reasons,
                                                                 std::size_t count_max) {
  std::vector<std::pair<std::string, std::uint64_t>> all(reasons.begin(), reasons.end());
  std::ranges::stable_sort(all, [](const auto& a, const auto& b) { return a.second > b.second; });
  all.resize(std::min(all.size(), count_max));
  return all;
}

Result<CrawlSummary> summarise_crawl(Frontier& frontier, std::size_t listed_max) {
  CrawlSummary summary;
  auto newest = frontier.newest_crawl();
  if (!newest) return std::unexpected(newest.error());
  summary.crawl = *newest;
  if (*newest) summary.record = CrawlRecord::from_json((*newest)->plan);
  auto counts = frontier.count_hosts();
  if (!counts) return std::unexpected(counts.error());
  summary.hosts = *counts;
  const auto visited = frontier.each_host([&](const HostRow& row) {
    const auto report = VisitReport::from_json(row.report);
    const NotedHost host{.key = std::string(row.host.key()),
                         .place = row.place,
                         .next_due = row.next_due,
                         .report = report.value_or(VisitReport{})};
    if (row.place == HostPlace::claimed && summary.out.size() < listed_max)
      summary.out.push_back(host);
    if (!report) return true;
    summary.pages += report->pages;
    for (const auto& [status, count] : report->statuses) summary.statuses[status] += count;
    for (const auto& [reason, count] : report->dropped) summary.dropped[reason] += count;
    count_parked(*report, summary);
    if (report->state == VisitState::left_out) {
      if (summary.left_out.size() < listed_max) summary.left_out.push_back(host);
      return true;
    }
    ++(report->state == VisitState::complete ? summary.complete
       : report->state == VisitState::failed ? summary.failed
                                             : summary.partial);
    if (report->state == VisitState::complete && report->why.cause == VisitCause::nothing_left)
      return true;
    ++summary.stopped_early;
    count_reason(summary.reasons, report->why.sentence(), 1);
    if (summary.stopped.size() < listed_max) summary.stopped.push_back(host);
    return true;
  });
  if (!visited) return std::unexpected(visited.error());
  return summary;
}

}  // namespace freshet
