// Routes of jobs: crawls, refreshes and captures that the server is asked for.
#include <fmt/format.h>

#include "serve/api_list.h"
#include "serve/api_parts.h"
#include "serve/api_world.h"
#include "serve/route_parts.h"
#include "url/normal_form.h"
#include "url/url.h"

namespace freshet {
namespace {

using enum ApiParameter::Kind;
using enum ApiParameter::Place;

constexpr std::int64_t kDepthMax = 1'000'000;
constexpr std::int64_t kJobPagesMax = 1'000'000'000;
constexpr std::size_t kUrlsMax = 1000;  // of one job
constexpr std::size_t kNameMax = 200;   // bytes

JobKind kind_named(std::string_view name) {
  for (const JobKind kind : {JobKind::crawl, JobKind::refresh, JobKind::capture})
    if (name_of(kind) == name) return kind;
  return JobKind::crawl;
}

Result<ApiAnswer> list_jobs(ApiWorld& world, const ApiArguments&) {
  ApiList list;
  for (const JobView& job : world.parts.jobs.list()) list.add(to_json(job));
  return answer(list.take(std::nullopt));
}

// Adds the scheme that people leave out, and removes user and password: everybody sees the jobs.
Result<std::string> whole_url(const std::string& word) {
  const std::string text =
      word.find("://") == std::string::npos ? fmt::format("https://{}", word) : word;
  const auto url = Url::parse(text);
  if (!url || !url->is_http())
    return refused(fmt::format("urls: \"{}\" is no http or https URL", word));
  return std::string(without_credentials(*url).href());
}

Result<ApiAnswer> start_job(ApiWorld& world, const ApiArguments& arguments) {
  JobOrder order{.kind = kind_named(arguments.text("kind")), .name = arguments.text("name")};
  for (const std::string& word : arguments.all("urls")) {
    auto url = whole_url(word);
    if (!url) return std::unexpected(url.error());
    order.urls.push_back(*std::move(url));
  }
  if (order.urls.size() > kUrlsMax) return refused(fmt::format("urls: more than {}", kUrlsMax));
  if (order.name.size() > kNameMax)
    return refused(fmt::format("name: longer than {} bytes", kNameMax));
  if (arguments.has("depth")) order.depth = arguments.integer("depth");
  if (arguments.has("pages")) order.pages = arguments.integer("pages");
  order.everything = arguments.toggle("everything");
  if (order.kind == JobKind::crawl && order.urls.empty()) return refused("a crawl takes urls");
  if (order.kind == JobKind::refresh && order.urls.empty() && !order.everything)
    return refused("a refresh takes urls, or everything");
  const auto job = world.parts.jobs.add(order, world.now());
  if (!job) return std::unexpected(job.error());
  return ApiAnswer{.body = to_json(*job),
                   .status = 202,
                   .fields = {{"Location", fmt::format("/api/v1/jobs/{}", job->id)}}};
}

Result<ApiAnswer> show_job(ApiWorld& world, const ApiArguments& arguments) {
  const auto job = world.parts.jobs.find(arguments.integer("id"));
  if (!job)
    return std::unexpected(
        Error{Errc::not_found, fmt::format("there is no job {}", arguments.integer("id"))});
  return answer(to_json(*job));
}

Result<ApiAnswer> cancel_job(ApiWorld& world, const ApiArguments& arguments) {
  const auto job = world.parts.jobs.cancel(arguments.integer("id"), world.now());
  if (!job) return std::unexpected(job.error());
  return answer(to_json(*job));
}

const ApiParameter kId = {.name = "id",
                          .meaning = "the number of the job",
                          .place = path,
                          .kind = integer,
                          .is_required = true,
                          .low = 1};

const ApiRoute kJobRoutes[] = {
    {.method = "GET",
     .path = "/api/v1/jobs",
     .name = "listJobs",
     .summary = "List the jobs, the newest first",
     .store = ApiStore::none,
     .answer = "{items: [#Job], next: text?}",
     .run = list_jobs},
    {.method = "POST",
     .path = "/api/v1/jobs",
     .name = "startJob",
     .summary = "Order a crawl, a refresh or a capture",
     .scope = ApiScope::write,
     .store = ApiStore::none,
     .parameters = {{.name = "kind",
                     .meaning = "the kind of the job",
                     .place = body,
                     .is_required = true,
                     .choices = {"crawl", "refresh", "capture"}},
                    {.name = "urls",
                     .meaning = "seeds, or the pages to check",
                     .place = body,
                     .repeats = true},
                    {.name = "name", .meaning = "of a capture; host and time", .place = body},
                    {.name = "depth",
                     .meaning = "links that a crawl follows from its seeds",
                     .place = body,
                     .kind = integer,
                     .low = 0,
                     .high = kDepthMax},
                    {.name = "pages",
                     .meaning = "the most pages of a host",
                     .place = body,
                     .kind = integer,
                     .low = 1,
                     .high = kJobPagesMax},
                    {.name = "everything",
                     .meaning = "a refresh checks every page; a crawl known pages of hosts, too",
                     .place = body,
                     .kind = toggle}},
     .answer = "#Job",
     .statuses = {202},
     .run = start_job},
    {.method = "GET",
     .path = "/api/v1/jobs/{id}",
     .name = "showJob",
     .summary = "Return a job with its progress",
     .store = ApiStore::none,
     .parameters = {kId},
     .answer = "#Job",
     .run = show_job},
    {.method = "DELETE",
     .path = "/api/v1/jobs/{id}",
     .name = "cancelJob",
     .summary = "Cancel a job that waits or runs",
     .scope = ApiScope::write,
     .store = ApiStore::none,
     .parameters = {kId},
     .answer = "#Job",
     .run = cancel_job},
};

const ApiSchema kJobSchemas[] = {
    {"Job",
     "{id: integer, kind: 'crawl'|'refresh'|'capture', state: "
     "'waiting'|'running'|'done'|'failed'|'cancelled', urls: [text], name: text, depth: integer?, "
     "pages_max: integer?, everything: toggle, made: time, began: time?, ended: time?, progress: "
     "text, outcome: text, pages: integer, bytes: integer}"},
};

}  // namespace

ApiPart job_part() { return {.name = "jobs", .routes = kJobRoutes, .schemas = kJobSchemas}; }

}  // namespace freshet
