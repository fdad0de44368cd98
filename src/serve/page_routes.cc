// Routes of pages: their list, versions, texts, differences and history.
#include <fmt/format.h>

#include <utility>

#include "app/diff.h"
#include "app/explain.h"
#include "app/history.h"
#include "app/list.h"
#include "app/main_text.h"
#include "app/page_lookup.h"
#include "app/plan.h"
#include "app/select_pages.h"
#include "app/show.h"
#include "serve/api_list.h"
#include "serve/api_parts.h"
#include "serve/api_world.h"
#include "serve/route_parts.h"
#include "store/snapshot_facts.h"

namespace freshet {
namespace {

using enum ApiParameter::Kind;

constexpr std::int64_t kPagesMax = 1000;      // of one answer
constexpr std::int64_t kPlannedMax = 1000;    // checks of one answer
constexpr std::int64_t kHoursMax = 24 * 365;  // a plan looks ahead

const ApiParameter kUrl = {
    .name = "url", .meaning = "the page; its scheme may be missing", .is_required = true};
const ApiParameter kAt = {.name = "at", .meaning = "the version nearest to this time; the newest"};

Result<Selection> selection_of(const ApiArguments& arguments) {
  auto selection = parse_selection({.hosts = arguments.all("host"),
                                    .domains = arguments.all("domain"),
                                    .from = arguments.maybe("from"),
                                    .to = arguments.maybe("to")},
                                   "");
  if (!selection) return selection;
  if (selection->hosts.size() + selection->domains.size() > 1)
    return refused("a list of pages takes one host or one domain");
  if (arguments.has("cursor")) selection->after = page_key_of(arguments.text("cursor"));
  return selection;
}

Result<ApiAnswer> list_pages_of(ApiWorld& world, const ApiArguments& arguments) {
  auto selection = selection_of(arguments);
  if (!selection) return std::unexpected(selection.error());
  ListRequest request{.selection = *std::move(selection), .mimes = arguments.all("mime")};
  for (const std::string& text : arguments.all("status")) {
    const auto range = parse_status_range(text);
    if (!range) return refused("status must be like 404, 4xx or 200-299");
    request.statuses.push_back(*range);
  }
  const auto most = static_cast<std::size_t>(arguments.integer("limit"));
  ApiList list;
  std::string last;
  bool has_more = false;
  const Status walked = list_pages(world.session(), request, [&](const ListedPage& page) -> Status {
    has_more = list.size() == most;
    if (has_more) return std::unexpected(kEnough);
    last = page.found.page.key.url;
    list.add(to_json(page));
    return {};
  });
  if (!walked && !has_more) return std::unexpected(walked.error());
  return answer(list.take(has_more ? std::optional(last) : std::nullopt));
}

Result<Found> page_of(ApiWorld& world, const ApiArguments& arguments) {
  Time at = kTimeMax;
  if (arguments.has("at")) {
    const auto time = parse_start("at", arguments.text("at"));
    if (!time) return std::unexpected(time.error());
    at = *time;
  }
  return find_page(world.session().archive(), arguments.text("url"), at);
}

Result<ApiAnswer> show_page(ApiWorld& world, const ApiArguments& arguments) {
  const auto found = page_of(world, arguments);
  if (!found) return std::unexpected(found.error());
  const auto described = describe_snapshot(world.session(), *found);
  if (!described) return std::unexpected(described.error());
  return answer(to_json(*described));
}

Result<ApiAnswer> list_versions(ApiWorld& world, const ApiArguments& arguments) {
  const auto found = page_of(world, arguments);
  if (!found) return std::unexpected(found.error());
  ListRequest request{.selection = {.urls = {found->page.key.url}}, .every_snapshot = true};
  if (arguments.has("after")) {
    const auto after = parse_start("after", arguments.text("after"));
    if (!after) return std::unexpected(after.error());
    request.selection.from = *after + Duration(1);
  }
  const auto most = static_cast<std::size_t>(arguments.integer("limit"));
  ApiList list;
  std::optional<Time> last, more;
  const Status walked = list_pages(world.session(), request, [&](const ListedPage& page) -> Status {
    // Versions of one moment stay together.
    if (list.size() >= most && page.found.snapshot.time != *last) {
      more = last;
      return std::unexpected(kEnough);
    }
    last = page.found.snapshot.time;
    list.add(to_json(page));
    return {};
  });
  if (!walked && !more) return std::unexpected(walked.error());
  return answer(list.take(more ? std::optional(iso_time(*more)) : std::nullopt));
}

Result<ApiAnswer> show_text(ApiWorld& world, const ApiArguments& arguments) {
  const auto found = page_of(world, arguments);
  if (!found) return std::unexpected(found.error());
  const std::string& part = arguments.text("part");
  if (part == "all") {
    const auto text = read_text(world.session(), *found);
    if (!text) return std::unexpected(text.error());
    return answer(to_json(*text));
  }
  const auto form = part == "markdown" ? MainTextForm::markdown : MainTextForm::plain;
  const auto text = read_main_text(world.session(), *found, form);
  if (!text) return std::unexpected(text.error());
  return answer(to_json(*text));
}

Result<ApiAnswer> show_headers(ApiWorld& world, const ApiArguments& arguments) {
  const auto found = page_of(world, arguments);
  if (!found) return std::unexpected(found.error());
  const auto headers = read_http_headers(world.session(), *found);
  if (!headers) return std::unexpected(headers.error());
  return answer(to_json(*headers));
}

Result<ApiAnswer> show_difference(ApiWorld& world, const ApiArguments& arguments) {
  DiffRequest request{.url = arguments.text("url")};
  for (auto [name, field] : {std::pair("from", &request.from), std::pair("to", &request.to)}) {
    if (!arguments.has(name)) continue;
    const auto time = parse_start(name, arguments.text(name));
    if (!time) return std::unexpected(time.error());
    *field = *time;
  }
  const auto diff = diff_page(world.session(), request);
  if (!diff) return std::unexpected(diff.error());
  JsonWriter head;
  head.begin_object().key("url").value(diff->url).key("before").value(iso_time(diff->before));
  head.key("now").value(iso_time(diff->now)).key("difference");
  std::string json = head.take();
  json.append(to_json(diff->diff)).append("}");
  return answer(std::move(json));
}

Result<ApiAnswer> show_history(ApiWorld& world, const ApiArguments& arguments) {
  const auto history = page_history(world.session(), arguments.text("url"));
  if (!history) return std::unexpected(history.error());
  return answer(to_json(*history));
}

Result<ApiAnswer> explain_url(ApiWorld& world, const ApiArguments& arguments) {
  const auto found = explain(world.session(), arguments.text("url"));
  if (!found) return std::unexpected(found.error());
  return answer(to_json(*found));
}

Result<ApiAnswer> show_plan(ApiWorld& world, const ApiArguments& arguments) {
  const auto plan = plan_checks(
      world.session(), {.within = std::chrono::hours(arguments.integer("hours")),
                        .checks_max = static_cast<std::size_t>(arguments.integer("limit"))});
  if (!plan) return std::unexpected(plan.error());
  ApiList list;
  for (const PlannedPage& check : plan->checks) list.add(to_json(check));
  return answer(list.take(std::nullopt));
}

const ApiRoute kPageRoutes[] = {
    {.method = "GET",
     .path = "/api/v1/pages",
     .name = "listPages",
     .summary = "List the pages of the archive with their newest versions",
     .parameters =
         {{.name = "host", .meaning = "pages of this host", .repeats = true},
          {.name = "domain", .meaning = "pages of this domain and its subdomains", .repeats = true},
          {.name = "from", .meaning = "versions from this time on"},
          {.name = "to", .meaning = "versions up to this time"},
          {.name = "status", .meaning = "answers like 404, 4xx or 200-299", .repeats = true},
          {.name = "mime", .meaning = "a media type, or image/ for all", .repeats = true},
          limit_of(kPagesMax, "100"),
          cursor_of_list()},
     .answer = "{items: [#Snapshot], next: text?}",
     .run = list_pages_of},
    {.method = "GET",
     .path = "/api/v1/page",
     .name = "showPage",
     .summary = "Describe a version of a page",
     .parameters = {kUrl, kAt},
     .answer = "#Page",
     .run = show_page},
    {.method = "GET",
     .path = "/api/v1/page/versions",
     .name = "listVersions",
     .summary = "List the versions of a page, the oldest first",
     .parameters = {kUrl,
                    {.name = "after", .meaning = "\"next\" of the answer before, a time"},
                    limit_of(kPagesMax, "100")},
     .answer = "{items: [#Snapshot], next: time?}",
     .run = list_versions},
    {.method = "GET",
     .path = "/api/v1/page/text",
     .name = "showText",
     .summary = "Return the text of a page",
     .parameters = {kUrl,
                    kAt,
                    {.name = "part",
                     .meaning = "all visible text, or the main text as plain text or Markdown",
                     .fallback = "main",
                     .choices = {"all", "main", "markdown"}}},
     .answer = "{url?: url, title: text, author?: text, date?: text, language?: text, text: text, "
               "confidence?: number}",
     .run = show_text},
    {.method = "GET",
     .path = "/api/v1/page/headers",
     .name = "showHeaders",
     .summary = "Return status line and header fields as the server sent them",
     .parameters = {kUrl, kAt},
     .answer = "{first_line: text, fields: [any]}",
     .run = show_headers},
    {.method = "GET",
     .path = "/api/v1/page/difference",
     .name = "showDifference",
     .summary = "Judge what changed between two versions of a page",
     .parameters = {kUrl,
                    {.name = "from", .meaning = "the content at this time; that before `to`"},
                    {.name = "to", .meaning = "the content at this time; the newest"}},
     .answer = "{url: url, before: time, now: time, difference: #Difference}",
     .run = show_difference},
    {.method = "GET",
     .path = "/api/v1/page/history",
     .name = "showHistory",
     .summary = "Return the checks of a page, and how often it changes",
     .parameters = {kUrl},
     .answer = "#History",
     .run = show_history},
    {.method = "GET",
     .path = "/api/v1/page/explanation",
     .name = "explainUrl",
     .summary = "Explain what was done with a URL, and why",
     .parameters = {kUrl},
     .answer = "{url: url, findings: [{name: text, answer: text, words: text}]}",
     .run = explain_url},
    {.method = "GET",
     .path = "/api/v1/plan",
     .name = "showPlan",
     .summary = "List the next checks, with their reasons",
     .parameters = {{.name = "hours",
                     .meaning = "hours to look ahead",
                     .kind = integer,
                     .low = 1,
                     .high = kHoursMax,
                     .fallback = "24"},
                    limit_of(kPlannedMax, "100")},
     .answer = "{items: [#PlannedCheck], next: text?}",
     .run = show_plan},
};

const ApiSchema kPageSchemas[] = {
    {"Snapshot",
     "{url: text, time: time, status: integer?, mime: text, bytes: integer, digest: text, "
     "kind: text, versions: integer}"},
    {"Page",
     "{url: text, title: text, time: time, status: integer?, mime: text, bytes: integer, "
     "digest: text, kind: text, repeats: {url: text, time: time}?, file: text, offset: integer, "
     "length: integer, versions: integer, first: time, last: time}"},
    {"Difference",
     "{class: text, meaningful: toggle, score: number?, versions_back: integer, stages: <any>, "
     "changes: [{kind: text, pieces: [any]}]}"},
    {"Belief",
     "{state: text, changes_per_day: number, low: number, high: number, group: any, "
     "first_group: any, first_rate: number, checks: integer, changes: integer, misses: integer, "
     "weight: number, checked: time?, changed: time?, next_check: time?, why: text}"},
    {"History",
     "{url: text, first_seen: time, versions: integer, belief: #Belief?, checks: [any]}"},
    {"PlannedCheck",
     "{url: text, at: time, reason: 'worth'|'explored'|'baskets'|'gone', misses?: integer, "
     "rate?: number, rate_low?: number, rate_high?: number, stale?: number, worth?: number, "
     "price?: number, checks?: integer, changes?: integer, checked?: time, baskets?: text}"},
};

}  // namespace

ApiPart page_part() { return {.name = "pages", .routes = kPageRoutes, .schemas = kPageSchemas}; }

}  // namespace freshet
