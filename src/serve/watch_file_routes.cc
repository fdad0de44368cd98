// Routes of trials of watches, imports, and the watches file.
#include <array>
#include <utility>

#include "base/json.h"
#include "registrar/watch_files.h"
#include "registrar/watch_trial.h"
#include "serve/api_parts.h"
#include "serve/registry_parts.h"
#include "watch/watch_json.h"

namespace freshet {
namespace {

using enum ApiParameter::Kind;
using enum ApiParameter::Place;

Result<ApiAnswer> test_watch_of(ApiWorld& world, const ApiArguments& arguments) {
  const auto spec = read_watch(arguments.body());
  if (!spec) return problem_answer(Refusal::of(spec.error()));
  auto page = fetch_page(*spec, world.parts.fetch);
  if (!page) return std::unexpected(page.error());
  return json_answer(try_watch(*spec, *std::move(page), &world.session(), world.now()));
}

Result<ApiAnswer> import_watches_of(ApiWorld& world, const ApiArguments& arguments) {
  const auto imported = read_import_bytes(arguments.text("name"), arguments.text("text"));
  if (!imported) return problem_answer(Refusal{imported.error(), "text"});
  return json_answer(
      take_over(world.registry(), world.member(), *imported, arguments.toggle("trial")));
}

Result<ApiAnswer> export_watches_of(ApiWorld& world, const ApiArguments&) {
  const auto text = export_watches(world.registry(), world.member());
  if (!text) return std::unexpected(text.error());
  JsonWriter json;
  return answer(json.begin_object().key("file").value(*text).end_object().take());
}

Result<ApiAnswer> apply_watches_of(ApiWorld& world, const ApiArguments& arguments) {
  const auto file = read_watch_file(arguments.text("file"), "file");
  if (!file) return problem_answer(Refusal{file.error(), "file"});
  // The environment and the files of the server are none of its clients' business.
  const SecretReader refuse_secrets = [](const SecretReference&) -> Result<std::string> {
    return std::unexpected(
        Error{Errc::denied, "references to secrets are read by freshet watch apply only"});
  };
  return json_answer(apply_watches(world.registry(), world.member(), *file, refuse_secrets,
                                   arguments.toggle("prune")));
}

const ApiRoute kWatchFileRoutes[] = {
    {.method = "POST",
     .path = "/api/v1/watch-tests",
     .name = "testWatch",
     .summary = "Fetch a page once, and return what a watch would compare and tell",
     .scope = ApiScope::write,
     .is_slow = true,
     .body = "#NewWatch",
     .answer = "#WatchTrial",
     .run = test_watch_of},
    {.method = "POST",
     .path = "/api/v1/watch-imports",
     .name = "importWatches",
     .summary = "Take over watches of changedetection.io, urlwatch or webchanges",
     .scope = ApiScope::write,
     .store = ApiStore::registry,
     .parameters =
         {{.name = "text",
           .meaning = "a file of the other program: JSON or YAML",
           .place = body,
           .is_required = true},
          {.name = "name", .meaning = "its name, for errors", .place = body, .fallback = "file"},
          {.name = "trial",
           .meaning = "say what would be taken over, and change nothing",
           .place = body,
           .kind = toggle}},
     .answer = "{watches: integer, refused: integer, channels: integer, remarks: [text], report: "
               "{watches: [any], tags: [any], channels: [text], notes: [any]}}",
     .run = import_watches_of},
    {.method = "GET",
     .path = "/api/v1/watches-file",
     .name = "exportWatches",
     .summary = "Return the caller's watches, tags and channels as a file, without secrets",
     .store = ApiStore::registry,
     .answer = "{file: text}",
     .run = export_watches_of},
    {.method = "PUT",
     .path = "/api/v1/watches-file",
     .name = "applyWatches",
     .summary = "Make the caller's watches, tags and channels as a file says",
     .scope = ApiScope::write,
     .store = ApiStore::registry,
     .parameters =
         {{.name = "file", .meaning = "a watches file", .place = body, .is_required = true},
          {.name = "prune",
           .meaning = "remove watches that are not in it",
           .place = body,
           .kind = toggle}},
     .answer = "{added: integer, changed: integer, unchanged: integer, removed: integer, tags: "
               "integer, channels: integer}",
     .run = apply_watches_of},
};

const ApiSchema kWatchFileSchemas[] = {
    {"WatchTrial",
     "{url: text, status: integer, problem: text, kind: text, found: toggle, lines: [text], "
     "archived: time?, event: text, hunks: [{before: text, removed: text, added: text, after: "
     "text}]}"},
};

}  // namespace

ApiPart watch_file_part() {
  return {.name = "watches", .routes = kWatchFileRoutes, .schemas = kWatchFileSchemas};
}

}  // namespace freshet
