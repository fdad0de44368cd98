#include "app/crawl_events.h"

#include "app/crawl_words.h"
#include "base/json.h"

namespace freshet {
namespace {

constexpr std::size_t kReasonsShown = 5;

double seconds(Duration duration) { return std::chrono::duration<double>(duration).count(); }

void write_reasons(const CrawlSummary& summary, JsonWriter& json) {
  json.key("reasons").begin_array();
  for (const auto& [why, hosts] : most_frequent(summary.reasons, kReasonsShown))
    json.begin_object().key("why").value(why).key("hosts").value(hosts).end_object();
  json.end_array();
}

}  // namespace

std::string started_event(const Run& crawl, const std::string& directory, std::size_t seeds) {
  JsonWriter json;
  json.begin_object().key("event").value("started").key("archive").value(directory);
  json.key("goes_on").value(crawl.goes_on()).key("seeds").value(seeds);
  json.key("scope").value(name_of(crawl.record().scope.kind)).end_object();
  return json.take();
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
  json.key("hosts_waiting").value(hosts_waiting(view.hosts));
  json.key("hosts_done").value(view.hosts.retired).key("errors").value(view.failures);
  json.key("seconds_left");
  view.time_left ? json.value(seconds(*view.time_left)) : json.null();
  json.key("seconds_to_next_due");
  view.next_due ? json.value(seconds(*view.next_due)) : json.null();
  json.key("halted").value(view.is_halted).end_object();
  return json.take();
}

std::string host_ended_event(const Host& host, const VisitReport& report) {
  JsonWriter json;
  json.begin_object().key("event").value("host-ended").key("host").value(host.key());
  json.key("state").value(code_of(report.state)).key("why").value(report.why.sentence());
  json.key("pages").value(report.pages).key("checks").value(report.checks);
  json.key("requisites").value(report.requisites);
  json.key("requests").value(report.requests).key("bytes").value(report.bytes);
  json.key("errors").value(report.failures);
  write_left_out(report.statuses, report.dropped, json);
  if (report.parking) {
    json.key("parking").begin_object();
    write_parking(*report.parking, json);
    json.key("probe").value(report.parking->is_probe).end_object();
  }
  json.end_object();
  return json.take();
}

std::string warning_event(const std::string& sentence) {
  JsonWriter json;
  json.begin_object().key("event").value("warning").key("message").value(sentence).end_object();
  return json.take();
}

std::string finished_event(const RunView& view, const CrawlSummary& summary,
                           const std::string& outcome) {
  JsonWriter json;
  json.begin_object().key("event").value("finished").key("outcome").value(outcome);
  json.key("seconds").value(seconds(view.elapsed)).key("pages").value(view.pages);
  json.key("answers").value(view.answers).key("bytes").value(view.bytes);
  json.key("errors").value(view.failures).key("hosts").begin_object();
  json.key("complete").value(summary.complete).key("partial").value(summary.partial);
  json.key("failed").value(summary.failed).key("waiting").value(hosts_waiting(summary.hosts));
  json.end_object();
  write_reasons(summary, json);
  write_left_out(summary.statuses, summary.dropped, json);
  write_parked_servers(summary, json);
  json.key("verdicts_withdrawn").value(view.ended.withdrawn).end_object();
  return json.take();
}

}  // namespace freshet
