#include "crawl/scope.h"

#include <gtest/gtest.h>

#include <string>

namespace freshet {
namespace {

std::unique_ptr<Scope> scope_of(ScopeRules rules, const char* seed = "https://example.com/blog/") {
  rules.add_seed(Url::parse(seed).value());
  return Scope::make(std::move(rules)).value();
}

bool holds(const Scope& scope, const char* url) {
  return !scope.refusal(Url::parse(url).value()).has_value();
}

TEST(ScopeTest, TheHostsOfTheSeedsWithAndWithoutWww) {
  const auto scope = scope_of({});
  EXPECT_TRUE(holds(*scope, "http://example.com/x"));
  EXPECT_TRUE(holds(*scope, "https://www.example.com/"));
  EXPECT_FALSE(holds(*scope, "https://blog.example.com/"));
  EXPECT_FALSE(holds(*scope, "https://example.com:8443/"));
  EXPECT_FALSE(holds(*scope, "ftp://example.com/"));
}

TEST(ScopeTest, ARegistrableDomain) {
  const auto scope = scope_of({.kind = ScopeKind::domains}, "http://news.bbc.co.uk/");
  EXPECT_TRUE(holds(*scope, "https://www.bbc.co.uk/x"));
  EXPECT_FALSE(holds(*scope, "https://other.co.uk/"));
}

TEST(ScopeTest, TheUserNamesTheDomainsOfSeedsAndListedHosts) {
  const auto scope = scope_of({.kind = ScopeKind::everything, .listed = {"listed.example"}});
  EXPECT_TRUE(scope->is_named(*Host::from_key("example.com")));
  EXPECT_TRUE(scope->is_named(*Host::from_key("shop.example.com")));
  EXPECT_TRUE(scope->is_named(*Host::from_key("listed.example")));
  EXPECT_FALSE(scope->is_named(*Host::from_key("other.example")));
  scope->adopt(*Host::from_key("other.example"));
  EXPECT_TRUE(scope->is_named(*Host::from_key("other.example")));
}

TEST(ScopeTest, SurtPrefixes) {
  const auto scope = scope_of({.kind = ScopeKind::surts, .surts = {"com,example)/blog"}});
  EXPECT_TRUE(holds(*scope, "https://www.example.com/blog/2026"));
  EXPECT_FALSE(holds(*scope, "https://www.example.com/shop"));
  EXPECT_TRUE(scope->may_hold(*Host::of(Url::parse("http://example.com/").value())));
  EXPECT_FALSE(scope->may_hold(*Host::of(Url::parse("http://example.org/").value())));
}

TEST(ScopeTest, PatternsIncludeAndExclude) {
  const auto scope =
      scope_of({.kind = ScopeKind::everything, .include = {"/keep/"}, .exclude = {"[?&]print=1"}});
  EXPECT_TRUE(holds(*scope, "http://a.example/keep/1"));
  EXPECT_FALSE(holds(*scope, "http://a.example/1"));
  EXPECT_FALSE(holds(*scope, "http://a.example/keep/1?print=1"));
  EXPECT_TRUE(scope->pattern_refusal(Url::parse("http://a.example/x.css?print=1").value()));
  EXPECT_FALSE(scope->pattern_refusal(Url::parse("http://a.example/x.css").value()));
}

TEST(ScopeTest, ABadPatternIsNamed) {
  const auto made = Scope::make({.exclude = {"(unclosed"}});
  ASSERT_FALSE(made);
  EXPECT_NE(made.error().message.find("(unclosed"), std::string::npos);
}

TEST(ScopeTest, AHostThatASeedSendsOnToIsAdopted) {
  const auto scope = scope_of({});
  EXPECT_FALSE(holds(*scope, "https://example.net/"));
  scope->adopt(*Host::of(Url::parse("https://example.net/").value()));
  EXPECT_TRUE(holds(*scope, "https://example.net/"));
  EXPECT_EQ(scope->adopted(), std::vector<std::string>{"example.net"});
}

TEST(ScopeTest, APageMayBeAdmittedWithoutItsHost) {
  const auto scope = scope_of({});
  const Url page = Url::parse("https://example.net/news").value();
  scope->admit(page);
  EXPECT_TRUE(holds(*scope, "https://example.net/news"));
  EXPECT_TRUE(holds(*scope, "https://example.net/news#top"));
  EXPECT_FALSE(holds(*scope, "https://example.net/other"));
  EXPECT_FALSE(scope->may_hold(*Host::of(page)));
}

}  // namespace
}  // namespace freshet
