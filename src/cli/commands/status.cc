// freshet status: where the crawl of an archive stands.
#include <fmt/format.h>

#include <string>

#include "base/escape.h"
#include "base/json.h"
#include "cli/archive_access.h"
#include "cli/commands/commands.h"
#include "cli/crawl_words.h"
#include "cli/wording.h"
#include "crawl/crawl_summary.h"

namespace freshet {
namespace {

constexpr std::size_t kListedHostsMax = 20;
constexpr std::size_t kListedMaxJson = 100'000;
constexpr std::size_t kReasonsMax = 10;

// How the last run of it ended. A run that was killed cannot say so, but it has no lock any more.
std::string outcome_words(const CrawlRecord& record, bool is_in_use) {
  if (is_in_use && !record.ended) return "it is running";
  if (!record.ended) return "it was killed; freshet crawl goes on with it";
  return fmt::format("ended at {} UTC: {}", second_words(*record.ended), record.outcome);
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
    if (!host.report.why.empty())
      out.write(fmt::format(", {}: {}", visible(host.report.state), visible(host.report.why)));
    if (host.next_due) out.write(fmt::format(" (again at {} UTC)", second_words(*host.next_due)));
    out.write("\n");
  }
}

// Hosts that are being visited have no report yet; their pages are in the archive.
void count_pages_so_far(Archive& archive, CrawlSummary& summary) {
  if (!summary.crawl) return;
  for (NotedHost& noted : summary.out) {
    const auto host = Host::from_key(noted.key);
    if (!host) continue;
    std::uint64_t pages = 0;
    const Status counted = archive.catalog().each_page(*host, [&](const PageRow& page) {
      if (page.last_seen >= summary.crawl->began) ++pages;
      return true;
    });
    if (counted) noted.kept_so_far = pages;
  }
}

void print_text(const CrawlSummary& summary, bool is_in_use, Output& out) {
  if (!summary.crawl) return out.write("There was no crawl of this archive.\n");
  const HostCounts& hosts = summary.hosts;
  out.write(fmt::format("crawl {}, begun at {} UTC; {}\n", summary.crawl->id,
                        second_words(summary.crawl->began),
                        visible(outcome_words(summary.record, is_in_use))));
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
}

void write_reasons(const char* name, const ReasonCounts& reasons, JsonWriter& json) {
  json.key(name).begin_object();
  for (const auto& [why, count] : reasons) json.key(why).value(count);
  json.end_object();
}

void write_hosts(const char* name, const std::vector<NotedHost>& hosts, JsonWriter& json) {
  json.key(name).begin_array();
  for (const NotedHost& host : hosts) {
    json.begin_object().key("host").value(host.key).key("place").value(name_of(host.place));
    json.key("next_due");
    host.next_due ? json.value(iso_time(*host.next_due)) : json.null();
    json.key("state").value(host.report.state).key("why").value(host.report.why);
    json.key("pages").value(host.report.pages).key("checks").value(host.report.checks);
    json.key("kept_so_far");
    host.kept_so_far ? json.value(*host.kept_so_far) : json.null();
    json.key("requests").value(host.report.requests);
    json.key("errors").value(host.report.failures);
    write_left_out(host.report.statuses, host.report.dropped, json);
    json.end_object();
  }
  json.end_array();
}

void print_json(const CrawlSummary& summary, bool is_in_use, Output& out) {
  JsonWriter json;
  json.begin_object().key("running").value(is_in_use && summary.crawl && !summary.record.ended);
  json.key("crawl");
  if (summary.crawl) {
    const CrawlRecord& record = summary.record;
    json.begin_object().key("id").value(summary.crawl->id);
    json.key("began").value(iso_time(summary.crawl->began)).key("ended");
    record.ended ? json.value(iso_time(*record.ended)) : json.null();
    json.key("outcome").value(record.outcome).key("scope").value(name_of(record.scope.kind));
    json.end_object();
  } else {
    json.null();
  }
  const HostCounts& hosts = summary.hosts;
  json.key("hosts").begin_object().key("known").value(hosts.known).key("ready").value(hosts.ready);
  json.key("in_visit").value(hosts.claimed).key("waiting").value(hosts.waiting);
  json.key("due").value(hosts.due).key("done").value(hosts.retired).end_object();
  json.key("last_visits").begin_object().key("complete").value(summary.complete);
  json.key("partial").value(summary.partial).key("failed").value(summary.failed);
  json.key("pages").value(summary.pages).end_object();
  write_reasons("reasons", summary.reasons, json);
  write_left_out(summary.statuses, summary.dropped, json);
  write_hosts("in_visit", summary.out, json);
  write_hosts("stopped", summary.stopped, json);
  json.end_object();
  out.write(json.take() + "\n");
}

CommandResult run_status(const Session& session) {
  auto opened = open_session(session);
  if (!opened) return std::unexpected(opened.error());
  Archive* const archive = &opened->archive();
  const bool is_json = session.arguments.has("--json");
  const bool is_in_use = opened->is_being_written();
  auto summary = summarise_crawl(archive->catalog(), is_json ? kListedMaxJson : kListedHostsMax);
  if (!summary) return could_not(summary.error());
  count_pages_so_far(*archive, *summary);
  if (is_json)
    print_json(*summary, is_in_use, session.out);
  else
    print_text(*summary, is_in_use, session.out);
  return {};
}

}  // namespace

Command status_command() {
  return {.name = "status",
          .summary = "Show where the crawl of an archive stands",
          .details =
              "How many hosts wait, are in visit and are done, how the last run ended, and\n"
              "which hosts were not taken whole, with the reason. It may be asked while the\n"
              "crawl runs.",
          .operands = {},
          .options = {{"--json", "", "Print one JSON object, with every host that stopped early"}},
          .sections = {},
          .examples = {{"freshet status --archive web", "how far is it?"},
                       {"freshet status --archive web --json", "for programs"}},
          .run = run_status};
}

}  // namespace freshet
