#include "change/judge.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "change/page_versions_test.h"
#include "change/score.h"

namespace freshet {
namespace {

// A page with a menu, an article of forty paragraphs and a footer, whose parts a test can change.
struct Page {
  std::string menu = "<li><a href=/>Home</a><li><a href=/about>About</a>";
  std::string top = "<p>Last updated in May.";
  std::string extra = "";
  std::string footer = "<p>Company Ltd.";
  std::string word = "clause";

  std::string html() const {
    std::string text = fmt::format("<html><nav><ul>{}</ul></nav><main><h1>Terms</h1>{}", menu, top);
    for (int i = 0; i < 40; ++i)
      text += fmt::format("<p>This is {} number {} of our agreement with you, the user.", word, i);
    return text + fmt::format("{}</main><footer>{}</footer></html>", extra, footer);
  }
};

class JudgeTest : public testing::Test {
 protected:
  void earlier(const Page& page) { earlier_.push_back(print_of(page.html())); }

  Change judge(std::string_view old_page, std::string_view new_page) const {
    return judge_change(print_of(old_page), print_of(new_page), earlier_);
  }
  Change judge(const Page& old_page, const Page& new_page) const {
    return judge(old_page.html(), new_page.html());
  }

  static const StageRecord* find(const Change& change, Stage stage) {
    for (const StageRecord& record : change.stages)
      if (record.stage == stage) return &record;
    return nullptr;
  }
  static double number(const Change& change, Stage stage, std::string_view name) {
    const StageRecord* record = find(change, stage);
    if (record != nullptr)
      for (const StageNumber& n : record->numbers)
        if (n.name == name) return n.value;
    ADD_FAILURE() << "no number " << name;
    return -1;
  }

