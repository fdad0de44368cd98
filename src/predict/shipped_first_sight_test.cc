#include "predict/shipped_first_sight.h"

#include <gtest/gtest.h>

#include "learn/learners.h"
#include "predict/day_lessons.h"
#include "testkit/test_data.h"

namespace freshet {
namespace {

TEST(ShippedFirstSight, IsReadAndComesBack) {
  for (const CountedChanges changes : {CountedChanges::any, CountedChanges::content}) {
    const FirstSight& model = shipped_first_sight(changes);
    EXPECT_EQ(model.write(), shipped_first_sight_text(changes));
    EXPECT_EQ(model.groups().size(), 4U);
    const FirstSightPrediction blind = model.predict({});
    EXPECT_LT(typical_rate(blind.prior), 0.1);
  }
}

TEST(ShippedFirstSight, APageOfABusySiteIsTakenToChangeMoreOften) {
  // links, emails, images, text_bytes, url_dir_level, raw_bytes, elements, headings
  FirstLook quiet = first_look({80, 1, 10, 6000, 2, 60'000, 700, 12});
  FirstLook busy = quiet;
  quiet.tell_site(20, 2000, 0);
  busy.tell_site(20, 2000, 1000);
  const FirstSight& model = shipped_first_sight(CountedChanges::any);
  EXPECT_GT(typical_rate(model.predict(busy).prior), 2 * typical_rate(model.predict(quiet).prior));
}

// Runs the command in docs/models/shipped-first-sight.md. Processors may round differently while
// trees are grown, so the predictions are compared. Only one of the two models, since training
// takes seconds.
TEST(ShippedFirstSight, IsWhatTheHistoryOfRealPagesTeaches) {
  if (!testkit::has_test_data("change-history/dev")) return;
  const auto history =
      read_change_history(system_disk(), testkit::test_data("change-history/dev").string());
  ASSERT_TRUE(history);
  const DayHistory days = count_in_days(*history, CountedChanges::any);
  const FirstSightOptions options;
  const auto trained = train_first_sight(
      lessons_of(days, options), find_learner("boosting-small", options.seed)->learn, options);
  ASSERT_TRUE(trained);
  const FirstSight& shipped = shipped_first_sight(CountedChanges::any);
  EXPECT_NEAR(shipped.trust(), trained->trust(), 0.01);
  const std::vector<FirstSightGroup>& groups = shipped.groups();
  for (std::size_t g = 0; g < groups.size(); ++g) {
    EXPECT_EQ(groups[g].pages, trained->groups()[g].pages);
    EXPECT_NEAR(groups[g].share, trained->groups()[g].share, 1e-9);
  }
  std::size_t differ = 0;
  for (const HistoryFeatures& features : days.features) {
    const FirstLook look = first_look(features);
    differ += shipped.predict(look).group == trained->predict(look).group ? 0 : 1;
  }
  EXPECT_LE(differ, days.features.size() / 100);
}

}  // namespace
}  // namespace freshet
