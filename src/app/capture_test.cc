#include "app/capture.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/capture_plan.h"
#include "app/small_archive_test.h"
#include "catalog/open_catalog.h"

namespace freshet {
namespace {

class CaptureUseTest : public testing::Test {
 protected:
  void SetUp() override {
    archive.keep(kHome, "<p>home");
    archive.keep(kNews, "<p>news");
    archive.keep(kShop, "<p>shop");
    archive.wait(std::chrono::hours(1));
  }
  static CaptureRequest request(const std::vector<std::string>& seeds,
                                const std::string& name = "") {
    CaptureRequest made{.name = name, .order = {.policy = "freshet"}};
    for (const std::string& seed : seeds) made.seeds.push_back(*Url::parse(seed));
    return made;
  }
  // Stores a capture as a run would have left it.
  void store(const CaptureRow& row) {
    auto catalog =
        open_catalog(system_disk(), catalog_address(archive.directory), CatalogOptions{});
    ASSERT_TRUE(catalog);
    ASSERT_TRUE((*catalog)->begin_capture(row));
  }
  CaptureRow row_of(const CaptureRequest& asked) {
    ArchiveSession session = archive.open();
    const auto prepared = prepare_capture(session, asked);
    EXPECT_TRUE(prepared) << prepared.error().message;
    return prepared ? prepared->row : CaptureRow{};
  }
  Errc refusal(const CaptureRequest& asked) {
    ArchiveSession session = archive.open();
    const auto prepared = prepare_capture(session, asked);
    EXPECT_FALSE(prepared);
    return prepared ? Errc::unavailable : prepared.error().code;
  }