  std::vector<PagePrint> earlier_;
};

TEST_F(JudgeTest, StopsAtEqualBytes) {
  const Change change = judge(Page{}, Page{});
  EXPECT_EQ(change.kind, ChangeClass::none);
  EXPECT_FALSE(change.meaningful);
  EXPECT_EQ(change.stages.size(), 1u);
}

TEST_F(JudgeTest, SeesNothingInScriptsAndAttributes) {
  const Change change = judge(Page{.extra = "<script nonce=1>a()</script><p class=x>End."},
                              Page{.extra = "<script nonce=2>b()</script><p class=y>End."});
  EXPECT_EQ(change.kind, ChangeClass::none);
  EXPECT_EQ(find(change, Stage::bytes)->finding, Finding::differs);
  EXPECT_EQ(find(change, Stage::text)->finding, Finding::same);
}

TEST_F(JudgeTest, TakesAWordOfTheContentForAMinorChange) {
  const Change change = judge(Page{}, Page{.top = "<p>Last updated in June."});
  EXPECT_EQ(change.kind, ChangeClass::minor);
  EXPECT_TRUE(change.meaningful);
  EXPECT_EQ(number(change, Stage::elements, "changed"), 1);
  EXPECT_EQ(number(change, Stage::elements, "change_value"), 2);
  EXPECT_GT(number(change, Stage::similarity, "jaccard"), 0.9);
}

TEST_F(JudgeTest, CountsNewChangedAndMissingElements) {
  const Change change = judge("<p>a<p>b<p>c<p>d<p>e", "<p>a<p>B<p>c<p>e<p>f<p>g");
  EXPECT_EQ(number(change, Stage::elements, "changed"), 1);
  EXPECT_EQ(number(change, Stage::elements, "missing"), 1);
  EXPECT_EQ(number(change, Stage::elements, "new"), 2);
  EXPECT_EQ(number(change, Stage::elements, "change_value"), 1 * 2 + 2 * 1 + 3 * 1);
}

TEST_F(JudgeTest, TakesManyWordsForAMajorChange) {
  const Change change = judge(Page{}, Page{.word = "paragraph"});
  EXPECT_EQ(change.kind, ChangeClass::major);
  EXPECT_TRUE(change.meaningful);
}

TEST_F(JudgeTest, CountsWhereLinksLead) {
  const Change change = judge(Page{.extra = "<p>See <a href=/a>here</a>."},
                              Page{.extra = "<p>See <a href=/b>here</a>."});
  EXPECT_TRUE(change.meaningful);
  EXPECT_EQ(find(change, Stage::text)->finding, Finding::same);
  EXPECT_EQ(number(change, Stage::links, "content_blocks_relinked"), 1);
}

TEST_F(JudgeTest, CaresLittleForMenusAndFooters) {
  const Change menu = judge(Page{}, Page{.menu = "<li><a href=/>Home</a><li><a href=/n>News</a>"});
  EXPECT_EQ(menu.kind, ChangeClass::cosmetic);
  EXPECT_FALSE(menu.meaningful);
  EXPECT_FALSE(judge(Page{}, Page{.footer = "<p>Company Inc."}).meaningful);
}

TEST_F(JudgeTest, TakesAnotherOrderForCosmetic) {
  const Change change =
      judge(Page{.extra = "<ul><li>a<li>b<li>c</ul>"}, Page{.extra = "<ul><li>c<li>a<li>b</ul>"});
  EXPECT_EQ(change.kind, ChangeClass::cosmetic);
  EXPECT_EQ(number(change, Stage::elements, "reordered"), 1);
}

TEST_F(JudgeTest, LearnsClocksAndCounters) {
  for (int i = 0; i < 4; ++i) earlier({.extra = fmt::format("<p>Visitor {} today", i)});
  const Page old_page{.extra = "<p>Visitor 17 today"}, new_page{.extra = "<p>Visitor 99 today"};
  EXPECT_EQ(judge(old_page, new_page).kind, ChangeClass::cosmetic);
  const Page both{.top = "<p>Last updated in June.", .extra = "<p>Visitor 99 today"};
  EXPECT_TRUE(judge(old_page, both).meaningful);
  earlier_.clear();
  EXPECT_TRUE(judge(old_page, new_page).meaningful) << "of a page without a past";
}

TEST_F(JudgeTest, LearnsTokensInLinks) {
  const auto with_token = [](int token) {
    return Page{.extra = fmt::format("<p><a href='/help?t={}'>Help for you</a>", token)};
  };
  for (int i = 0; i < 4; ++i) earlier(with_token(i));
  EXPECT_FALSE(judge(with_token(8), with_token(9)).meaningful);
}

TEST_F(JudgeTest, KnowsWhatComesAndGoes) {
  const Page with{.extra = "<p>Buy now, only today, at half the price!"}, without;
  earlier(with);
  earlier(without);
  earlier(with);
  EXPECT_FALSE(judge(without, with).meaningful);
  earlier(without);
  EXPECT_FALSE(judge(with, without).meaningful);
}

// A heading that is repeated in a new table of contents is not a returning heading.
TEST_F(JudgeTest, SeesASecondCopyOfABlock) {
  for (int i = 0; i < 3; ++i) earlier({});
  const Change change =
      judge(Page{}, Page{.extra = "<ul><li>Terms<li>Terms<li>Last updated in May.</ul>"});
  EXPECT_TRUE(change.meaningful);
}

TEST_F(JudgeTest, ComparesWithThePageBeforeTheErrorInBetween) {
  earlier({});
  const std::string error = "<h1>503 Service Unavailable</h1>";
  EXPECT_EQ(judge(error, Page{}.html()).kind, ChangeClass::none);
  const Change change = judge(error, Page{.top = "<p>Last updated in June."}.html());
  EXPECT_TRUE(change.meaningful);
  EXPECT_EQ(change.versions_back, 1u);
  EXPECT_EQ(number(change, Stage::elements, "versions_back"), 1);
  EXPECT_EQ(judge(Page{}, Page{.word = "paragraph"}).versions_back, 0u);
}

TEST_F(JudgeTest, TakesAnErrorPageAfterAnotherForNoNews) {
  const Change change = judge("<title>x</title><h1>Just a moment...</h1><p>Ray 17ab",
                              "<title>x</title><h1>Just a moment...</h1><p>Ray 99cd");
  EXPECT_EQ(change.kind, ChangeClass::cosmetic);
  EXPECT_FALSE(change.meaningful);
  EXPECT_TRUE(judge("<h1>Just a moment...</h1><p>Ray 17ab", Page{}.html()).meaningful);
}

// A text without markup is one block, and that block differs.
TEST_F(JudgeTest, KnowsATextOfOneBlockAgainAfterAWord) {
  std::string text = "<pre>";
  for (int i = 0; i < 400; ++i) text += fmt::format("word{} ", i);
  const Change change = judge(text + "ends in May", text + "ends in June");
  EXPECT_EQ(change.kind, ChangeClass::minor);
  EXPECT_TRUE(change.meaningful);
  earlier_ = {print_of("<h1>503 Service Unavailable</h1>")};
  EXPECT_EQ(judge(text + "ends in May", text + "ends in June").versions_back, 0u);
}

TEST_F(JudgeTest, TakesErrorsAndOtherPagesForARemoval) {
  const Change error = judge(Page{}.html(), "<title>x</title><p>Access denied. Ray 17");
  EXPECT_EQ(error.kind, ChangeClass::removed);
  EXPECT_FALSE(error.meaningful);
  EXPECT_FALSE(error.is_other_page);
  std::string home = "<h1>Meet people</h1>";
  for (int i = 0; i < 60; ++i) home += fmt::format("<p>Offer {}: sign up and meet someone", i);
  EXPECT_EQ(judge(Page{}.html(), home).kind, ChangeClass::removed);
  EXPECT_TRUE(judge(Page{}.html(), home).is_other_page);
}

TEST_F(JudgeTest, SeesANewBuildingAroundOldWords) {
  const std::string old_page = Page{}.html();
  std::string new_page;
  for (const char c : old_page) {
    new_page += c;
    if (new_page.ends_with("<p>")) new_page += "<div><span><i><b><u>";
  }
  const Change change = judge(old_page, new_page);
  EXPECT_EQ(change.kind, ChangeClass::structure);
  EXPECT_LT(number(change, Stage::structure, "tags_dice"), 0.7);
}

TEST_F(JudgeTest, IsTotalOnEmptyPages) {
  EXPECT_EQ(judge("", "").kind, ChangeClass::none);
  EXPECT_EQ(judge("<p>", "<i>").kind, ChangeClass::structure);
  EXPECT_TRUE(judge("", "<p>words").meaningful);
  EXPECT_TRUE(judge("<p>words", "").meaningful);
}

TEST_F(JudgeTest, HeedsNoMoreThanTheLatestVersions) {
  for (std::size_t i = 0; i < kEarlierMax + 10; ++i)
    earlier({.extra = i < 5 ? "<p>An old line that went long ago" : ""});
  EXPECT_TRUE(judge(Page{}, Page{.extra = "<p>An old line that went long ago"}).meaningful);
}

TEST(Heads, AreComparedAsFarAsTheyAreTrusted) {
  const Time monday = *parse_time("2026-11-16"), tuesday = *parse_time("2026-11-17");
  const auto found = [](const AnswerHead& was, const AnswerHead& now,
                        const ValidatorTrust& trust = {}) {
    std::string text;
    for (const StageRecord& record : compare_heads(was, now, trust))
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", stage_text(record.stage),
                          finding_text(record.finding));
    return text;
  };
  const auto tagged = [](const char* tag) { return AnswerHead{.etag = tag}; };
  const auto dated = [](Time time) { return AnswerHead{.last_modified = time}; };
  EXPECT_EQ(found({}, {.status = 304}), "status same");
  EXPECT_EQ(found({}, {.status = 404}), "status differs");
  EXPECT_EQ(found({}, {}), "status same, etag unknown, last_modified unknown");
  EXPECT_EQ(found(tagged("\"a\""), tagged("\"a\"")),
            "status same, etag same, last_modified unknown");
  EXPECT_EQ(found(tagged("\"a\""), tagged("\"b\"")),
            "status same, etag differs, last_modified unknown");
  EXPECT_EQ(found(tagged("W/\"a\""), tagged("W/\"a\"")),
            "status same, etag distrusted, last_modified unknown");
  EXPECT_EQ(found(tagged("W/\"a\""), tagged("\"a\"")),
            "status same, etag same, last_modified unknown");
  EXPECT_EQ(found(tagged("W/\"a\""), tagged("\"b\"")),
            "status same, etag differs, last_modified unknown");
  EXPECT_EQ(found(tagged("\"a\""), tagged("\"a\""), {.etag = false}),
            "status same, etag distrusted, last_modified unknown");
  EXPECT_EQ(found(dated(monday), dated(monday)), "status same, etag unknown, last_modified same");
  EXPECT_EQ(found(dated(monday), dated(tuesday), {.last_modified = false}),
            "status same, etag unknown, last_modified differs");
  EXPECT_EQ(found(dated(monday), dated(monday), {.last_modified = false}),
            "status same, etag unknown, last_modified distrusted");
}

// The texts of an article, framed by a menu in plain elements, as one design or another of the site
// has it. `design` 0: the template of that design is not known.
PagePrint designed(int frame, std::uint32_t design, const std::string& article) {
  const std::string page = frame == 1 ? "<div>Home</div><div>Shop now</div>" + article
                                      : "<table><tr><td>Start<td>Basket</table>" + article +
                                            "<dl><dt>Letters<dd>Every week</dl>";
  std::vector<Block> blocks = blocks_of(page);
  for (Block& block : blocks)
    if (design != 0 && !article.contains(block.text)) block.place |= kInTemplate;
  PagePrint print = print_blocks(blocks);
  print.bytes_hash = static_cast<std::uint64_t>(frame) * 1000 + page.size();
  print.design = design;
  return print;
}

TEST(Redesign, LeavesTheContentAsItWas) {
  const std::string article = "<p>The river is low.</p><p>Boats wait in the harbour.</p>";
  // When the new template is not known yet, and when it is.
  for (const std::uint32_t design : {0u, 2u}) {
    const Change change = judge_change(designed(1, 1, article), designed(2, design, article), {});
    EXPECT_EQ(change.kind, ChangeClass::structure);
    EXPECT_TRUE(change.is_redesign);
    EXPECT_FALSE(change.meaningful);
  }
  EXPECT_TRUE(judge_change(designed(1, 0, article), designed(2, 2, article), {}).is_redesign);
}

TEST(Redesign, HidesNoChangeOfTheContent) {
  const std::string before = "<p>The river is low.</p><p>Boats wait in the harbour.</p>";
  const std::string after = "<p>The river is high.</p><p>Boats wait in the harbour.</p>";
  const std::string longer = before + "<p>A flood is expected.</p>";
  for (const std::uint32_t design : {0u, 2u}) {
    const Change change = judge_change(designed(1, 1, before), designed(2, design, after), {});
    EXPECT_FALSE(change.is_redesign);
    EXPECT_TRUE(change.meaningful);
  }
  EXPECT_FALSE(judge_change(designed(1, 1, before), designed(2, 2, longer), {}).is_redesign);
  EXPECT_FALSE(judge_change(designed(1, 1, longer), designed(2, 2, before), {}).is_redesign);
}

TEST(Redesign, IsNoneIfTheDesignIsTheSameOrUnknown) {
  const std::string article = "<p>The river is low.</p>";
  EXPECT_FALSE(judge_change(designed(1, 1, article), designed(2, 1, article), {}).is_redesign);
  EXPECT_FALSE(judge_change(designed(1, 0, article), designed(2, 0, article), {}).is_redesign);
  // A page whose own text is all template says nothing of its content.
  EXPECT_FALSE(judge_change(designed(1, 1, ""), designed(2, 0, article), {}).is_redesign);
}

TEST(Score, IsLowWhereNothingOfTheContentChanged) {
  const ChangeNumbers frame{.frame_blocks = 9, .frame_links = 9, .noisy_blocks = 9};
  EXPECT_LT(score_change(frame), kMeaningfulScore);
  EXPECT_GT(score_change({.content_markup = 1}), kMeaningfulScore);
}

TEST(Score, RisesWithEveryFact) {
  ChangeNumbers numbers;
  double last = score_change(numbers);
  EXPECT_LT(last, kMeaningfulScore);
  const auto expect_more = [&] {
    EXPECT_GT(score_change(numbers), last);
    last = score_change(numbers);
  };
  numbers.noisy_blocks = 1;
  expect_more();
  numbers.frame_blocks = 1;
  expect_more();
  numbers.content_markup = 1;
  expect_more();
  numbers.content_blocks = 1;
  expect_more();
  numbers.content_words = 10;
  expect_more();
  numbers.content_links = 1;
  expect_more();
  EXPECT_LT(last, 1.0);
}

}  // namespace
}  // namespace freshet
