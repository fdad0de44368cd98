#include "predict/first_sight_training.h"

#include <gtest/gtest.h>

#include <string>

#include "learn/c45.h"
#include "learn/decision_tree.h"
#include "predict/day_lessons.h"

namespace freshet {
namespace {

const Learner kTree = [](const Dataset& rows) -> Result<std::unique_ptr<Classifier>> {
  return std::make_unique<DecisionTree>(grow_c45(rows, {}));
};

// Makes `sites` sites of ten pages, of which some change every other day and some never, as
// `is_fast` says; `links` gives the number of links.
template <class IsFast, class Links>
DayHistory history_of(std::uint32_t sites, IsFast is_fast, Links links) {
  DayHistory history;
  for (std::uint32_t site = 0; site < sites; ++site) {
    history.sites.push_back(std::to_string(site));
    for (std::uint32_t page = 0; page < 10; ++page) {
      DayPage& made = history.pages.emplace_back(DayPage{site, 0, 240, {}});
      for (std::int16_t day = 2; is_fast(site, page) && day < 240; day += 2)
        made.changes.push_back(day);
      history.features.push_back({static_cast<double>(links(site, page))});
    }
  }
  return history;
}

bool even_page(std::uint32_t, std::uint32_t page) { return page % 2 == 0; }
bool even_site(std::uint32_t site, std::uint32_t) { return site % 2 == 0; }

FirstSightOptions two_groups() {
  FirstSightOptions options;
  options.classes = 2;
  return options;
}

TEST(FirstSightTraining, TrustsWhatHoldsOnSitesItHasNotSeen) {
  const DayHistory history = history_of(
      20, even_page, [](std::uint32_t, std::uint32_t page) { return page % 2 == 0 ? 100 : 5; });
  const auto model = train_first_sight(lessons_of(history, two_groups()), kTree, two_groups());
  ASSERT_TRUE(model) << model.error().message;
  EXPECT_GT(model->trust(), 0.99);
  FirstLook look;
  look.links = 100;
  const FirstSightPrediction fast = model->predict(look);
  EXPECT_EQ(fast.group, 0U);
  EXPECT_GT(typical_rate(fast.prior), 0.3);
  look.links = 5;
  EXPECT_LT(typical_rate(model->predict(look).prior), 0.002);
}

// The number of links identifies the site: it predicts the rate perfectly on training sites and not
// at all on others.
TEST(FirstSightTraining, DoesNotTrustWhatOnlyRecognisesSites) {
  FirstSightOptions options = two_groups();
  options.knows_sites = false;
  const DayHistory history = history_of(
      40, [](std::uint32_t site, std::uint32_t) { return (site * 7 / 5) % 2 == 0; },
      [](std::uint32_t site, std::uint32_t) { return (site * 17) % 41; });
  const auto model = train_first_sight(lessons_of(history, options), kTree, options);
  ASSERT_TRUE(model);
  EXPECT_LT(model->trust(), 0.5);
}

TEST(FirstSightTraining, LearnsFromTheOtherPagesOfTheSite) {
  const DayHistory history =
      history_of(30, even_site, [](std::uint32_t, std::uint32_t) { return 7; });
  const auto model = train_first_sight(lessons_of(history, two_groups()), kTree, two_groups());
  ASSERT_TRUE(model);
  FirstLook look;
  look.links = 7;
  look.tell_site(5, 500, 250);
  EXPECT_EQ(model->predict(look).group, 0U);
  look.tell_site(5, 500, 0);
  EXPECT_EQ(model->predict(look).group, 1U);
  const auto scores = score_first_sight(lessons_of(history, two_groups()), kTree, two_groups(), 5);
  ASSERT_TRUE(scores);
  EXPECT_NEAR(scores->alone.error, 0.5, 0.2);
  EXPECT_LT(scores->among.error, 0.1);
  EXPECT_LT(scores->among.log_loss, scores->among.blind_log_loss);
}

TEST(FirstSightTraining, ThePaperCountsEveryPageOnceAndKnowsNothingOfSites) {
  const DayHistory history =
      history_of(6, even_page, [](std::uint32_t, std::uint32_t page) { return page; });
  FirstSightOptions options = paper_first_sight();
  options.classes = 2;
  const auto model = train_first_sight(lessons_of(history, options), kTree, options);
  ASSERT_TRUE(model);
  EXPECT_EQ(model->trust(), 1);
  EXPECT_EQ(model->model().classifier->schema().features.size(), kPageFeatureNames.size());
  EXPECT_EQ(model->groups()[0].pages, 30U);
}

TEST(FirstSightTraining, TheSameHistoryGivesTheSameModel) {
  const DayHistory history = history_of(
      9, even_page, [](std::uint32_t site, std::uint32_t page) { return site * page % 13; });
  EXPECT_EQ(train_first_sight(lessons_of(history, two_groups()), kTree, two_groups())->write(),
            train_first_sight(lessons_of(history, two_groups()), kTree, two_groups())->write());
}

TEST(FirstSightTraining, EveryFeatureOfAHistoryIsAFactOfALook) {
  HistoryFeatures features;
  for (std::size_t i = 0; i < features.size(); ++i) features[i] = static_cast<double>(i + 1);
  const FirstLook look = first_look(features);
  EXPECT_EQ(look.links, 1);
  EXPECT_EQ(look.headings, 8);
  std::size_t known = 0;
  for (const LookField& field : look_fields()) known += is_missing(look.*field.value) ? 0 : 1;
  EXPECT_EQ(known, features.size());
}

}  // namespace
}  // namespace freshet
