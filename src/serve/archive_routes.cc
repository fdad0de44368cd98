// Routes of the archive as a whole: status, report, hosts, changes, captures, coherence.
#include <fmt/format.h>

#include <utility>

#include "app/capture.h"
#include "app/changes.h"
#include "app/coherence.h"
#include "app/compare_captures.h"
#include "app/hosts.h"
#include "app/page_lookup.h"
#include "app/report.h"
#include "app/status.h"
#include "serve/api_list.h"
#include "serve/api_parts.h"
#include "serve/api_world.h"
#include "serve/route_parts.h"

namespace freshet {
namespace {

using enum ApiParameter::Kind;

constexpr std::int64_t kHostsMax = 1000;          // of one answer
constexpr std::int64_t kChangesMax = 1000;        // without texts
constexpr std::int64_t kChangesWithTextMax = 50;  // each may have two pages of text

Result<ApiAnswer> show_status(ApiWorld& world, const ApiArguments& arguments) {
  const auto status =
      crawl_status(world.session(), static_cast<std::size_t>(arguments.integer("hosts")));
  if (!status) return std::unexpected(status.error());
  return answer(to_json(*status));
}

Result<ApiAnswer> show_report(ApiWorld& world, const ApiArguments& arguments) {
  ReportRequest request;
  if (arguments.has("at")) {
    const auto time = parse_start("at", arguments.text("at"));
    if (!time) return std::unexpected(time.error());
    request.at = *time;
  }
  const auto report = make_report(world.session(), request);
  if (!report) return std::unexpected(report.error());
  return answer(to_json(*report));
}

std::optional<VisitState> state_named(std::string_view name) {
  for (const VisitState state :
       {VisitState::complete, VisitState::partial, VisitState::failed, VisitState::left_out})
    if (code_of(state) == name) return state;
  return std::nullopt;
}

Result<ApiAnswer> list_hosts_of(ApiWorld& world, const ApiArguments& arguments) {
  const HostsRequest request{.text = arguments.text("text"),
                             .after = arguments.maybe("cursor"),
                             .state = state_named(arguments.text("state"))};
  const auto most = static_cast<std::size_t>(arguments.integer("limit"));
  ApiList list;
  std::string last;
  bool has_more = false;
  const Status read = list_hosts(world.session(), request, [&](const ListedHost& host) {
    has_more = list.size() == most;
    if (has_more) return false;
    last = host.row.host.key();
    list.add(to_json(host));
    return true;
  });
  if (!read) return std::unexpected(read.error());
  return answer(list.take(has_more ? std::optional(last) : std::nullopt));
}

Result<ApiAnswer> show_host(ApiWorld& world, const ApiArguments& arguments) {
  const auto host = find_listed_host(world.session(), arguments.text("host"));
  if (!host) return std::unexpected(host.error());
  return answer(to_json(*host));
}

Result<ApiAnswer> list_changes(ApiWorld& world, const ApiArguments& arguments) {
  auto feed = ChangeFeed::open(world.session(), arguments.maybe("cursor"));
  if (!feed) return std::unexpected(feed.error());
  const bool has_text = arguments.toggle("text");
  const auto most = static_cast<std::size_t>(
      std::min(arguments.integer("limit"), has_text ? kChangesWithTextMax : kChangesMax));
  ApiList list;
  const Status read = feed->read(has_text, [&](const ChangeEntry& entry) {
    list.add(to_json(entry));
    return list.size() < most;
  });
  if (!read) return std::unexpected(read.error());
  // There may always be more: the next request goes on behind the last event.
  return answer(list.take(cursor_text(feed->cursor())));
}

Result<ApiAnswer> list_captures(ApiWorld& world, const ApiArguments&) {
  const auto rows = world.session().catalog().captures();
  if (!rows) return std::unexpected(rows.error());
  ApiList list;
  for (auto row = rows->rbegin(); row != rows->rend(); ++row) list.add(to_json(*row));
  return answer(list.take(std::nullopt));
}

Result<ApiAnswer> show_capture(ApiWorld& world, const ApiArguments& arguments) {
  const auto row = find_capture(world.session(), arguments.text("name"));
  if (!row) return std::unexpected(row.error());
  return answer(to_json(*row));
}

Result<ApiAnswer> show_coherence(ApiWorld& world, const ApiArguments& arguments) {
  const ContentRule rule = arguments.toggle("strict") ? ContentRule::strict : ContentRule::judged;
  CoherenceRequest request{.rule = rule};
  if (arguments.has("capture")) {
    const auto capture = find_capture(world.session(), arguments.text("capture"));
    if (!capture) return std::unexpected(capture.error());
    request = request_of_capture(*capture, rule);
  }
  if (arguments.has("at")) {
    const auto time = parse_start("at", arguments.text("at"));
    if (!time) return std::unexpected(time.error());
    request.at = *time;
  }
  const auto key = parse_host("host", arguments.text("host"));
  if (!key) return std::unexpected(key.error());
  const auto site = assess_site(world.session(), *Host::from_key(*key), request);
  if (!site) return std::unexpected(site.error());
  return answer(to_json(site->site, arguments.toggle("pages") ? PagesShown::yes : PagesShown::no));
}

const ApiParameter kCaptureName = {.name = "name",
                                   .meaning = "the capture",
                                   .place = ApiParameter::Place::path,
                                   .is_required = true};

const ApiRoute kArchiveRoutes[] = {
    {.method = "GET",
     .path = "/api/v1/status",
     .name = "showStatus",
     .summary = "Return the state of the crawl, as freshet status does",
     .parameters = {{.name = "hosts",
                     .meaning = "the most hosts of each kind that are listed",
                     .kind = integer,
                     .low = 0,
                     .high = kHostsMax,
                     .fallback = "20"}},
     .answer = "#Status",
     .run = show_status},
    {.method = "GET",
     .path = "/api/v1/report",
     .name = "showReport",
     .summary = "Return how fresh the archive is, as freshet report does",
     .parameters = {{.name = "at", .meaning = "a time in the past; now"}},
     .answer = "<any>",
     .run = show_report},
    {.method = "GET",
     .path = "/api/v1/hosts",
     .name = "listHosts",
     .summary = "List the hosts of the archive with the result of their last visit",
     .parameters = {{.name = "text", .meaning = "part of the name"},
                    {.name = "state",
                     .meaning = "the result of the last visit",
                     .choices = {"complete", "partial", "failed", "left out"}},
                    limit_of(kHostsMax, "100"),
                    cursor_of_list()},
     .answer = "{items: [#Host], next: text?}",
     .run = list_hosts_of},
    {.method = "GET",
     .path = "/api/v1/host",
     .name = "showHost",
     .summary = "Return a host with the result of its last visit",
     .parameters = {{.name = "host", .meaning = "its name, or a URL", .is_required = true}},
     .answer = "#Host",
     .run = show_host},
    {.method = "GET",
     .path = "/api/v1/changes",
     .name = "listChanges",
     .summary = "List added, changed and removed pages, in order, from a cursor on",
     .parameters = {{.name = "cursor",
                     .meaning = "\"next\" of the answer before; now: after the last event"},
                    {.name = "text",
                     .meaning = "the texts of the changes are wanted, at most 50 at once",
                     .kind = toggle,
                     .fallback = "false"},
                    limit_of(kChangesMax, "100")},
     .answer = "{items: [#Change], next: text}",
     .run = list_changes},
    {.method = "GET",
     .path = "/api/v1/captures",
     .name = "listCaptures",
     .summary = "List the captures, the newest first",
     .answer = "{items: [#Capture], next: text?}",
     .run = list_captures},
    {.method = "GET",
     .path = "/api/v1/captures/{name}",
     .name = "showCapture",
     .summary = "Return a capture with its counts",
     .parameters = {kCaptureName},
     .answer = "#Capture",
     .run = show_capture},
    {.method = "GET",
     .path = "/api/v1/coherence",
     .name = "showCoherence",
     .summary = "Report which pages of a host are proven for the same instant",
     .parameters = {{.name = "host", .meaning = "its name, or a URL", .is_required = true},
                    {.name = "capture", .meaning = "judge the sightings of this capture only"},
                    {.name = "at", .meaning = "the instant; the best one"},
                    {.name = "strict",
                     .meaning = "compare bytes: a changed clock is a change",
                     .kind = toggle,
                     .fallback = "false"},
                    {.name = "pages",
                     .meaning = "list every page with its evidence",
                     .kind = toggle,
                     .fallback = "false"}},
     .answer = "<any>",
     .run = show_coherence},
};

const ApiSchema kArchiveSchemas[] = {
    {"Status",
     "{running: toggle, crawl: {id: integer, began: time, ended: time?, outcome: text, scope: "
     "text}?, hosts: <integer>, last_visits: <integer>, reasons: <integer>, statuses: <integer>, "
     "dropped: <integer>, in_visit: [<any>], stopped: [<any>], parking: any, left_out: [<any>]}"},
    {"Host",
     "{host: text, place: text, links: integer, address: text, next_due: time?, last_visit: "
     "{state: text, why: text, pages: integer, checks: integer, requisites: integer, bytes: "
     "integer, requests: integer, errors: integer, failed_urls: integer, statuses: <integer>, "
     "dropped: <integer>, parking: <any>?}?}"},
    {"Change",
     "{cursor: text, change: 'added'|'changed'|'removed'|'redesigned', url: text, time: time, "
     "class: text?, digest: text?, before: time?, digest_before: text?, text?: text?, "
     "text_missing?: text, delta?: <any>?, delta_missing?: text}"},
    {"Capture", "<any>"},
};

}  // namespace

ApiPart archive_part() {
  return {.name = "archive", .routes = kArchiveRoutes, .schemas = kArchiveSchemas};
}

}  // namespace freshet
