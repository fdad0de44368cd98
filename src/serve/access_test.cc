// The person behind a request, its rights, and the address that it is believed to have.
#include <gtest/gtest.h>

#include <chrono>

#include "registry/link_token.h"
#include "registry/registry_driver_test.h"
#include "serve/api_problem.h"
#include "serve/caller.h"
#include "serve/form.h"
#include "serve/public_pages.h"
#include "serve/request_throttle.h"

namespace freshet {
namespace {

using Kind = Caller::Kind;

class AccessTest : public RegistryTest {
 protected:
  Caller caller(std::vector<HttpField> fields, const std::string& peer = "127.0.0.1") {
    fields.push_back({"host", "localhost"});
    return must(identify(*registry, {.method = "GET", .fields = std::move(fields), .peer = peer},
                         options, now()));
  }
  static int refused_with(ApiScope scope, const Caller& who) {
    const auto refusal = refuse_access(scope, who);
    return refusal ? refusal->status : 0;
  }

  AccessOptions options;
};

TEST_F(AccessTest, WithoutAccountsThisMachineMayDoEverything) {
  EXPECT_EQ(caller({}).kind, Kind::local);
  EXPECT_EQ(caller({}, "").kind, Kind::local) << "a Unix socket";
  EXPECT_EQ(refused_with(ApiScope::admin, caller({})), 0);
  options.is_local = false;
  EXPECT_EQ(caller({}).kind, Kind::nobody);
  EXPECT_EQ(refused_with(ApiScope::read, caller({})), 401);
  EXPECT_EQ(refused_with(ApiScope::open, caller({})), 0);
}

TEST_F(AccessTest, AForwardedRequestIsNotLocal) {
  options.proxies = {"127.0.0.1"};
  EXPECT_EQ(caller({{"x-forwarded-for", "192.0.2.9"}}).kind, Kind::nobody);
}

TEST_F(AccessTest, ASessionHasTheRightsOfItsPerson) {
  const PersonId ann = person("ann", Role::viewer);
  EXPECT_EQ(caller({}).kind, Kind::nobody) << "there are accounts now";
  const std::string text = must(registry->passes().begin_session(ann, "", by(ann)));
  const Caller who = caller({{"cookie", "a=b; freshet_session=" + text}});
  EXPECT_EQ(who.kind, Kind::session);
  EXPECT_EQ(who.name, "ann");
  EXPECT_EQ(refused_with(ApiScope::read, who), 0);
  EXPECT_EQ(refused_with(ApiScope::write, who), 403);
  EXPECT_EQ(refused_with(ApiScope::own, who), 0);
  EXPECT_FALSE(who.member(now()).is_admin);
  EXPECT_EQ(caller({{"cookie", "freshet_session=" + text + "x"}}).kind, Kind::nobody);
}

TEST_F(AccessTest, ATokenHasItsScopesAndIsNoPerson) {
  const PersonId ann = person("ann", Role::admin);
  const std::string text = must(registry->passes().make_token(
      ann, "script", {.reads = true, .writes = true}, std::nullopt, by(ann)));
  const Caller who = caller({{"authorization", "Bearer " + text}});
  EXPECT_EQ(who.kind, Kind::token);
  EXPECT_EQ(refused_with(ApiScope::write, who), 0);
  EXPECT_EQ(refused_with(ApiScope::admin, who), 403);
  EXPECT_EQ(refused_with(ApiScope::own, who), 403);
  EXPECT_FALSE(who.member(now()).is_admin) << "its person is one, the token is not";
}

TEST_F(AccessTest, OnlyANamedProxyIsBelieved) {
  person("ann", Role::editor);
  const std::vector<HttpField> fields = {{"x-forwarded-for", "203.0.113.5, 192.0.2.9, 10.0.0.2"},
                                         {"x-forwarded-proto", "https"},
                                         {"x-remote-user", "ann"}};
  options.user_field = "x-remote-user";
  EXPECT_EQ(caller(fields, "10.0.0.1").kind, Kind::nobody);
  EXPECT_EQ(caller(fields, "10.0.0.1").place.address, "10.0.0.1");
  options.proxies = {"10.0.0.1", "10.0.0.2"};
  const Caller who = caller(fields, "10.0.0.1");
  EXPECT_EQ(who.kind, Kind::proxy);
  EXPECT_EQ(who.name, "ann");
  EXPECT_TRUE(who.place.is_secure);
  EXPECT_EQ(who.place.address, "192.0.2.9") << "what stands before it may be made up";
  EXPECT_EQ(caller({{"x-remote-user", "eve"}}, "10.0.0.1").kind, Kind::nobody);
}

// Mail scanners open every link.
TEST_F(AccessTest, ALinkOfAMessageActsOnlyWhenItsPageIsSent) {
  const WatchId id = watch("https://a.example/<b>");
  const std::string key = must(registry->key_for(kLinkPurpose));
  const std::string link =
      "/unsubscribe/" + sign_link({.act = LinkAct::unsubscribe, .watch = id}, key);
  const auto page = [&](const std::string& method, const std::string& target) {
    return public_page(*registry, {.method = method, .target = target}, options, now());
  };
  const auto is_muted = [&] { return must(registry->watches().find(id))->spec.is_muted; };
  const HttpResponse shown = page("GET", link);
  EXPECT_EQ(shown.status, 200);
  EXPECT_TRUE(shown.body.contains("<form method=\"post\">")) << shown.body;
  EXPECT_FALSE(shown.body.contains("<b>")) << shown.body;
  EXPECT_FALSE(is_muted());
  EXPECT_EQ(page("POST", link + "x").status, 404);
  EXPECT_EQ(page("POST", "/silence/" + link.substr(13)).status, 404) << "it is for another act";
  EXPECT_FALSE(is_muted());
  EXPECT_EQ(page("POST", link).status, 200);
  EXPECT_TRUE(is_muted());
  EXPECT_EQ(page("DELETE", link).status, 405);
}

TEST_F(AccessTest, CookiesAreForThisSiteAlone) {
  EXPECT_EQ(session_cookie("frs_x", true),
            "freshet_session=frs_x; Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure");
  EXPECT_TRUE(session_cookie("", false).contains("Max-Age=0;"));
}

TEST(ApiProblemTest, PointsIntoTheBody) {
  const HttpResponse response =
      problem_response({Errc::invalid, "parts[0].kind: no"}, "parts[0].kind");
  EXPECT_TRUE(response.body.ends_with(
      R"("detail":"parts[0].kind: no","errors":[{"detail":"parts[0].kind: no","pointer":"#/parts/0/kind"}]})"
      "\n"))
      << response.body;
}

TEST(RequestThrottleTest, LetsSoManyThroughInAMinute) {
  RequestThrottle throttle(2);
  const Time now = Time(std::chrono::hours(1));
  EXPECT_EQ(throttle.admit("a", now), Duration(0));
  EXPECT_EQ(throttle.admit("a", now), Duration(0));
  EXPECT_EQ(throttle.admit("a", now + std::chrono::seconds(10)), std::chrono::seconds(50));
  EXPECT_EQ(throttle.admit("b", now), Duration(0));
  EXPECT_EQ(throttle.admit("a", now + std::chrono::seconds(61)), Duration(0));
}

TEST(FormTest, ReadsWhatABrowserSends) {
  const auto fields = read_form("name=Ann+B&password=%C3%A4%26&name=other&empty");
  EXPECT_EQ(fields.at("name"), "Ann B");
  EXPECT_EQ(fields.at("password"), "ä&");
  EXPECT_EQ(fields.at("empty"), "");
}

TEST(PublicPagesTest, TheLogHasNoSecretsOfPaths) {
  EXPECT_EQ(loggable_path("/feed/frf_secret.atom"), "/feed/");
  EXPECT_EQ(loggable_path("/silence/s-1-2-3-x"), "/silence/");
  EXPECT_EQ(loggable_path("/api/v1/pages"), "/api/v1/pages");
}

}  // namespace
}  // namespace freshet
