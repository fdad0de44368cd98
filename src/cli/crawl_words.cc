#include "cli/crawl_words.h"

#include <fmt/format.h>

#include "app/crawl_words.h"
#include "base/escape.h"
#include "cli/wording.h"
#include "report/words.h"

namespace freshet {
namespace {

constexpr std::size_t kReasonsShown = 5;

// Shorter pauses are usual between polite requests and not reported.
constexpr Duration kQuietTold = std::chrono::seconds(5);

}  // namespace

std::string progress_words(const RunView& view) {
  std::string words = fmt::format(
      "{} in visit, {} ({:.1f}/s, {:.1f} MB/s), {} and {} waiting, {}",
      counted(view.visits, "host", "hosts"), counted(view.pages, "page", "pages"),
      view.pages_per_second, view.bytes_per_second / 1e6, counted(view.urls_waiting, "URL", "URLs"),
      counted(hosts_waiting(view.hosts), "host", "hosts"),
      counted(view.failures, "error", "errors"));
  if (view.visits > 0 && view.quiet_for >= kQuietTold)
    words += fmt::format(", last answer {} ago", elapsed_words(view.quiet_for));
  if (view.visits == 0 && view.next_due)
    words += fmt::format(", the next is due in {}", elapsed_words(*view.next_due));
  if (view.time_left) words += fmt::format(", {} left", elapsed_words(*view.time_left));
  if (view.is_halted) words += ", halted: the disk is nearly full";
  return words;
}

void print_report(const RunView& view, const CrawlSummary& summary, const std::string& outcome,
                  Output& out) {
  out.write(fmt::format("The crawl ended: {}.\n", visible(outcome)));
  out.write(fmt::format("{} and {} other answers, {}, in {}\n",
                        counted(view.pages, "page", "pages"), view.answers - view.pages,
                        size_words(view.bytes), elapsed_words(view.elapsed)));
  out.write(fmt::format("hosts: {} complete, {} partial, {} failed, {} to be visited\n",
                        summary.complete, summary.partial, summary.failed,
                        hosts_waiting(summary.hosts)));
  for (const auto& [why, hosts] : most_frequent(summary.reasons, kReasonsShown))
    out.write(fmt::format("  {:>6}  {}\n", hosts, visible(why)));
  if (const std::string words = parked_hosts_words(summary); !words.empty())
    out.write(words + "\n");
  if (!summary.statuses.empty())
    out.write(fmt::format("answers by status: {}\n", status_count_words(summary.statuses)));
  if (summary.dropped.empty()) return;
  out.write("URLs left out:\n");
  for (const auto& [why, urls] : most_frequent(drop_sentences(summary.dropped), kReasonsShown))
    out.write(fmt::format("  {:>6}  {}\n", urls, why));
}

void print_next_steps(const CrawlSummary& summary, const std::string& directory, Output& out) {
  const std::string archive = visible(directory);
  if (hosts_waiting(summary.hosts) > 0)
    out.write(
        fmt::format("Run freshet crawl --archive {} with the same options to resume.\n", archive));
  else if (summary.failed > 0)
    out.write(fmt::format("Failed hosts are retried when the crawl is run again.\n"));
  out.write(
      fmt::format("Next: freshet status --archive {0}, freshet list --archive {0}\n", archive));
}

}  // namespace freshet
