#include "app/status.h"

#include <utility>

#include "app/crawl_words.h"
#include "base/json.h"

namespace freshet {
namespace {

// Counts the pages of hosts in visit, which have no report yet.
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
    json.key("state")
        .value(code_of(host.report.state))
        .key("why")
        .value(host.report.why.sentence());
    json.key("pages").value(host.report.pages).key("checks").value(host.report.checks);
    json.key("kept_so_far");
    host.kept_so_far ? json.value(*host.kept_so_far) : json.null();
    json.key("requests").value(host.report.requests);
    json.key("errors").value(host.report.failures);
    write_left_out(host.report.statuses, host.report.dropped, json);
    if (host.report.parking) {
      json.key("parking").begin_object();
      write_parking(*host.report.parking, json);
      json.end_object();
    }
    json.end_object();
  }
  json.end_array();
}

}  // namespace

Result<CrawlStatus> crawl_status(ArchiveSession& session, std::size_t hosts_max) {
  const bool is_being_written = session.is_being_written();
  auto summary = summarise_crawl(session.catalog(), hosts_max);
  if (!summary) return std::unexpected(summary.error());
  count_pages_so_far(session.archive(), *summary);
  const bool is_running = is_being_written && summary->crawl && !summary->record.ended;
  return CrawlStatus{.summary = *std::move(summary), .is_running = is_running};
}

std::string to_json(const CrawlStatus& status) {
  const CrawlSummary& summary = status.summary;
  JsonWriter json;
  json.begin_object().key("running").value(status.is_running);
  json.key("crawl");
  if (summary.crawl) {
    const CrawlRecord& record = summary.record;
    json.begin_object().key("id").value(summary.crawl->id);
    json.key("began").value(iso_time(summary.crawl->began)).key("ended");
    record.ended ? json.value(iso_time(*record.ended)) : json.null();
    json.key("outcome")
        .value(record.outcome.sentence())
        .key("scope")
        .value(name_of(record.scope.kind));
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
  write_parked_servers(summary, json);
  write_hosts("left_out", summary.left_out, json);
  return json.end_object().take();
}

}  // namespace freshet
