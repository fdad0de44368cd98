#include "watch/watch_compare.h"

#include "watch/watch_driver_test.h"

namespace freshet {
namespace {

using WatchCompareTest = WatchDriver;

TEST_F(WatchCompareTest, TellsADifferenceOnce) {
  EXPECT_EQ(text("a\nb\n"), "first");
  EXPECT_EQ(text("a\nb\n"), "nothing");
  EXPECT_EQ(text("a\nc\n"), "changed: a [-b-] {+c+}");
  EXPECT_EQ(verdict.since, parse_time("2026-11-19T01:00"));
  EXPECT_EQ(text("a\nc\n"), "nothing");
}

TEST_F(WatchCompareTest, TellsThatAPageIsAsItWasBefore) {
  text("a\nb\n");
  EXPECT_EQ(text("a\nc\n"), "changed: a [-b-] {+c+}");
  EXPECT_EQ(text("a\nb\n"), "changed: a [-c-] {+b+}");
}

TEST_F(WatchCompareTest, WaitsForConfirmations) {
  spec.confirmations = 3;
  text("a");
  EXPECT_EQ(text("b"), "nothing");
  EXPECT_TRUE(verdict.needs_recheck);
  EXPECT_TRUE(state.needs_body());
  EXPECT_EQ(text("b"), "nothing");
  EXPECT_EQ(text("b"), "changed: [-a-] {+b+}");
  EXPECT_FALSE(verdict.needs_recheck);
  EXPECT_EQ(text("c"), "nothing");
  EXPECT_EQ(text("b"), "nothing");
  EXPECT_EQ(text("c"), "nothing");
  EXPECT_EQ(text("d"), "nothing");
}

TEST_F(WatchCompareTest, BeginsAnewWithOtherSettings) {
  text("a\nb");
  spec.ignored = {{"b"}};
  EXPECT_EQ(text("a\nb"), "first");
  EXPECT_EQ(text("a\nbb"), "nothing");
}

TEST_F(WatchCompareTest, WaitsInANewWatchUntilADifferenceStays) {
  const auto page = [](const std::string& clock, const std::string& price) {
    return "<h1>Shoe</h1><p>Price: " + price +
           "<p>Our shoes are made by hand, one careful step after another.<p>It is " + clock +
           " now, here in the shop.";
  };
  html(page("10:00", "12"));
  EXPECT_EQ(html(page("10:05", "12")), "nothing");
  EXPECT_EQ(html(page("10:10", "13")), "nothing");
  EXPECT_TRUE(verdict.needs_recheck);
  EXPECT_EQ(html(page("10:15", "13")), "changed: Price: [-12-] {+13+}");
}

// --- Parts ---

TEST_F(WatchCompareTest, TellsALostPartOnceAndThatItIsBack) {
  spec.parts = {{WatchPart::Kind::css, "b"}};
  EXPECT_EQ(html("<b>1</b> text"), "first");
  EXPECT_EQ(html("text"), "nothing");
  EXPECT_EQ(html("text"), "nothing");
  EXPECT_EQ(html("text"), "part lost: the CSS selector \"b\" finds nothing on the page (HTML)");
  EXPECT_EQ(html("text"), "nothing");
  EXPECT_EQ(html("<b>2</b> text"), "part back: [-1-] {+2+}");
  EXPECT_EQ(html("<b>2</b> text"), "nothing");
}

TEST_F(WatchCompareTest, TellsALostPartOfAPageThatHasRecovered) {
  spec.parts = {{WatchPart::Kind::css, "b"}};
  spec.lost_after = 1;
  html("<b>1</b>");
  status(503);
  EXPECT_EQ(status(503), "error: the server answered 503");
  EXPECT_EQ(html("text"), "recovered");
  EXPECT_TRUE(verdict.needs_recheck);
  EXPECT_EQ(html("text"), "part lost: the CSS selector \"b\" finds nothing on the page (HTML)");
}

TEST_F(WatchCompareTest, TellsNoPartThatIsSoonBack) {
  spec.parts = {{WatchPart::Kind::css, "b"}};
  html("<b>1</b>");
  EXPECT_EQ(html("text"), "nothing");
  EXPECT_EQ(html("<b>1</b>"), "nothing");
  EXPECT_EQ(html("text"), "nothing");
  EXPECT_EQ(html("text"), "nothing");
}

TEST_F(WatchCompareTest, TellsNoLostPartIfNotAsked) {
  spec.parts = {{WatchPart::Kind::css, "b"}};
  spec.lost_after = 0;
  html("<b>1</b>");
  for (int i = 0; i < 5; ++i) EXPECT_EQ(html("text"), "nothing");
  EXPECT_EQ(html("<b>2</b>"), "changed: [-1-] {+2+}");
}

// --- Trouble ---

TEST_F(WatchCompareTest, TellsTroubleOnceAndThatItIsOver) {
  text("a");
  EXPECT_EQ(status(503), "nothing");
  EXPECT_TRUE(verdict.needs_recheck);
  EXPECT_EQ(status(502), "error: the server answered 502");
  EXPECT_EQ(no_answer("the connection was refused"), "nothing");
  EXPECT_EQ(text("a"), "recovered");
  EXPECT_EQ(text("a"), "nothing");
}

TEST_F(WatchCompareTest, TellsAGoneFromABrokenPage) {
  text("a");
  EXPECT_EQ(status(500), "nothing");
  EXPECT_EQ(status(500), "error: the server answered 500");
  EXPECT_EQ(status(404), "nothing");
  EXPECT_EQ(status(404), "gone: the server answered 404");
  EXPECT_EQ(status(500), "nothing");
  EXPECT_EQ(status(500), "nothing");
  EXPECT_EQ(text("b"), "recovered: [-a-] {+b+}");
}

TEST_F(WatchCompareTest, BelievesA410AtOnce) {
  text("a");
  EXPECT_EQ(status(410), "gone: the server answered 410");
}

TEST_F(WatchCompareTest, TellsNoTroubleIfNotAsked) {
  spec.tells_errors = false;
  text("a");
  for (int i = 0; i < 4; ++i) EXPECT_EQ(status(500), "nothing");
  EXPECT_EQ(text("a"), "nothing");
}

TEST_F(WatchCompareTest, ComparesErrorPagesIfAsked) {
  spec.compares_error_pages = true;
  text("a");
  EXPECT_EQ(answer(404, "no", "text/plain"), "changed: [-a-] {+no+}");
}

TEST_F(WatchCompareTest, RecoversByAnUnchangedAnswer) {
  text("a");
  status(500);
  status(500);
  EXPECT_EQ(unchanged(), "recovered");
  EXPECT_FALSE(verdict.needs_recheck);
}

TEST_F(WatchCompareTest, AsksForThePageBehindAnUnchangedAnswer) {
  spec.confirmations = 2;
  text("a");
  text("b");
  EXPECT_EQ(unchanged(), "nothing");
  EXPECT_TRUE(verdict.needs_recheck);
  EXPECT_EQ(text("b"), "changed: [-a-] {+b+}");
}

TEST_F(WatchCompareTest, KeepsAShortPageApartFromAStandIn) {
  text("Shoe 7\nIn stock\nSize 42");
  EXPECT_EQ(text("Shoe 7\ntemporarily unavailable\nSize 42"),
            "changed: Shoe 7 [-In stock-] {+temporarily unavailable+} Size 42");
  restart();
  text("Shoe 7\nIn stock\nSize 42");
  EXPECT_EQ(text("temporarily unavailable"), "nothing");
  EXPECT_EQ(text("temporarily unavailable"), "error: the page tells of maintenance");
}

// --- Triggers, sides, new lines ---

TEST_F(WatchCompareTest, TellsWhenWordsAppear) {
  spec.triggers = {{.kind = WatchTrigger::Kind::appears, .pattern = {"in stock"}}};
  text("Sold out");
  EXPECT_EQ(text("Sold out today"), "nothing");
  EXPECT_EQ(text("In stock"), "changed: [-Sold out today-] {+In stock+}");
  EXPECT_EQ(text("In stock again"), "nothing");
  EXPECT_EQ(text("Sold out"), "nothing");
  EXPECT_EQ(text("In stock"), "changed: [-Sold out-] {+In stock+}");
}

TEST_F(WatchCompareTest, TellsWhenANumberCrossesABound) {
  spec.triggers = {{.kind = WatchTrigger::Kind::below, .bound = 10}};
  text("12 EUR");
  EXPECT_EQ(text("11 EUR"), "nothing");
  EXPECT_EQ(text("9 EUR"), "changed: [-11-] {+9+} EUR");
  EXPECT_EQ(text("8 EUR"), "nothing");
  EXPECT_EQ(text("12 EUR"), "nothing");
  EXPECT_EQ(text("9.50 EUR"), "changed: [-12-] {+9.50+} EUR");
}

TEST_F(WatchCompareTest, TellsANumberThatDriftsFromTheOneLastTold) {
  spec.triggers = {{.kind = WatchTrigger::Kind::changed_by, .bound = 10}};
  text("100");
  EXPECT_EQ(text("106"), "nothing");
  EXPECT_EQ(text("111"), "changed: [-106-] {+111+}");
  EXPECT_EQ(text("105"), "nothing");
}

TEST_F(WatchCompareTest, NeedsAllTriggersIfAsked) {
  spec.triggers = {{.kind = WatchTrigger::Kind::present, .pattern = {"red"}},
                   {.kind = WatchTrigger::Kind::absent, .pattern = {"sold", false}}};
  spec.needs_all_triggers = true;
  text("x");
  EXPECT_EQ(text("red, sold"), "nothing");
  EXPECT_EQ(text("red"), "changed: [-red, sold-] {+red+}");
}

TEST_F(WatchCompareTest, TellsOnlyOneSide) {
  spec.side = ChangeSide::only_added;
  text("a\nb");
  EXPECT_EQ(text("a"), "nothing");
  EXPECT_EQ(text("a\nb"), "changed: a {+b+}");
  spec.side = ChangeSide::only_removed;
  EXPECT_EQ(text("a\nb\nc"), "nothing");
  EXPECT_EQ(text("a\nc"), "changed: a [-b-] c");
}

TEST_F(WatchCompareTest, TellsOnlyLinesThatWereNeverSeen) {
  spec.only_new_lines = true;
  text("a\nb");
  EXPECT_EQ(text("b"), "nothing");
  EXPECT_EQ(text("a\nb"), "nothing");
  EXPECT_EQ(text("c\nb"), "changed: {+c+}");
  EXPECT_EQ(text("a\nd\nc"), "changed: {+d+}");
}

TEST_F(WatchCompareTest, ForgetsNoLineThatIsStillThere) {
  spec.only_new_lines = true;
  const auto page = [](std::size_t from) {
    std::string lines = "Latest news";
    for (std::size_t i = from; i < from + 15'000; ++i) lines += "\n" + std::to_string(i);
    return lines;
  };
  text(page(0));
  text(page(15'000));
  EXPECT_EQ(verdict.hunks.front().added, "15000");
  text(page(30'000));
  EXPECT_EQ(verdict.hunks.front().added, "30000");
  EXPECT_EQ(text(page(30'000)), "nothing");
}

TEST_F(WatchCompareTest, TellsTheBeginningOfALongNewLine) {
  spec.only_new_lines = true;
  text("a");
  text("a\n" + std::string(5000, 'b'));
  EXPECT_EQ(verdict.hunks.at(0).added, std::string(kHunkTextBytesMax, 'b') + "...");
}

TEST_F(WatchCompareTest, KeepsANumberAsASeries) {
  spec.keeps_number = true;
  spec.parts = {{WatchPart::Kind::json_path, "$.price"}};
  json(R"({"price": 12.5})");
  EXPECT_EQ(verdict.number, 12.5);
  EXPECT_EQ(json(R"({"price": 13})"), "changed: [-12.5-] {+13+}");
  EXPECT_EQ(verdict.number, 13);
  EXPECT_EQ(verdict.number_before, 12.5);
}

TEST_F(WatchCompareTest, TellsNewEntriesOfAFeedButNotThoseThatLeave) {
  const auto feed = [](const std::string& items) {
    return "<rss><channel>" + items + "</channel></rss>";
  };
  EXPECT_EQ(html(feed("<item><title>two</title></item><item><title>one</title></item>")), "first");
  EXPECT_EQ(html(feed("<item><title>two</title></item>")), "nothing");
  EXPECT_EQ(html(feed("<item><title>three</title></item><item><title>two</title></item>")),
            "changed: {+three+} two");
}

}  // namespace
}  // namespace freshet
