#include "clean/template.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "base/random.h"
#include "html/text.h"

namespace freshet {
namespace {

PageTokens read_page(std::string_view text) {
  return tokenize(text, index_tags(text, Scripting::off), Scripting::off);
}

SiteTemplates learn_from(const std::vector<std::string>& pages) {
  TemplateLearner learner;
  for (const std::string& page : pages) learner.add(read_page(page));
  return learner.learn();
}

std::string content(const SiteTemplates& templates, std::string_view text) {
  TemplateReader reader(templates);
  const TagIndex index = index_tags(text, Scripting::off);
  return content_text(text, index, Scripting::off, reader.mark(text, index, Scripting::off));
}

// A film of a site: a menu, a heading of its own, a rating of few kinds, a story, a footer.
std::string film(int number, std::string_view rating) {
  const std::string n = std::to_string(number);
  return "<html><body><ul class=menu><li><a href=/>Home</a><li><a href=/f>Films</a></ul><h1>Film " +
         n + "</h1><table><tr><td>Rating</td><td>" + std::string(rating) +
         "</td></tr></table><div class=story><p>Story " + n + " begins.</p><p>And ends " + n +
         ".</p></div><div class=foot>All rights reserved</div></body></html>";
}

std::vector<std::string> films(int from, int to) {
  std::vector<std::string> pages;
  for (int i = from; i < to; ++i) pages.push_back(film(i, i % 10 == 0 ? "R" : "PG-13"));
  return pages;
}

// A page of another layout: a list.
std::string listing(int number) {
  std::string page = "<html><body><section class=list><h2>Page " + std::to_string(number) + "</h2>";
  for (int i = 0; i < 12; ++i)
    page += "<article><em>Item " + std::to_string(number * 100 + i) + "</em><br></article>";
  return page + "<footer><small>Sorted by name</small></footer></section></body></html>";
}

TEST(Template, LeavesOutWhatTheSiteRepeats) {
  EXPECT_EQ(content(learn_from(films(0, 16)), film(99, "PG-13")),
            "Film 99\nPG-13\nStory 99 begins.\nAnd ends 99.");
}

TEST(Template, KeepsAValueHoweverOftenItOccurs) {
  // 14 of 16 pages say PG-13; the paper's rule takes that for template.
  EXPECT_NE(content(learn_from(films(0, 16)), film(3, "PG-13")).find("PG-13"), std::string::npos);
}

TEST(Template, HearsEveryPageOfTheVisit) {
  // None of the first 16 pages has another rating; a later one does.
  std::vector<std::string> pages;
  for (int i = 0; i < 40; ++i) pages.push_back(film(i, i < 30 ? "PG-13" : "R"));
  const std::string early =
      content(learn_from({pages.begin(), pages.begin() + 16}), film(99, "PG-13"));
  EXPECT_EQ(early.find("PG-13"), std::string::npos);
  EXPECT_NE(content(learn_from(pages), film(99, "PG-13")).find("PG-13"), std::string::npos);
}

TEST(Template, LearnsFromAllOfTheFirstPagesAndFromSomeLaterOnes) {
  const LearnedPages alike{.all = kMixedFromPages, .alike = kMixedFromPages - 1};
  std::size_t learned = 0;
  for (std::size_t i = 0; i < 100; ++i) learned += is_worth_learning(i, alike) ? 1 : 0;
  EXPECT_TRUE(is_worth_learning(kEagerPages - 1, alike));
  EXPECT_FALSE(is_worth_learning(kEagerPages + 1, alike));
  EXPECT_EQ(learned, kEagerPages + (100 - kEagerPages) / kPagesPerVote);
}

TEST(Template, LearnsFromFewerPagesWhereEachHasALayoutOfItsOwn) {
  const LearnedPages mixed{.all = kMixedFromPages, .alike = kMixedFromPages / 2 - 1};
  const LearnedPages few{.all = kMixedFromPages - 1, .alike = 0};
  EXPECT_TRUE(is_worth_learning(kMixedFromPages + 1, few));
  EXPECT_FALSE(is_worth_learning(kMixedFromPages + 1, mixed));
  EXPECT_TRUE(is_worth_learning(kMixedFromPages + kPagesPerVote, mixed));
  TemplateLearner learner;
  EXPECT_FALSE(learner.add(read_page(film(1, "R"))));
  EXPECT_TRUE(learner.add(read_page(film(2, "R"))));
  EXPECT_TRUE(learner.add(read_page(film(2, "R"))));
  EXPECT_FALSE(learner.add(read_page(listing(1))));
}

TEST(Template, RemovesLongTextsThatMove) {
  const std::string notice = "<p>Delivery takes two to five working days in most countries.</p>";
  std::vector<std::string> pages;
  for (int i = 0; i < 16; ++i) {
    std::string page = "<div class=a>";
    for (int k = 0; k < 6; ++k) {
      if (k == i % 6) page += notice;
      page += "<p>Paragraph " + std::to_string(100 * i + k) + " of this very page.</p>";
    }
    pages.push_back(page + "</div>");
  }
  const std::string left = content(learn_from(pages), pages[3]);
  EXPECT_EQ(left.find("Delivery"), std::string::npos);
  EXPECT_NE(left.find("Paragraph 305"), std::string::npos);
}

TEST(Template, GroupsPagesByLayoutFirst) {
  std::vector<std::string> pages;
  for (int i = 0; i < 16; ++i) {
    pages.push_back(film(i, i % 2 == 0 ? "R" : "PG-13"));
    pages.push_back(listing(i));
  }
  const SiteTemplates templates = learn_from(pages);
  EXPECT_EQ(templates.layouts.size(), 2u);
  EXPECT_EQ(content(templates, film(99, "R")), "Film 99\nR\nStory 99 begins.\nAnd ends 99.");
  EXPECT_EQ(content(templates, listing(99)).find("Sorted"), std::string::npos);
  EXPECT_NE(content(templates, listing(99)).find("Item 9911"), std::string::npos);
}

// Bad input.

TEST(Template, OfOnePageIsNothing) {
  const std::string page = film(1, "R");
  const TagIndex index = index_tags(page, Scripting::off);
  EXPECT_EQ(content(learn_from({page}), page), visible_text(page, index, Scripting::off));
  EXPECT_EQ(content(learn_from({page, film(2, "R")}), page),
            visible_text(page, index, Scripting::off));
  EXPECT_EQ(content(SiteTemplates(), page), visible_text(page, index, Scripting::off));
}

TEST(Template, OfPagesAllAlikeIsNothing) {
  const std::string page = film(1, "R");
  const TagIndex index = index_tags(page, Scripting::off);
  EXPECT_EQ(content(learn_from(std::vector<std::string>(40, page)), page),
            visible_text(page, index, Scripting::off));
}

TEST(Template, OfPagesAllDifferentIsNothing) {
  std::vector<std::string> pages;
  Random random(7);
  for (int i = 0; i < 40; ++i) {
    std::string page;
    for (int k = 0; k < 60; ++k)
      page += "<" + std::string{static_cast<char>('a' + random.below(26))} + std::to_string(k) +
              " class=" + static_cast<char>('a' + random.below(26)) + ">w" +
              std::to_string(random.next());
    pages.push_back(page);
  }
  const SiteTemplates templates = learn_from(pages);
  EXPECT_LE(templates.layouts.size(), kLayoutsMax);
  for (const std::string& page : pages)
    EXPECT_EQ(content(templates, page),
              visible_text(page, index_tags(page, Scripting::off), Scripting::off));
}

TEST(Template, OfErrorPagesDoesNotTouchOthers) {
  std::vector<std::string> pages;
  for (int i = 0; i < 16; ++i)
    pages.push_back("<html><body><div class=error><h1>Not found</h1><p>No page " +
                    std::to_string(i) + " here</p></div></body></html>");
  const SiteTemplates templates = learn_from(pages);
  EXPECT_EQ(content(templates, pages[5]), "No page 5 here");
  const std::string page = film(1, "R");
  TemplateReader reader(templates);
  EXPECT_FALSE(reader.mark(read_page(page)).fit);
  EXPECT_EQ(content(templates, page),
            visible_text(page, index_tags(page, Scripting::off), Scripting::off));
}

TEST(Template, TakesBoundedTimeForPagesMadeToAlignBadly) {
  // The same two tags over and over, with texts in another order on every page: no anchors.
  std::vector<std::string> pages;
  Random random(11);
  for (int i = 0; i < 4; ++i) {
    std::string page;
    for (int k = 0; k < 20'000; ++k) page += random.with_probability(0.5) ? "<p>a" : "<b>b";
    pages.push_back(page);
  }
  const SiteTemplates templates = learn_from(pages);
  const std::string left = content(templates, pages[0]);
  EXPECT_FALSE(left.empty());
}

TEST(Template, ReadsAPageWithTooManyTokensAlone) {
  const SiteTemplates templates = learn_from(films(0, 16));
  std::string page = film(1, "R");
  for (int i = 0; i < 500'000; ++i) page += "<i>x";
  TemplateReader reader(templates);
  EXPECT_FALSE(reader.mark(read_page(page)).fit);
  EXPECT_EQ(content(templates, page).find("Home"), 0u);
}

TEST(Template, ReadsAPageOfOneHugeText) {
  const SiteTemplates templates = learn_from(films(0, 16));
  const std::string page = "<p>" + std::string(10'000'000, 'x') + "</p>";
  EXPECT_EQ(content(templates, page).size(), 10'000'000u);
}

TEST(Template, LearnsTheNewLayoutOfASiteThatIsRedesignedDuringAVisit) {
  std::vector<std::string> pages = films(0, 20);
  for (int i = 0; i < 20; ++i) pages.push_back(listing(i));
  const SiteTemplates templates = learn_from(pages);
  EXPECT_EQ(content(templates, film(99, "R")), "Film 99\nR\nStory 99 begins.\nAnd ends 99.");
  EXPECT_EQ(content(templates, listing(50)).find("Sorted"), std::string::npos);
}

TEST(Template, NoticesARedesignOnce) {
  SiteTemplates templates = learn_from(films(0, 16));
  int redesigns = 0;
  for (int i = 0; i < 16; ++i)  // one page in three still looks as before
    redesigns +=
        note_known_page(templates, read_page(i % 3 == 0 ? film(i, "R") : listing(i))) ? 1 : 0;
  EXPECT_EQ(redesigns, 0);
  for (int i = 0; i < 100; ++i)
    redesigns += note_known_page(templates, read_page(listing(i))) ? 1 : 0;
  EXPECT_EQ(redesigns, 1);
  EXPECT_EQ(templates.version, 2u);
  EXPECT_TRUE(templates.layouts.empty());

  TemplateLearner learner(std::move(templates));
  for (int i = 0; i < 16; ++i) learner.add(read_page(listing(i)));
  EXPECT_EQ(learner.learn().version, 2u);
  EXPECT_EQ(content(learner.learn(), listing(50)).find("Sorted"), std::string::npos);
}

TEST(Template, ExplainsCopiesOfTheDesignBeforeTheLast) {
  TemplateLearner learner(learn_from(films(0, 16)));
  int redesigns = 0;
  for (int i = 0; i < 12; ++i) redesigns += learner.add_known(read_page(listing(i))) ? 1 : 0;
  EXPECT_EQ(redesigns, 1);
  const SiteTemplates templates = learner.learn();
  EXPECT_EQ(content(templates, film(99, "R")), "Film 99\nR\nStory 99 begins.\nAnd ends 99.");
  EXPECT_EQ(content(templates, listing(50)).find("Sorted"), std::string::npos);
  TemplateReader reader(templates);
  EXPECT_EQ(reader.mark(read_page(film(1, "R"))).design, 1u);
  EXPECT_EQ(reader.mark(read_page(listing(1))).design, 2u);
  EXPECT_EQ(reader.mark(read_page("<table><tr><td>Other</table>")).design, 0u);
}

TEST(Template, SeesARedesignBehindNewPagesThatHaveItAlready) {
  TemplateLearner learner(learn_from(films(0, 16)));
  for (int i = 0; i < 20; ++i) learner.add(read_page(listing(i)));
  int redesigns = 0;
  for (int i = 20; i < 40; ++i) redesigns += learner.add_known(read_page(listing(i))) ? 1 : 0;
  EXPECT_EQ(redesigns, 1);
  EXPECT_EQ(learner.learn().layouts.at(0).pages, 40u);
}

TEST(Template, SeesARedesignOverVisitsOfOnePageEach) {
  SiteTemplates templates = learn_from(films(0, 16));
  int redesigns = 0;
  for (int i = 0; i < 30; ++i) {
    TemplateLearner learner(std::move(templates));
    redesigns += learner.add_known(read_page(listing(i))) ? 1 : 0;
    templates = std::move(learner).learn();
  }
  EXPECT_EQ(redesigns, 1);
  EXPECT_EQ(content(templates, listing(50)).find("Sorted"), std::string::npos);
  EXPECT_EQ(content(templates, film(99, "R")), "Film 99\nR\nStory 99 begins.\nAnd ends 99.");
}

TEST(Template, TakesANewSectionForNoRedesign) {
  TemplateLearner learner(learn_from(films(0, 16)));
  for (int i = 0; i < 20; ++i) learner.add(read_page(listing(i)));
  for (int i = 0; i < 20; ++i) EXPECT_FALSE(learner.add_known(read_page(film(i + 20, "R"))));
  EXPECT_EQ(learner.learn().version, 1u);
  EXPECT_EQ(learner.learn().layouts.size(), 2u);
}

TEST(Template, TakesOnePageInPlaceOfManyForNoRedesign) {
  TemplateLearner learner(learn_from(films(0, 16)));
  for (int i = 0; i < 50; ++i)
    EXPECT_FALSE(learner.add_known(read_page("<table><tr><td>Back soon</table>")));
  EXPECT_EQ(learner.learn().version, 1u);
}

TEST(Template, FollowsASiteThatChangesSlowly) {
  TemplateLearner learner;
  for (int i = 0; i < 400; ++i) learner.add(read_page(film(i, i % 2 == 0 ? "R" : "PG-13")));
  const auto renamed = [](int i) {
    std::string page = film(i, i % 2 == 0 ? "R" : "PG-13");
    return page.replace(page.find("Films"), 5, "All our films");
  };
  for (int i = 400; i < 10'000; ++i) learner.add(read_page(renamed(i)));
  EXPECT_EQ(content(learner.learn(), renamed(1)).find("All our films"), std::string::npos);
}

TEST(Template, SaysHowMuchOfAPageItExplains) {
  const SiteTemplates templates = learn_from(films(0, 16));
  TemplateReader reader(templates);
  const TemplateMarks marks = reader.mark(read_page(film(99, "R")));
  ASSERT_TRUE(marks.fit);
  EXPECT_EQ(marks.fit->distance, 0);
  EXPECT_EQ(marks.template_bytes, std::string("HomeFilmsRatingAll rights reserved").size());
  EXPECT_LT(marks.template_bytes, marks.text_bytes);
}

}  // namespace
}  // namespace freshet
