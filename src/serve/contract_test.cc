// Every route answers what the document of the API says, whatever it is asked.
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "app/small_archive_test.h"
#include "base/ascii.h"
#include "base/random.h"
#include "catalog/open_catalog.h"
#include "registrar/channels.h"
#include "registrar/happenings.h"
#include "registrar/tags.h"
#include "registrar/watches.h"
#include "serve/api_route.h"
#include "serve/api_world.h"
#include "serve/openapi.h"
#include "serve/schema_text.h"
#include "watch/watch_json.h"

namespace freshet {
namespace {

using nlohmann::json;

// Judges a value by the part of JSON Schema that our documents use.
class SchemaJudge {
 public:
  explicit SchemaJudge(const json& document) : schemas_(document["components"]["schemas"]) {}

  // Returns where and why the value is none of the schema; empty if it is one.
  std::string refusal(const json& value, const json& schema, const std::string& place) const {
    if (schema.contains("$ref")) {
      const std::string name = schema["$ref"].get<std::string>();
      return refusal(value, schemas_.at(name.substr(name.rfind('/') + 1)), place);
    }
    if (schema.contains("anyOf")) {
      std::string first;
      for (const json& one : schema["anyOf"]) {
        const std::string why = refusal(value, one, place);
        if (why.empty()) return {};
        if (first.empty()) first = why;
      }
      return first;
    }
    if (schema.contains("enum") && std::ranges::find(schema["enum"], value) == schema["enum"].end())
      return place + ": not one of " + schema["enum"].dump();
    if (!schema.contains("type")) return {};
    const std::string type = schema["type"];
    if (type == "array") return of_array(value, schema, place);
    if (type == "object") return of_object(value, schema, place);
    const bool is_right = (type == "string" && value.is_string()) ||
                          (type == "integer" && value.is_number_integer()) ||
                          (type == "number" && value.is_number()) ||
                          (type == "boolean" && value.is_boolean()) ||
                          (type == "null" && value.is_null());
    return is_right ? "" : place + ": " + value.dump().substr(0, 80) + " is no " + type;
  }

 private:
  std::string of_array(const json& value, const json& schema, const std::string& place) const {
    if (!value.is_array()) return place + ": no array";
    for (const json& one : value)
      if (const std::string why = refusal(one, schema["items"], place + "[]"); !why.empty())
        return why;
    return {};
  }
  std::string of_object(const json& value, const json& schema, const std::string& place) const {
    if (!value.is_object()) return place + ": no object";
    const json members = schema.value("properties", json::object());
    for (const json& name : schema.value("required", json::array()))
      if (!value.contains(name.get<std::string>())) return place + ": lacks " + name.dump();
    for (const auto& [name, member] : value.items()) {
      const json& rest = schema["additionalProperties"];
      if (!members.contains(name) && rest == false) return place + ": has " + name;
      const json& its_schema = members.contains(name) ? members[name] : rest;
      if (const std::string why = refusal(member, its_schema, place + "." + name); !why.empty())
        return why;
    }
    return {};
  }

  const json schemas_;
};

// An archive with some history, and requests made from the declarations and a seed.
class ContractTest : public testing::Test {
 protected:
  ContractTest() {
    archive_.keep(kHome, "<title>Home</title><p>It is a fine day today.");
    archive_.keep(kShop, "<p>Two thirds of all socks.");
    archive_.clock.time += std::chrono::hours(5);
    archive_.check(kHome, "<title>Home</title><p>It rains.", CheckOutcome::changed);
    auto catalog =
        open_catalog(system_disk(), catalog_address(archive_.directory), CatalogOptions{});
    CaptureRow capture{.name = "first"};
    capture.hosts.push_back(*Host::from_key("a.example"));
    EXPECT_TRUE((*catalog)->begin_capture(capture));
    board_ = *JobBoard::open(system_disk(), scratch_ / "jobs.json");
    (void)board_->add({.urls = {kHome}}, archive_.clock.time);
    auto opened = ArchiveSession::open(system_disk(), archive_.clock, archive_.directory);
    EXPECT_TRUE(opened);
    session_.emplace(*std::move(opened));
    renew_registry();
  }

  // Each route finds the same rows, whatever the one before has removed.
  void renew_registry() {
    RegistryOptions options;
    options.password_cost = {.passes = 1, .memory_bytes = 8192};
    registry_.reset();
    auto registry = Registry::open(
        system_disk(), scratch_ / ("registry" + std::to_string(registries_++)), options);
    ASSERT_TRUE(registry) << registry.error().message;
    registry_ = *std::move(registry);
    fill_registry();
  }