  SmallArchive archive;
};

TEST_F(CaptureUseTest, BeginsWithThePagesThatTheArchiveKnows) {
  ArchiveSession session = archive.open();
  const auto prepared = prepare_capture(session, request({kHome}));
  ASSERT_TRUE(prepared) << prepared.error().message;
  EXPECT_EQ(prepared->row.id, 0);
  EXPECT_TRUE(prepared->row.name.starts_with("a.example-20")) << prepared->row.name;
  ASSERT_EQ(prepared->book.size(), 2u) << "those of the host of the seed";
  EXPECT_TRUE(prepared->book.find(kNews));
  EXPECT_GT(prepared->book[0].changes_per_day, 0);
  EXPECT_FALSE(prepared->book[0].seen) << "not in this capture";
}

TEST_F(CaptureUseTest, GoesOnWithTheOneThatIsMeant) {
  EXPECT_EQ(refusal(request({})), Errc::invalid) << "there is none";
  CaptureRow row{.name = "monday",
                 .order = {.seeds = {kHome}, .policy = "sharc", .asks_whole = true},
                 .hosts = {*Host::from_key("a.example")},
                 .began = archive.clock.time};
  store(row);
  EXPECT_EQ(row_of(request({})).name, "monday");
  EXPECT_EQ(row_of(request({kHome})).order.policy, "sharc") << "it keeps its order";
  EXPECT_TRUE(row_of(request({})).order.asks_whole) << "though the request does not say so";
  EXPECT_EQ(row_of(request({kHome}, "tuesday")).id, 0);
  EXPECT_EQ(row_of(request({kShop})).id, 0);
  row.name = "sunday";
  row.stage = CaptureStage::ended;
  store(row);
  EXPECT_EQ(row_of(request({kHome})).name, "monday");
  EXPECT_EQ(refusal(request({kHome}, "sunday")), Errc::invalid);
  CaptureRequest odd = request({kShop});
  odd.order.policy = "none";
  EXPECT_EQ(refusal(odd), Errc::invalid);
}

TEST_F(CaptureUseTest, KnowsAfterARestartWhenPagesWereSeen) {
  archive.wait(std::chrono::hours(1));
  CaptureRow row{.name = "a",
                 .order = {.seeds = {kHome}, .policy = "freshet"},
                 .hosts = {*Host::from_key("a.example")},
                 .began = archive.clock.time,
                 .round_began = archive.clock.time};
  archive.wait(std::chrono::minutes(1));
  archive.check(kHome, "<p>home", CheckOutcome::same);
  archive.wait(std::chrono::minutes(1));
  archive.check(kNews, "<p>more news", CheckOutcome::changed);
  archive.wait(std::chrono::minutes(1));
  row.round_instant = archive.clock.time;
  row.stage = CaptureStage::revisiting;
  archive.wait(std::chrono::minutes(1));
  archive.check(kNews, "<p>more news", CheckOutcome::same);
  store(row);
  ArchiveSession session = archive.open();
  const auto prepared = prepare_capture(session, request({}));
  ASSERT_TRUE(prepared) << prepared.error().message;
  EXPECT_EQ(prepared->book.tally(), (CaptureTally{2, 1, 1, 0, 1}));
  EXPECT_EQ(prepared->book.instant(), row.round_instant);
}

TEST_F(CaptureUseTest, PlansWithoutAskingTheSite) {
  ArchiveSession session = archive.open();
  const auto plan = plan_capture(session, request({kHome}));
  ASSERT_TRUE(plan) << plan.error().message;
  EXPECT_EQ(plan->pages.size(), 2u);
  EXPECT_EQ(plan->requests, 3u) << "the page that is visited last needs no revisit";
  EXPECT_EQ(plan->takes, 3 * plan->slot);
  EXPECT_EQ(plan->policies.size(), 10u);
  EXPECT_GE(plan->policies.front().coherence, plan->policies.back().coherence);
  const auto object = nlohmann::json::parse(to_json(*plan));
  EXPECT_EQ(object.at("pages").size(), 2u);
  const auto none = plan_capture(session, request({"https://c.example/"}));
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, Errc::not_found);
}

TEST(CaptureWords, SayWhatIsProvenAndWhyTheRestIsNot) {
  CaptureResult result{.row = {.name = "a"},
                       .gaps = {{CaptureGap::no_answer, 2}, {CaptureGap::not_revisited, 3}}};
  result.row.stage = CaptureStage::ended;
  result.row.end = CaptureEnd::rounds_used_up;
  result.row.order.target = 0.99;
  result.row.instant_from = Time(std::chrono::hours(1));
  result.row.tally = {.visited = 100, .revisited = 95, .coherent = 90, .changed = 5, .unknown = 5};
  std::string words;
  for (const std::string& line : capture_words(result)) words += line + "\n";
  EXPECT_NE(words.find("Proven for 1970-01-01 01:00:00 UTC: 90 of 100 pages (90.0 %)."),
            std::string::npos)
      << words;
  EXPECT_NE(words.find("5 pages changed between visit and revisit."), std::string::npos) << words;
  EXPECT_NE(words.find("5 pages are unknown: 3 not revisited, 2 without a usable answer."),
            std::string::npos)
      << words;
  EXPECT_NE(words.find("The target of 99.0 % was not reached (the rounds are used up)"),
            std::string::npos)
      << words;
  const auto object = nlohmann::json::parse(to_json(result));
  EXPECT_EQ(object.at("unknown_because").at("no_answer"), 2);
  EXPECT_EQ(object.at("coherent"), 90);
  EXPECT_EQ(object.at("outcome"), "rounds_used_up");
}

TEST(CaptureWords, TellWhichPaceAWantedShareWouldTake) {
  using std::chrono::milliseconds;
  CaptureResult result{.row = {.name = "a"}};
  result.row.stage = CaptureStage::ended;
  result.row.end = CaptureEnd::rounds_used_up;
  result.row.order.target = 0.99;
  result.row.instant_from = Time(std::chrono::hours(1));
  result.row.tally = {.visited = 1000, .revisited = 1000, .coherent = 915, .changed = 85};
  result.outlook = {
      .slot = milliseconds(5000), .expected = 0.923, .slot_needed = milliseconds(312)};
  EXPECT_EQ(capture_words(result).back(),
            "By the rates of its pages a capture with a request every 5 s is expected to prove "
            "92.3 %; 99.0 % would take one every 0.31 s.");
  result.outlook->slot_needed.reset();
  EXPECT_TRUE(capture_words(result).back().ends_with("92.3 %; 99.0 % at no pace that was tried."));
  result.row.tally = {
      .visited = 1000, .revisited = 900, .coherent = 890, .changed = 10, .unknown = 100};
  EXPECT_EQ(capture_words(result).back(),
            "As long as so many pages are unknown, 99.0 % cannot be reached.");
}

}  // namespace
}  // namespace freshet
