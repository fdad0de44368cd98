#include "cli/status_text.h"

#include <fmt/format.h>

#include "app/crawl_words.h"
#include "base/escape.h"
#include "cli/wording.h"

namespace freshet {
namespace {

constexpr std::size_t kReasonsMax = 10;

// A run that was killed cannot record its end, but it holds no lock any more.
std::string outcome_words(const CrawlStatus& status) {
  const CrawlRecord& record = status.summary.record;
  if (status.is_running) return "it is running";
  if (!record.ended) return "it was killed; freshet crawl resumes it";
  return fmt::format("ended at {} UTC: {}", second_words(*record.ended), record.outcome.sentence());
}

void print_reasons(std::string_view title, const ReasonCounts& reasons, Output& out) {
  if (!reasons.empty()) out.write(fmt::format("\n{}:\n", title));
  for (const auto& [why, count] : most_frequent(reasons, kReasonsMax))
    out.write(fmt::format("  {:>6}  {}\n", count, visible(why)));
}

void print_hosts(std::string_view title, const std::vector<NotedHost>& hosts, Output& out) {
  if (hosts.empty()) return;
  out.write(fmt::format("\n{}:\n", title));
  for (const NotedHost& host : hosts) {
    out.write(fmt::format("  {}  {}", visible(host.key), name_of(host.place)));
    if (host.kept_so_far)
      out.write(fmt::format(", {} kept so far", counted(*host.kept_so_far, "URL", "URLs")));
    if (const std::string why = host.report.why.sentence(); !why.empty())
      out.write(fmt::format(", {}: {}", code_of(host.report.state), visible(why)));
    if (host.next_due) out.write(fmt::format(" (again at {} UTC)", second_words(*host.next_due)));
    out.write("\n");
  }
}

void print_parked_servers(const CrawlSummary& summary, Output& out) {
  if (const std::string words = parked_hosts_words(summary); !words.empty())
    out.write(fmt::format("\n{}, by name server:\n", words));
  std::size_t shown = 0;
  for (const auto& [name, server] : summary.parked_servers) {
    if (++shown > kReasonsMax) break;
    out.write(fmt::format("  {:>6}  {} ({} of {} owners parked)\n",
                          server.left_out + server.visited, visible(name), server.newest.parked,
                          server.newest.owners));
  }
  if (summary.parked_servers.size() > kReasonsMax)
    out.write(fmt::format("  and {} more; --json lists them\n",
                          summary.parked_servers.size() - kReasonsMax));
  print_hosts("hosts left out", summary.left_out, out);
  if (summary.parked.left_out > summary.left_out.size())
    out.write(fmt::format("  and {} more; --json lists them\n",
                          summary.parked.left_out - summary.left_out.size()));
}

}  // namespace

void print_status(const CrawlStatus& status, Output& out) {
  const CrawlSummary& summary = status.summary;
  if (!summary.crawl) return out.write("This archive has not been crawled.\n");
  const HostCounts& hosts = summary.hosts;
  out.write(fmt::format("crawl {}, begun at {} UTC; {}\n", summary.crawl->id,
                        second_words(summary.crawl->began), visible(outcome_words(status))));
  out.write(fmt::format(
      "hosts: {} ready, {} in visit, {} waiting for an address, {} due later, "
      "{} done, {} known\n",
      hosts.ready, hosts.claimed, hosts.waiting, hosts.due, hosts.retired, hosts.known));
  out.write(fmt::format("last visits: {} complete, {} partial, {} failed, with {}\n",
                        summary.complete, summary.partial, summary.failed,
                        counted(summary.pages, "page", "pages")));
  print_reasons("why hosts stopped early", summary.reasons, out);
  if (!summary.statuses.empty())
    out.write(fmt::format("answers by status: {}\n", status_count_words(summary.statuses)));
  print_reasons("why URLs were left out", drop_sentences(summary.dropped), out);
  print_hosts("in visit", summary.out, out);
  print_hosts("hosts that stopped early", summary.stopped, out);
  if (summary.stopped_early > summary.stopped.size()) {
    out.write(fmt::format("  and {} more; --json lists them\n",
                          summary.stopped_early - summary.stopped.size()));
  }
  print_parked_servers(summary, out);
}

}  // namespace freshet
