#include "monitor/monitor_work.h"

#include "monitor/monitor_driver_test.h"

namespace freshet {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

std::string shop(const std::string& price, const std::string& visits = "1") {
  std::string page =
      "<!doctype html><title>Shop</title><main><h1>Shoes</h1><p id=price>" + price + "</p>";
  for (int i = 0; i < 12; ++i)
    page += "<p>Paragraph " + std::to_string(i) +
            " tells how these shoes are made, one careful step after another.";
  return page + "<p>Seen " + visits + " times</main>";
}

WatchSpec price_watch() {
  return {.url = kHome, .parts = {{.kind = WatchPart::Kind::css, .expression = "#price"}}};
}

class MonitorWorkTest : public MonitorDriver {
 protected:
  // The page is checked and says so.
  std::string price(const std::string& is, const std::string& visits = "1") {
    wait(hours(1));
    archive.check(kHome, shop(is, visits), CheckOutcome::changed);
    return turn_after(kHome);
  }
  void redesign() {
    wait(hours(1));
    auto writer =
        ArchiveWriter::open(system_disk(), archive.directory, archive.clock, Random(1), {});
    ASSERT_TRUE(writer) << writer.error().message;
    (*writer)->add(PageNews{
        .events = {{.kind = EventKind::redesigned, .url = kHome, .time = archive.clock.time}}});
    ASSERT_TRUE((*writer)->close());
  }
};

TEST_F(MonitorWorkTest, TellsAChangedPart) {
  archive.keep(kHome, shop("12 EUR"));
  channel("hook");
  const WatchId id = watch(price_watch());
  EXPECT_EQ(turn(), "");
  EXPECT_EQ(row(id).condition, WatchCondition::working);
  EXPECT_EQ(price("10 EUR"), "page.changed /: [-12-] {+10+} EUR");
  EXPECT_EQ(turn(), "");
  EXPECT_EQ(price("10 EUR"), "");
  EXPECT_EQ(deliveries(), "hook ");
  EXPECT_TRUE(row(id).told);
}

// The registry refuses a message that is too long, and with it all that is told at once.
TEST_F(MonitorWorkTest, TellsOfAPageThatWouldMakeTheMessageTooLong) {
  const auto hostile = [](char sign) {
    std::string page = "<!doctype html><title>" + std::string(2 << 20, '\x01') + "</title><main>";
    for (int i = 0; i < 100; ++i)
      page += "<p>Paragraph " + std::to_string(i) + " stays as it was.<p>" + sign +
              std::string(2000, '\x01');
    return page + "</main>";
  };
  archive.keep(kHome, hostile('a'));
  channel("hook");
  watch({.url = kHome, .parts = {{.kind = WatchPart::Kind::css, .expression = "main"}}});
  turn();
  wait(hours(1));
  archive.check(kHome, hostile('b'), CheckOutcome::changed);
  EXPECT_TRUE(turn_after(kHome).starts_with("page.changed /: "));
  EXPECT_EQ(deliveries(), "hook ");
}

TEST_F(MonitorWorkTest, TellsEachPersonByTheirOwnChannels) {
  const PersonId ann = person("ann"), bob = person("bob");
  channel("of-ann", ann);
  channel("of-bob", bob);
  archive.keep(kHome, shop("12 EUR"));
  WatchSpec spec = price_watch();
  spec.channels = {"of-ann"};
  watch(spec, ann);
  spec.channels = {"of-bob", "of-ann"};  // ann's is not his
  watch(spec, bob);
  turn();
  EXPECT_EQ(price("10 EUR"),
            "page.changed /: [-12-] {+10+} EUR | page.changed /: [-12-] {+10+} EUR");
  EXPECT_EQ(deliveries(), "of-ann of-bob ");
}

TEST_F(MonitorWorkTest, TellsWhatWasCommittedBeforeItDiedAndNothingTwice) {
  archive.keep(kHome, shop("12 EUR"));
  watch(price_watch());
  turn();
  wait(hours(1));
  archive.check(kHome, shop("10 EUR"), CheckOutcome::changed);
  restart();
  EXPECT_EQ(turn(), "page.changed /: [-12-] {+10+} EUR");
  restart();
  EXPECT_EQ(turn(), "");
}

TEST_F(MonitorWorkTest, WaitsForTheCommitThatAHintPromises) {
  archive.keep(kHome, shop("12 EUR"));
  watch(price_watch());
  turn();
  wait(hours(1));
  work->add_hint({.url = kHome, .time = now()});
  const Time promised = now();
  EXPECT_EQ(turn(), "");
  archive.clock.time = promised;
  archive.check(kHome, shop("10 EUR"), CheckOutcome::changed);
  EXPECT_EQ(turn(), "page.changed /: [-12-] {+10+} EUR");
}

TEST_F(MonitorWorkTest, ComparesContentWithTheJudgeAndConfirmsWhileItIsYoung) {
  archive.keep(kHome, shop("12 EUR"));
  watch({.url = kHome});
  EXPECT_EQ(turn(), "");
  EXPECT_EQ(price("12 EUR", "2"), "") << "a counter";
  EXPECT_EQ(price("12 EUR", "3"), "");
  EXPECT_EQ(price("12 EUR", "4"), "");
  EXPECT_EQ(price("Sold out. We do not make these shoes any more.", "5"),
            "page.changed /: Shoes [-12 EUR-] {+Sold out. We do not make these shoes any more.+} "
            "Paragraph 0 tells how these shoes are made, one careful step after another.");
}

TEST_F(MonitorWorkTest, SilencesWhatARuleNames) {
  archive.keep(kHome, shop("12 EUR"));
  const WatchId id = watch(price_watch());
  const RuleId rule =
      must(registry->rules().add_pattern(id, {.text = "1[0-9]", .is_regex = true}, now()));
  turn();
  EXPECT_EQ(price("13 EUR"), "");
  EXPECT_EQ(must(registry->rules().find(rule))->hits, 1);
  EXPECT_EQ(price("20 EUR"), "") << "13 is in it";
  EXPECT_EQ(price("21 EUR"), "page.changed /: [-20-] {+21+} EUR");
}

TEST_F(MonitorWorkTest, JoinsTheSettingsOfTags) {
  channel("hook");
  channel("of-tag");
  channel("of-errors");
  must(registry->tags().put({.name = "shops",
                             .settings = R"({"ignored":[{"text":"EUR"}],)"
                                         R"("error_channels":["of-errors"]})",
                             .channels = {"of-tag"}}));
  archive.keep(kHome, shop("12 EUR"));
  WatchSpec spec = price_watch();
  spec.tags = {"shops"};
  watch(spec);
  turn();
  EXPECT_EQ(price("10 EUR"), "") << "lines with EUR are ignored";
  must(registry->tags().put({.name = "shops", .channels = {"of-tag"}}));
  work->registry_changed();
  EXPECT_EQ(price("9 EUR"), "") << "the settings are new ones";
  EXPECT_EQ(price("8 EUR"), "page.changed /: [-9-] {+8+} EUR");
  EXPECT_EQ(deliveries(), "hook of-tag ");
}

TEST_F(MonitorWorkTest, TellsMutedWatchesInListsOnly) {
  channel("hook");
  archive.keep(kHome, shop("12 EUR"));
  WatchSpec spec = price_watch();
  spec.is_muted = true;
  watch(spec);
  turn();
  EXPECT_EQ(price("10 EUR"), "page.changed /: [-12-] {+10+} EUR");
  EXPECT_EQ(deliveries(), "");
}

TEST_F(MonitorWorkTest, OrdersChecksWhenTheyAreDue) {
  WatchSpec spec = price_watch();
  spec.times.every = minutes(10);
  watch(spec);
  watch(spec);
  archive.keep(kNews, shop("1"));  // the archive is there
  EXPECT_EQ(orders(), "new " + kHome) << "once for both";
  EXPECT_EQ(orders(), "") << "it is under way";
  wait(minutes(6));
  EXPECT_EQ(orders(), "new " + kHome) << "it did not come";
  archive.keep(kHome, shop("12 EUR"));
  turn_after(kHome);
  EXPECT_EQ(orders(), "");
  wait(minutes(10));
  EXPECT_EQ(orders(), "known " + kHome);
}

// The archive keeps the second body as a revisit of the first.
TEST_F(MonitorWorkTest, ChecksPagesThatSayTheSameAsAnother) {
  archive.keep(kHome, shop("12 EUR"));
  wait(seconds(1));
  archive.keep(kNews, shop("12 EUR"));
  WatchSpec spec = price_watch();
  spec.times.every = minutes(10);
  watch(spec);
  spec.url = kNews;
  watch(spec);
  turn();
  wait(minutes(11));
  EXPECT_EQ(orders(), "known " + kHome + ", known " + kNews);
}

TEST_F(MonitorWorkTest, FollowsWhatPeopleEdit) {
  archive.keep(kHome, shop("12 EUR"));
  WatchSpec spec = price_watch();
  spec.times.every = minutes(10);
  const WatchId id = watch(spec);
  turn();
  spec.is_paused = true;
  must(registry->watches().change(id, spec, now()));
  work->registry_changed();
  wait(hours(1));
  EXPECT_EQ(orders(), "");
  EXPECT_EQ(price("10 EUR"), "");
  spec.is_paused = false;
  must(registry->watches().change(id, spec, now()));
  work->registry_changed();
  EXPECT_EQ(turn(), "page.changed /: [-12-] {+10+} EUR");
  must(registry->watches().remove(id));
  work->registry_changed();
  EXPECT_EQ(price("9 EUR"), "");
}

TEST_F(MonitorWorkTest, TellsThatAHostDoesNotAnswerAndThatItIsBack) {
  archive.keep(kHome, shop("12 EUR"));
  WatchSpec spec = price_watch();
  spec.times.every = minutes(10);
  watch(spec);
  turn();
  std::string told;
  for (int visit = 0; visit < 3; ++visit) {
    wait(minutes(10));
    EXPECT_EQ(orders(), "known " + kHome);
    work->add_visit({.host = "a.example", .has_failed = true, .problem = "no name"});
    told += turn() + ";";
  }
  EXPECT_EQ(told, ";page.error /: no name;;");
  EXPECT_EQ(price("12 EUR"), "page.recovered /");
}

TEST_F(MonitorWorkTest, TellsThePagesOfASiteOnceItWasCrawled) {
  archive.keep(kHome, shop("12 EUR"));
  const WatchId id = watch({.url = kHome, .scope = WatchScope::site});
  EXPECT_EQ(orders(), "site " + kHome);
  wait(minutes(1));
  archive.keep(kNews, shop("News"));
  EXPECT_EQ(turn(), "") << "the first crawl finds all pages";
  work->add_visit({.host = "a.example", .is_done = true});
  EXPECT_EQ(turn(), "");
  EXPECT_EQ(row(id).condition, WatchCondition::working);
  wait(minutes(1));
  archive.keep(kHome + "new", shop("New"));
  archive.keep(kShop, shop("of another site"));
  EXPECT_EQ(turn(), "page.new /new");
  wait(minutes(1));
  archive.keep(kHome, shop("12 EUR"));
  turn();
  EXPECT_EQ(price("10 EUR"), "page.changed /: [-12-] {+10+} EUR");
  restart();
  EXPECT_EQ(turn(), "");
}

TEST_F(MonitorWorkTest, TellsARedesignOnceToEachPerson) {
  channel("hook");
  archive.keep(kHome, shop("12 EUR"));
  archive.keep(kNews, shop("12 EUR"));
  watch(price_watch());
  watch({.url = kNews});
  turn();
  redesign();
  const std::string told = turn();
  EXPECT_TRUE(told.starts_with("site.redesigned /: The pages of this site look different"));
  EXPECT_EQ(told.find('|'), std::string::npos);
  EXPECT_EQ(deliveries(), "hook ");
}

TEST_F(MonitorWorkTest, RepeatsWhatNobodyAcknowledges) {
  channel("hook");
  archive.keep(kHome, shop("12 EUR"));
  WatchSpec spec = price_watch();
  spec.repeat_every = hours(3);
  watch(spec);
  turn();
  EXPECT_EQ(price("10 EUR"), "page.changed /: [-12-] {+10+} EUR");
  EXPECT_EQ(deliveries(), "hook ");
  wait(hours(2));
  turn();
  EXPECT_EQ(deliveries(), "hook ");
  wait(hours(2));
  EXPECT_EQ(turn(), "");
  EXPECT_EQ(deliveries(), "hook hook ");
  must(registry->happenings().acknowledge(1, now()));
  wait(hours(24));
  turn();
  EXPECT_EQ(deliveries(), "hook hook ");
}

TEST_F(MonitorWorkTest, ComparesAnswersToARequestOfItsOwnFromMemory) {
  archive.keep(kNews, shop("of another page"));
  WatchSpec spec = price_watch();
  spec.times.every = minutes(10);
  spec.request.headers = {{"Cookie", "session=s3cret"}};
  const WatchId id = watch(spec);
  EXPECT_EQ(orders(), "") << "the archive has nothing to do with it";
  const auto answered = [&](const std::string& price) {
    auto fetches = must(work->take_own_fetches(now()));
    EXPECT_EQ(fetches.size(), 1U);
    if (fetches.empty()) return std::string();
    EXPECT_EQ(fetches[0].url, kHome);
    EXPECT_EQ(fetches[0].request.secret_headers,
              (std::vector<NameValue>{{"Cookie", "session=s3cret"}}));
    EXPECT_EQ(must(work->take_own_fetches(now())).size(), 0U) << "it is under way";
    work->add_own({.watch = id, .status = 200, .content_type = "text/html", .body = shop(price)});
    return turn();
  };
  EXPECT_EQ(answered("12 EUR"), "");
  EXPECT_EQ(must(work->take_own_fetches(now())).size(), 0U) << "it is not time yet";
  wait(minutes(10));
  EXPECT_EQ(answered("10 EUR"), "page.changed /: [-12-] {+10+} EUR");
  ArchiveSession session = archive.open();
  EXPECT_FALSE(must(session.catalog().find_page(page_key_of(kHome))));
}

TEST_F(MonitorWorkTest, ConfirmsSoonWhatANewWatchFinds) {
  archive.keep(kHome, shop("12 EUR"));
  WatchSpec spec = price_watch();
  spec.times.every = hours(1);
  spec.confirmations = 2;
  watch(spec);
  turn();
  EXPECT_EQ(price("10 EUR"), "");
  wait(seconds(61));
  EXPECT_EQ(orders(), "known " + kHome);
  archive.check(kHome, shop("10 EUR"), CheckOutcome::same);
  EXPECT_EQ(turn_after(kHome), "page.changed /: [-12-] {+10+} EUR");
}

}  // namespace
}  // namespace freshet
