#include "crawl/visit/admission.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace freshet {
namespace {

Url admitted_url(const std::string& path) { return *Url::parse("https://a.example" + path); }

class AdmissionTest : public testing::Test {
 protected:
  void SetUp() override {
    ScopeRules rules;
    rules.add_seed(admitted_url("/"));
    rules.exclude = {"/private/"};
    scope = *Scope::make(rules);
    limits.depth = 3;
    limits.level_pages = 2;
    limits.redirects = 4;
    admission.emplace(*scope, limits, TrapLimits{}, agenda, Time{});
  }
  std::optional<DropReason> refusal(const std::string& path, FoundPage as) {
    const Url url = admitted_url(path);
    return admission->refusal(
        {.url = url, .by = as.by, .depth = as.depth, .steps = as.steps, .redirects = as.redirects});
  }

  const Url any = admitted_url("/");
  std::unique_ptr<Scope> scope;
  VisitLimits limits;
  Agenda agenda{*Host::of(admitted_url("/")), {.grant = 1}};
  std::optional<Admission> admission;
};

TEST_F(AdmissionTest, AsksTheScopeWhereverAUrlIsFound) {
  for (const FoundBy by :
       {FoundBy::link, FoundBy::redirect, FoundBy::sitemap, FoundBy::others, FoundBy::earlier})
    EXPECT_EQ(refusal("/private/a", {.url = any, .by = by}), DropReason::excluded);
  EXPECT_EQ(refusal("/a", {.url = any}), std::nullopt);
}

TEST_F(AdmissionTest, CountsStepsBeyondTheLastLevel) {
  EXPECT_EQ(refusal("/a", {.url = any, .depth = 3}), std::nullopt);
  EXPECT_EQ(refusal("/b", {.url = any, .depth = 3, .steps = 1}), DropReason::too_deep);
  EXPECT_EQ(refusal("/c", {.url = any, .depth = 4}), DropReason::too_deep);
}

// The depth may be narrower than when the URL was found; a URL that others name has no depth.
TEST_F(AdmissionTest, HoldsPendingUrlsToTheDepthOfToday) {
  EXPECT_EQ(refusal("/a", {.url = any, .by = FoundBy::earlier, .depth = 4}), DropReason::too_deep);
  EXPECT_EQ(refusal("/a", {.url = any, .by = FoundBy::others, .depth = 9}), std::nullopt);
}

TEST_F(AdmissionTest, FillsALevelOnce) {
  agenda.add_page(admitted_url("/1"), {.depth = 1}, false);
  EXPECT_EQ(refusal("/2", {.url = any, .depth = 1}), std::nullopt);
  agenda.add_page(admitted_url("/2"), {.depth = 1}, false);
  EXPECT_EQ(refusal("/3", {.url = any, .depth = 1}), DropReason::level_full);
  EXPECT_EQ(refusal("/3", {.url = any, .by = FoundBy::redirect, .depth = 1}), std::nullopt);
}

TEST_F(AdmissionTest, KnowsTraps) {
  EXPECT_EQ(refusal("/x/y/x/y/x/y/x/y/x/y", {.url = any}), DropReason::path_repeats);
  EXPECT_EQ(refusal("/" + std::string(3000, 'a'), {.url = any, .by = FoundBy::sitemap}),
            DropReason::url_too_long);
}

TEST_F(AdmissionTest, LimitsRedirects) {
  EXPECT_EQ(refusal("/a", {.url = any, .redirects = 4}), std::nullopt);
  EXPECT_EQ(refusal("/b", {.url = any, .redirects = 5}), DropReason::redirect_limit);
}

}  // namespace
}  // namespace freshet
