// Routes of the server itself: its state, its settings, the document of the API.
#include "serve/api_parts.h"
#include "serve/api_world.h"
#include "serve/openapi.h"
#include "serve/route_parts.h"
#include "serve/server_state.h"

namespace freshet {
namespace {

Result<ApiAnswer> show_server(ApiWorld& world, const ApiArguments&) {
  return answer(server_state_json(world.parts.live.now(), world.parts.version, world.now()));
}

Result<ApiAnswer> show_settings(ApiWorld& world, const ApiArguments&) {
  return answer(world.parts.settings());
}

Result<ApiAnswer> show_document(ApiWorld& world, const ApiArguments&) {
  return answer(openapi_document(world.parts.version));
}

const ApiRoute kServerRoutes[] = {
    {.method = "GET",
     .path = "/api/v1/server",
     .name = "showServer",
     .summary = "Return the present work of the server, and how fresh the archive is",
     .store = ApiStore::none,
     .answer = "#Server",
     .run = show_server},
    {.method = "GET",
     .path = "/api/v1/events",
     .name = "followEvents",
     .summary = "Follow changes, jobs and the state of the server as server-sent events",
     .store = ApiStore::none,
     .parameters = {{.name = "cursor",
                     .meaning = "of the change after which to begin; from now on. A Last-Event-ID "
                                "field, as browsers send it, counts before it"}},
     .type = "text/event-stream",
     .run = nullptr},
    {.method = "GET",
     .path = "/api/v1/settings",
     .name = "showSettings",
     .summary = "List the settings in effect, as freshet config does; secrets are left out",
     .scope = ApiScope::admin,
     .store = ApiStore::none,
     .answer = "<any>",
     .run = show_settings},
    {.method = "GET",
     .path = "/api/v1/openapi.json",
     .name = "showDocument",
     .summary = "Return this document",
     .store = ApiStore::none,
     .answer = "<any>",
     .run = show_document},
};

const ApiSchema kServerSchemas[] = {
    {"Server",
     "{version: text, ready: toggle, doing: text, trouble: text, replay: text, now: time, run: "
     "{elapsed_s: "
     "number, hosts_in_visit: integer, urls_waiting: integer, pages: integer, answers: integer, "
     "bytes: integer, failures: integer, pages_per_second: number, bytes_per_second: number, "
     "next_due_s: number?, disk_is_full: toggle}, pages: {scheduled: integer, gone: integer, "
     "requisites: integer, fresh: number}?}"},
};

}  // namespace

ApiPart server_part() {
  return {.name = "server", .routes = kServerRoutes, .schemas = kServerSchemas};
}

}  // namespace freshet
