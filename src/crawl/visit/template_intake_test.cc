#include "crawl/visit/template_intake.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "clean/template_bytes.h"

namespace freshet {
namespace {

class TemplateIntakeTest : public ::testing::Test {
 protected:
  static PageTokens page(int number, const std::string& frame = "The menu of the site") {
    const std::string text = fmt::format(
        "<html><body><div class=menu><p>{}</p></div><h1>Title {}</h1><p>Text {}</p>"
        "<div class=foot><span>Imprint and contact</span></div></body></html>",
        frame, number, number * 7);
    return tokenize(text, index_tags(text, Scripting::off), Scripting::off);
  }

  // Returns how many of `count` pages were wanted.
  int see(TemplateIntake& intake, int count, bool were_known = false) {
    int wanted = 0;
    for (int i = 0; i < count; ++i) {
      if (!intake.wants_next()) continue;
      ++wanted;
      if (were_known)
        intake.add_known(page(i));
      else
        intake.add(page(i));
    }
    return wanted;
  }

  const Host host_ = *Host::from_key("a.example");
  const Time now_ = Time(std::chrono::days(20'000));
};

TEST_F(TemplateIntakeTest, LearnsFromEveryPageOfASmallHost) {
  TemplateIntake intake(true, nullptr);
  EXPECT_EQ(see(intake, 10), 10);
  const auto learned = intake.take(host_, now_);
  ASSERT_TRUE(learned);
  EXPECT_EQ(learned->host, host_);
  EXPECT_EQ(learned->learned, now_);
  const auto templates = unpack_templates(learned->packed);
  ASSERT_TRUE(templates);
  EXPECT_EQ(TemplateReader(*templates).mark(page(99)).template_texts.size(), 2u);
  EXPECT_FALSE(intake.take(host_, now_)) << "nothing new since then";
}

TEST_F(TemplateIntakeTest, LearnsFromFewPagesOfALargeHost) {
  TemplateIntake intake(true, nullptr);
  EXPECT_EQ(see(intake, 16), 16);
  EXPECT_LE(see(intake, 10'000), 3'000);
}

TEST_F(TemplateIntakeTest, LearnsFromFewPagesOfAHostWherePagesAreAllDifferent) {
  TemplateIntake intake(true, nullptr);
  std::size_t wanted = 0;
  for (std::size_t i = 0; i < kEagerPages; ++i) {
    if (!intake.wants_next()) continue;
    ++wanted;
    std::string text;
    for (int k = 0; k < 20; ++k)
      text += fmt::format("<p class={}>Text", std::string(i + 1, static_cast<char>('a' + k)));
    intake.add(tokenize(text, index_tags(text, Scripting::off), Scripting::off));
  }
  EXPECT_EQ(wanted, kMixedFromPages + (kEagerPages - kMixedFromPages) / kPagesPerVote);
}

TEST_F(TemplateIntakeTest, GoesOnFromWhatAnEarlierVisitLearned) {
  TemplateIntake first(true, nullptr);
  see(first, 5);
  const auto five = first.take(host_, now_);
  ASSERT_TRUE(five);
  TemplateIntake second(true, nullptr);
  second.restore(five->packed);
  second.add(page(7));
  const auto six = second.take(host_, now_);
  ASSERT_TRUE(six);
  EXPECT_EQ(unpack_templates(six->packed)->layouts.at(0).pages, 6u);
}

TEST_F(TemplateIntakeTest, LearnsAgainFromBytesThatItCannotRead) {
  TemplateIntake intake(true, nullptr);
  intake.restore("not templates");
  see(intake, 5);
  EXPECT_TRUE(intake.take(host_, now_));
}

TEST_F(TemplateIntakeTest, WantsNothingIfItIsOff) {
  TemplateIntake intake(false, nullptr);
  EXPECT_EQ(see(intake, 10), 0);
  EXPECT_FALSE(intake.take(host_, now_));
}

TEST_F(TemplateIntakeTest, GivesUpWithoutMemory) {
  MemoryPool pool(1000);
  TemplateIntake intake(true, &pool);
  see(intake, 10);
  EXPECT_EQ(pool.used(), 0u);
  EXPECT_FALSE(intake.wants_next());
  EXPECT_FALSE(intake.take(host_, now_));
}

TEST_F(TemplateIntakeTest, SeesARedesignOnceWhenKnownPagesLookOtherwise) {
  TemplateIntake first(true, nullptr);
  see(first, 10);
  TemplateIntake intake(true, nullptr);
  intake.restore(first.take(host_, now_)->packed);
  int redesigns = 0;
  for (int i = 0; i < 30; ++i) {
    std::string text = "<table class=new>";
    for (int row = 0; row < 20; ++row) text += fmt::format("<tr><td>{}</td></tr>", i * row);
    text += "</table><ul><li>a<li>b</ul>";
    const PageTokens now = tokenize(text, index_tags(text, Scripting::off), Scripting::off);
    EXPECT_EQ(intake.stored()->version, redesigns == 0 ? 1u : 2u);
    redesigns += intake.add_known(now) ? 1 : 0;
    EXPECT_EQ(TemplateReader(*intake.stored()).mark(now).design, redesigns == 1 ? 2u : 0u);
  }
  EXPECT_EQ(redesigns, 1);
  EXPECT_EQ(TemplateReader(*intake.stored()).mark(page(5)).design, 1u);
  EXPECT_EQ(intake.take(host_, now_)->version, 2u);
}

}  // namespace
}  // namespace freshet
