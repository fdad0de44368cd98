#include "cli/crawl_words.h"

#include <fmt/format.h>

#include "base/escape.h"
#include "base/json.h"
#include "cli/wording.h"

namespace freshet {
namespace {

constexpr std::size_t kReasonsShown = 5;

// Pauses up to this are usual between polite requests, and not worth a word.
constexpr Duration kQuietTold = std::chrono::seconds(5);

std::uint64_t natural(std::int64_t count) {
  return count > 0 ? static_cast<std::uint64_t>(count) : 0;
}

// Hosts that are still to be visited.
std::uint64_t waiting(const HostCounts& hosts) {
  return natural(hosts.ready + hosts.waiting + hosts.due);
}

double seconds(Duration duration) { return std::chrono::duration<double>(duration).count(); }

void write_reasons(const CrawlSummary& summary, JsonWriter& json) {
  json.key("reasons").begin_array();
  for (const auto& [why, hosts] : most_frequent(summary.reasons, kReasonsShown))
    json.begin_object().key("why").value(why).key("hosts").value(hosts).end_object();
  json.end_array();
}

}  // namespace

std::string status_count_words(const StatusCounts& statuses) {
  std::string words;
  for (const auto& [status, count] : statuses)
    words += fmt::format("{}{} {}", words.empty() ? "" : ", ", count, status);
  return words;
}

ReasonCounts drop_sentences(const DropCounts& dropped) {
  ReasonCounts sentences;
  for (const auto& [reason, count] : dropped) sentences[std::string(sentence_of(reason))] += count;
  return sentences;
}

void write_left_out(const StatusCounts& statuses, const DropCounts& dropped, JsonWriter& json) {
  json.key("statuses").begin_object();
  for (const auto& [status, count] : statuses) json.key(std::to_string(status)).value(count);
  json.end_object().key("dropped").begin_object();
  for (const auto& [reason, count] : dropped) json.key(code_of(reason)).value(count);
  json.end_object();
}

std::string time_words(Duration duration) {
  const auto all = std::chrono::duration_cast<std::chrono::seconds>(duration).count();
  if (all < 60) return fmt::format("{}s", all);
  if (all < 3600) return fmt::format("{}m {}s", all / 60, all % 60);
  if (all < 86'400) return fmt::format("{}h {}m", all / 3600, all / 60 % 60);
  return fmt::format("{}d {}h", all / 86'400, all / 3600 % 24);
}

std::string_view name_of(HostPlace place) {
  switch (place) {
    case HostPlace::known:
      return "known";
    case HostPlace::ready:
      return "ready";
    case HostPlace::claimed:
      return "in visit";
    case HostPlace::waiting:
      return "waiting for its address";
    case HostPlace::due:
      return "due later";
    case HostPlace::retired:
      return "done";
  }
  return "";
}

std::string visit_words(const VisitReport& report) {
  std::string pages = counted(report.pages, "page", "pages");
  if (report.checks > 0) pages += " and " + counted(report.checks, "check", "checks");
  if (report.requests == 0 && report.recalled > 0)
    return pages + "; nothing was fetched again, since the archive had it all already";
  const std::string fetched =
      fmt::format("{} in {}", pages, counted(report.requests, "request", "requests"));
  if (report.recalled == 0) return fetched;
  return fmt::format("{}; {} in the archive already and not fetched again", fetched,
                     counted(report.recalled, "more answer was", "more answers were"));
}

std::string progress_words(const RunView& view) {
  std::string words = fmt::format(
      "{} in visit, {} ({:.1f}/s, {:.1f} MB/s), {} and {} waiting, {}",
      counted(view.visits, "host", "hosts"), counted(view.pages, "page", "pages"),
      view.pages_per_second, view.bytes_per_second / 1e6, counted(view.urls_waiting, "URL", "URLs"),
      counted(waiting(view.hosts), "host", "hosts"), counted(view.failures, "error", "errors"));
  if (view.visits > 0 && view.quiet_for >= kQuietTold)
    words += fmt::format(", last answer {} ago", time_words(view.quiet_for));
  if (view.visits == 0 && view.next_due)
    words += fmt::format(", the next is due in {}", time_words(*view.next_due));
  if (view.time_left) words += fmt::format(", {} left", time_words(*view.time_left));
  if (view.is_halted) words += ", halted: the disk is nearly full";
  return words;
}

std::string started_event(const Run& crawl, const std::string& directory, std::size_t seeds) {
  JsonWriter json;
  json.begin_object().key("event").value("started").key("archive").value(directory);
  json.key("goes_on").value(crawl.goes_on()).key("seeds").value(seeds);
  json.key("scope").value(name_of(crawl.record().scope.kind)).end_object();
  return json.take() + "\n";
}

std::string progress_event(const RunView& view) {
  JsonWriter json;
  json.begin_object().key("event").value("progress").key("seconds").value(seconds(view.elapsed));
  json.key("visits").value(view.visits).key("pages").value(view.pages);
  json.key("answers").value(view.answers).key("bytes").value(view.bytes);
  json.key("pages_per_second").value(view.pages_per_second);
  json.key("bytes_per_second").value(view.bytes_per_second);
  json.key("urls_waiting").value(view.urls_waiting);
  json.key("seconds_since_answer").value(seconds(view.quiet_for));
  json.key("hosts_waiting").value(waiting(view.hosts));
  json.key("hosts_done").value(view.hosts.retired).key("errors").value(view.failures);
  json.key("seconds_left");
  view.time_left ? json.value(seconds(*view.time_left)) : json.null();
  json.key("seconds_to_next_due");
  view.next_due ? json.value(seconds(*view.next_due)) : json.null();
  json.key("halted").value(view.is_halted).end_object();
  return json.take() + "\n";
}

std::string host_ended_event(const Host& host, const VisitReport& report) {
  JsonWriter json;
  json.begin_object().key("event").value("host-ended").key("host").value(host.key());
  json.key("state").value(report.state).key("why").value(report.why);
  json.key("pages").value(report.pages).key("checks").value(report.checks);
  json.key("requisites").value(report.requisites);
  json.key("requests").value(report.requests).key("bytes").value(report.bytes);
  json.key("errors").value(report.failures);
  write_left_out(report.statuses, report.dropped, json);
  json.end_object();
  return json.take() + "\n";
}

std::string warning_event(const std::string& sentence) {
  JsonWriter json;
  json.begin_object().key("event").value("warning").key("message").value(sentence).end_object();
  return json.take() + "\n";
}

std::string finished_event(const RunView& view, const CrawlSummary& summary,
                           const std::string& outcome) {
  JsonWriter json;
  json.begin_object().key("event").value("finished").key("outcome").value(outcome);
  json.key("seconds").value(seconds(view.elapsed)).key("pages").value(view.pages);
  json.key("answers").value(view.answers).key("bytes").value(view.bytes);
  json.key("errors").value(view.failures).key("hosts").begin_object();
  json.key("complete").value(summary.complete).key("partial").value(summary.partial);
  json.key("failed").value(summary.failed).key("waiting").value(waiting(summary.hosts));
  json.end_object();
  write_reasons(summary, json);
  write_left_out(summary.statuses, summary.dropped, json);
  json.end_object();
  return json.take() + "\n";
}

void print_report(const RunView& view, const CrawlSummary& summary, const std::string& outcome,
                  Output& out) {
  out.write(fmt::format("The crawl ended: {}.\n", visible(outcome)));
  out.write(fmt::format("{} and {} other answers, {}, in {}\n",
                        counted(view.pages, "page", "pages"), view.answers - view.pages,
                        size_words(view.bytes), time_words(view.elapsed)));
  out.write(fmt::format("hosts: {} complete, {} partial, {} failed, {} to be visited\n",
                        summary.complete, summary.partial, summary.failed, waiting(summary.hosts)));
  for (const auto& [why, hosts] : most_frequent(summary.reasons, kReasonsShown))
    out.write(fmt::format("  {:>6}  {}\n", hosts, visible(why)));
  if (!summary.statuses.empty())
    out.write(fmt::format("answers by status: {}\n", status_count_words(summary.statuses)));
  if (summary.dropped.empty()) return;
  out.write("URLs that were left out:\n");
  for (const auto& [why, urls] : most_frequent(drop_sentences(summary.dropped), kReasonsShown))
    out.write(fmt::format("  {:>6}  {}\n", urls, why));
}

void print_next_steps(const CrawlSummary& summary, const std::string& directory, Output& out) {
  const std::string archive = visible(directory);
  if (waiting(summary.hosts) > 0)
    out.write(
        fmt::format("freshet crawl --archive {} goes on, given the same options.\n", archive));
  else if (summary.failed > 0)
    out.write(fmt::format("Hosts that failed are tried again when the crawl is run again.\n"));
  out.write(fmt::format("Look at it: freshet status --archive {0}, freshet list --archive {0}\n",
                        archive));
}

}  // namespace freshet
