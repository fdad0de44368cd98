#include "app/hosts.h"

#include <fmt/format.h>

#include "app/crawl_words.h"
#include "app/page_lookup.h"
#include "base/escape.h"
#include "base/json.h"

namespace freshet {
namespace {

ListedHost listed(const HostRow& row) {
  return {.row = row, .report = VisitReport::from_json(row.report)};
}

}  // namespace

Status list_hosts(ArchiveSession& session, const HostsRequest& request,
                  const std::function<bool(const ListedHost&)>& visit) {
  bool has_begun = !request.after;
  return session.catalog().each_host([&](const HostRow& row) {
    if (!has_begun) {
      has_begun = row.host.key() == *request.after;
      return true;
    }
    if (!request.text.empty() && row.host.name().find(request.text) == std::string_view::npos)
      return true;
    const ListedHost host = listed(row);
    if (request.state && (!host.report || host.report->state != *request.state)) return true;
    return visit(host);
  });
}

Result<ListedHost> find_listed_host(ArchiveSession& session, std::string_view name) {
  const auto key = parse_host("host", std::string(name));
  if (!key) return std::unexpected(key.error());
  const auto row = session.catalog().find_host(*Host::from_key(*key));
  if (!row) return std::unexpected(row.error());
  if (!*row)
    return std::unexpected(Error{
        Errc::not_found, fmt::format("the archive does not know the host {}", visible(*key))});
  return listed(**row);
}

std::string to_json(const ListedHost& host) {
  const HostRow& row = host.row;
  JsonWriter json;
  json.begin_object().key("host").value(row.host.key()).key("place").value(name_of(row.place));
  json.key("links").value(row.in_links).key("address").value(row.address).key("next_due");
  row.next_due ? json.value(iso_time(*row.next_due)) : json.null();
  json.key("last_visit");
  if (!host.report) return json.null().end_object().take();
  const VisitReport& report = *host.report;
  json.begin_object().key("state").value(code_of(report.state));
  json.key("why").value(report.why.sentence()).key("pages").value(report.pages);
  json.key("checks").value(report.checks).key("requisites").value(report.requisites);
  json.key("bytes").value(report.bytes).key("requests").value(report.requests);
  json.key("errors").value(report.failures).key("failed_urls").value(report.failed_urls);
  write_left_out(report.statuses, report.dropped, json);
  json.key("parking");
  if (report.parking) {
    json.begin_object();
    write_parking(*report.parking, json);
    json.end_object();
  } else {
    json.null();
  }
  return json.end_object().end_object().take();
}

}  // namespace freshet