  // A few rows of each kind, so that there is something to answer.
  void fill_registry() {
    const Member local{.runs_commands = true, .now = archive_.clock.time};
    // Before there are rows: the first administrator takes over those of the local person.
    EXPECT_TRUE(registry_->people().add("ann", Role::admin, std::nullopt, local.actor()));
    EXPECT_TRUE(registry_->people().add("bob", Role::viewer, std::nullopt, local.actor()));
    EXPECT_TRUE(
        add_channel(*registry_, local,
                    {.name = "phone", .kind = "json", .fields = {{"url", "http://127.0.0.1:1/"}}}));
    const auto watch = add_watch(
        *registry_, local,
        *watch_from_json(R"({"url":"https://a.example/","tags":["town"],"channels":["phone"]})"));
    ASSERT_TRUE(watch) << watch.error().error.message;
    const Telling telling{.happenings = {{.watch = watch->row.id,
                                          .page = "https://a.example/",
                                          .time = archive_.clock.time,
                                          .kind = "page.changed",
                                          .message = "{}"}},
                          .deliveries = {{.channel = 1, .happenings = {0}}}};
    const auto told = registry_->tell(telling, archive_.clock.time);
    ASSERT_TRUE(told);
    delivery_ = told->deliveries.front();
    EXPECT_TRUE(add_rule(*registry_, local, watch->row.id, {.text = "people look"}));
    EXPECT_TRUE(put_tag(*registry_, local, "first", "{}"));
  }

  std::string any_text() {
    static const std::vector<std::string> kTexts = {kHome,
                                                    kNews,
                                                    "a.example",
                                                    "https://b.example/",
                                                    "2026",
                                                    "2026-11-17T05:00:00Z",
                                                    "now",
                                                    "",
                                                    "x",
                                                    "\"><script>",
                                                    "../../etc/passwd",
                                                    "%00",
                                                    "\xff\xfe",
                                                    "404",
                                                    "4xx",
                                                    "text/html",
                                                    "https://[::1",
                                                    "9999999999999999999",
                                                    "-1",
                                                    "1",
                                                    "true",
                                                    "крот",
                                                    std::string(5000, 'a'),
                                                    "0123456789abcdef-1",
                                                    "' or 1=1 --"};
    return kTexts[random_.below(kTexts.size())];
  }
  // Half of the values are such as a client would send.
  std::string value_of(const ApiParameter& parameter) {
    const std::string_view name = parameter.name;
    if (parameter.kind == ApiParameter::Kind::text && random_.below(2) == 0) {
      if (name == "url" || name == "urls") return kHome;
      if (name == "host" || name == "domain") return "a.example";
      if (name == "status") return "200";
      if (name == "mime") return "text/html";
      if (name == "name" || name == "capture") return "first";
      if (name == "id") return delivery_;
      if (name == "text") return "url: https://a.example/";
      if (name == "file") return "[[watch]]\nurl = \"https://a.example\"";
    }
    if (random_.below(8) == 0) return any_text();
    if (parameter.kind == ApiParameter::Kind::toggle) return random_.below(2) ? "true" : "false";
    if (parameter.kind == ApiParameter::Kind::integer)
      return std::to_string(parameter.low + static_cast<std::int64_t>(random_.below(5)));
    if (!parameter.choices.empty())
      return std::string(parameter.choices[random_.below(parameter.choices.size())]);
    return any_text();
  }

  // Returns a value of a schema of the document; now and then any other.
  json value_of(const json& schema, const json& schemas, int depth = 0) {
    if (schema.contains("$ref")) {
      const std::string name = schema["$ref"].get<std::string>();
      return value_of(schemas.at(name.substr(name.rfind('/') + 1)), schemas, depth);
    }
    if (random_.below(60) == 0) return random_.below(2) ? json(any_text()) : json(nullptr);
    if (schema.contains("anyOf")) {
      const json& all = schema["anyOf"];
      return value_of(all[random_.below(all.size())], schemas, depth);
    }
    if (schema.contains("enum")) return schema["enum"][random_.below(schema["enum"].size())];
    const std::string type = schema.value("type", "string");
    if (type == "boolean") return random_.below(2) == 0;
    if (type == "integer" || type == "number") return random_.below(20);
    if (type == "array") {
      json list = json::array();
      for (std::size_t i = random_.below(3); i > 0 && depth < 6; --i)
        list.push_back(value_of(schema["items"], schemas, depth + 1));
      return list;
    }
    if (type == "null") return nullptr;
    if (type == "object") return object_of(schema, schemas, depth);
    static const std::vector<std::string> kTexts = {"https://a.example/",
                                                    "p",
                                                    "//p",
                                                    "$.a",
                                                    "town",
                                                    "phone",
                                                    "ntfy",
                                                    "json",
                                                    "GET",
                                                    "1h",
                                                    "0 6 * * *",
                                                    "2026-11-17T05:00:00Z"};
    return random_.below(3) == 0 ? any_text() : kTexts[random_.below(kTexts.size())];
  }
  json object_of(const json& schema, const json& schemas, int depth) {
    json object = json::object();
    const json required = schema.value("required", json::array());
    const json members = schema.value("properties", json::object());
    for (const auto& [name, member] : members.items())
      if (std::ranges::find(required, json(name)) != required.end() || random_.below(6) == 0)
        object[name] =
            name == "url" ? json("https://a.example/") : value_of(member, schemas, depth + 1);
    return object;
  }

  static std::string encoded(const std::string& text) {
    std::string out;
    for (const char c : text) {
      const bool is_plain = is_ascii_alnum(c) || c == '-' || c == '.';
      char hex[4];
      std::snprintf(hex, sizeof hex, "%%%02X", static_cast<unsigned char>(c));
      out += is_plain ? std::string(1, c) : std::string(hex);
    }
    return out;
  }

  HttpRequest request_for(const ApiRoute& route) {
    std::string path(route.path), query;
    json body = json::object();
    for (const ApiParameter& parameter : route.parameters) {
      const std::string value = value_of(parameter);
      if (parameter.place == ApiParameter::Place::path) {
        const std::string name = "{" + std::string(parameter.name) + "}";
        path.replace(path.find(name), name.size(), encoded(value));
      } else if (!parameter.is_required && random_.below(3) != 0) {
        continue;
      } else if (parameter.place == ApiParameter::Place::query) {
        query += (query.empty() ? "?" : "&") + std::string(parameter.name) + "=" + encoded(value);
      } else {
        const bool is_text = parameter.kind == ApiParameter::Kind::text;
        json one = is_text ? json(value) : json::parse(value, nullptr, false);
        if (one.is_discarded()) one = value;
        body[std::string(parameter.name)] = parameter.repeats ? json::array({one}) : one;
      }
    }
    HttpRequest request{.method = std::string(route.method), .target = path + query};
    if (!route.body.empty()) {
      const json schemas = document_["components"]["schemas"];
      body = value_of(json::parse(json_schema(route.body)), schemas);
      if (random_.below(4) == 0) body = {{"name", "x"}, {"url", "https://b.example/"}};
      if (route.name == "addChannel" && random_.below(2) == 0)
        body = {{"name", std::to_string(random_.below(1000))}, {"address", "json://127.0.0.1:1/x"}};
    }
    if (!body.empty()) request.body = body.dump(-1, ' ', false, json::error_handler_t::replace);
    if (random_.below(50) == 0) request.body = any_text();
    return request;
  }

  // Returns the answer; an error that is the fault of the server fails the test.
  Result<ApiAnswer> ask(const HttpRequest& request) {
    const FoundRoute found = find_route(request.method, request.path());
    if (found.route == nullptr || found.route->run == nullptr)
      return std::unexpected(Error{Errc::not_found, "no route"});
    const auto arguments = read_arguments(found, request);
    if (!arguments) return std::unexpected(arguments.error().error);
    LiveState live;
    LoginGate logins;
    const ServerParts parts{.jobs = *board_,
                            .live = live,
                            .logins = logins,
                            .clock = archive_.clock,
                            .version = "1",
                            .settings = [] { return std::string("{}"); },
                            .fetch = {.resolver = {.servers = {"127.0.0.1:9"},
                                                   .timeout = std::chrono::milliseconds(10),
                                                   .tries = 1,
                                                   .total = std::chrono::milliseconds(50)}},
                            .password_cost = {.passes = 1, .memory_bytes = 8192}};
    const Caller caller{
        .kind = Caller::Kind::local, .role = Role::admin, .scopes = scopes_of(Role::admin)};
    ApiWorld world(found.route->store == ApiStore::archive ? &*session_ : nullptr,
                   found.route->store == ApiStore::registry ? registry_.get() : nullptr, parts,
                   caller);
    return found.route->run(world, *arguments);
  }

  const Scratch scratch_;
  SmallArchive archive_;
  std::unique_ptr<JobBoard> board_;
  std::optional<ArchiveSession> session_;
  std::unique_ptr<Registry> registry_;
  int registries_ = 0;
  std::string delivery_;
  const json document_ = json::parse(openapi_document("1"));
  Random random_{1};
};

TEST_F(ContractTest, DocumentIsJsonAndNamesEachOperationOnce) {
  const json document = json::parse(openapi_document("1"));
  std::set<std::string> names;
  for (const auto& [path, operations] : document["paths"].items())
    for (const auto& [method, operation] : operations.items())
      EXPECT_TRUE(names.insert(operation["operationId"]).second) << operation["operationId"];
  EXPECT_GE(names.size(), 20U);
}

TEST_F(ContractTest, ShowsNoPasswordOfAJob) {
  const auto started = ask({.method = "POST",
                            .target = "/api/v1/jobs",
                            .body = R"({"kind":"crawl","urls":["ann:s3cret@b.example/x"]})"});
  ASSERT_TRUE(started) << started.error().message;
  EXPECT_EQ(json::parse(started->body)["urls"], json::array({"https://b.example/x"}));
}

TEST_F(ContractTest, RefusesACrawlOfNothing) {
  const auto started =
      ask({.method = "POST", .target = "/api/v1/jobs", .body = R"({"kind":"crawl"})"});
  ASSERT_FALSE(started);
  EXPECT_EQ(started.error().message, "a crawl takes urls");
}

TEST_F(ContractTest, WhatChangesSomethingNeedsTheRightTo) {
  const std::set<std::string_view> kOfEverybody = {"logIn", "logOut", "acceptInvitation"};
  for (const ApiPart& part : api_parts())
    for (const ApiRoute& route : part.routes)
      if (route.method != "GET" && !kOfEverybody.contains(route.name)) {
        EXPECT_TRUE(route.scope == ApiScope::write || route.scope == ApiScope::admin ||
                    route.scope == ApiScope::own)
            << route.name;
      }
}

// Routes that always answer a problem here: nobody can log in, and the person is the local one.
const std::set<std::string_view> kRefusing = {"logIn",         "acceptInvitation", "makeToken",
                                              "revokeToken",   "revokeInvitation", "revokeFeed",
                                              "changePassword"};

// 10,000 and more requests: FRESHET_REQUESTS=200 for each of the routes.
int requests_each() {
  const char* const given = std::getenv("FRESHET_REQUESTS");
  return given == nullptr ? 40 : std::max(1, std::atoi(given));
}

TEST_F(ContractTest, EveryRouteAnswersWhatItsDocumentSays) {
  const SchemaJudge judge(document_);
  const json problem = {{"$ref", "#/components/schemas/Problem"}};
  for (const ApiPart& part : api_parts()) {
    for (const ApiRoute& route : part.routes) {
      int answered = 0;
      if (route.store == ApiStore::registry) renew_registry();
      for (int i = 0; i < requests_each() && route.run != nullptr; ++i) {
        const HttpRequest request = request_for(route);
        const auto answer = ask(request);
        if (!answer) {
          EXPECT_NE(answer.error().code, Errc::corrupt)
              << request.target << request.body << answer.error().message;
          continue;
        }
        const json value = json::parse(answer->body, nullptr, false);
        ASSERT_FALSE(value.is_discarded()) << request.target << ": " << answer->body;
        if (answer->type == "application/problem+json") {
          EXPECT_LT(answer->status, 500) << request.target << request.body << answer->body;
          EXPECT_EQ(judge.refusal(value, problem, ""), "") << answer->body;
          continue;
        }
        ++answered;
        EXPECT_TRUE(std::ranges::count(route.statuses, answer->status)) << request.target;
        std::string method(route.method);
        for (char& c : method) c = static_cast<char>(c | 0x20);
        const json& declared =
            document_["paths"][std::string(route.path)][method]["responses"]
                     [std::to_string(answer->status)]["content"]["application/json"]["schema"];
        EXPECT_EQ(judge.refusal(value, declared, ""), "") << request.target << "\n" << answer->body;
      }
      if (route.run != nullptr && !kRefusing.contains(route.name)) {
        EXPECT_GT(answered, 0) << route.name << " never answered";
      }
    }
  }
}

}  // namespace
}  // namespace freshet
