// Every route answers what the document of the API says, whatever it is asked.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "app/small_archive_test.h"
#include "base/ascii.h"
#include "base/random.h"
#include "catalog/open_catalog.h"
#include "serve/api_route.h"
#include "serve/api_world.h"
#include "serve/openapi.h"

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
    }
    if (random_.below(8) == 0) return any_text();
    if (parameter.kind == ApiParameter::Kind::toggle) return random_.below(2) ? "true" : "false";
    if (parameter.kind == ApiParameter::Kind::integer)
      return std::to_string(parameter.low + static_cast<std::int64_t>(random_.below(5)));
    if (!parameter.choices.empty())
      return std::string(parameter.choices[random_.below(parameter.choices.size())]);
    return any_text();
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
    if (!arguments) return std::unexpected(arguments.error());
    LiveState live;
    const ServerParts parts{
        .jobs = *board_, .live = live, .clock = archive_.clock, .version = "1", .settings = [] {
          return std::string("{}");
        }};
    ApiWorld world(*session_, parts);
    return found.route->run(world, *arguments);
  }

  const Scratch scratch_;
  SmallArchive archive_;
  std::unique_ptr<JobBoard> board_;
  std::optional<ArchiveSession> session_;
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

TEST_F(ContractTest, EveryRouteAnswersWhatItsDocumentSays) {
  constexpr int kRequestsEach = 100;
  const json document = json::parse(openapi_document("1"));
  const SchemaJudge judge(document);
  for (const ApiPart& part : api_parts()) {
    for (const ApiRoute& route : part.routes) {
      int answered = 0;
      for (int i = 0; i < kRequestsEach && route.run != nullptr; ++i) {
        const HttpRequest request = request_for(route);
        const auto answer = ask(request);
        if (!answer) {
          EXPECT_NE(answer.error().code, Errc::corrupt) << request.target << request.body;
          continue;
        }
        ++answered;
        EXPECT_TRUE(std::ranges::count(route.statuses, answer->status)) << request.target;
        const json value = json::parse(answer->body, nullptr, false);
        ASSERT_FALSE(value.is_discarded()) << request.target << ": " << answer->body;
        std::string method(route.method);
        for (char& c : method) c = static_cast<char>(c | 0x20);
        const json& declared =
            document["paths"][std::string(route.path)][method]["responses"]
                    [std::to_string(answer->status)]["content"]["application/json"]["schema"];
        EXPECT_EQ(judge.refusal(value, declared, ""), "") << request.target << "\n" << answer->body;
      }
      if (route.run != nullptr) {
        EXPECT_GT(answered, 0) << route.name << " never answered";
      }
    }
  }
}

}  // namespace
}  // namespace freshet
