#include "predict/first_sight.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <string>

namespace freshet {
namespace {

// Two groups: pages with more than ten links are fast. The classifier is a tree with one split.
std::string small_model(std::string_view trust = "0.75", std::string_view feature = "links") {
  std::string text = "freshet-first-sight 1\ntrust ";
  text += trust;
  text += "\ngroups 2\n";
  for (const bool is_fast : {true, false}) {
    text += is_fast ? "group 1 20 0.25" : "group 0.001 60 0.75";
    for (std::size_t i = 0; i < kRateSteps; ++i)
      text += i == (is_fast ? kRateSteps - 1 : 0) ? " 1" : " 0";
    text += '\n';
  }
  text += "freshet-model 1\nnotes 1\nnote made by hand\nclasses group 1 2\nfeatures 1\nfeature ";
  text += feature;
  return text + "\nkind tree\nnodes 3\nnumber 0 10 20 60\nleaf 0 60\nleaf 20 0\nend\n";
}

FirstSight read_small() {
  auto model = FirstSight::read(small_model());
  EXPECT_TRUE(model) << model.error().message;
  return std::move(*model);
}

TEST(FirstSight, TellsTheGroupAndHowFarItIsBelieved) {
  const FirstSight model = read_small();
  FirstLook look;
  look.links = 50;
  const FirstSightPrediction fast = model.predict(look);
  EXPECT_EQ(fast.group, 0U);
  EXPECT_DOUBLE_EQ(fast.probabilities[0], 0.75 + 0.25 * 0.25);
  EXPECT_FLOAT_EQ(fast.prior[kRateSteps - 1], 0.8125F);
  EXPECT_FLOAT_EQ(fast.prior[0], 0.1875F);
  look.links = 3;
  EXPECT_EQ(model.predict(look).group, 1U);
}

TEST(FirstSight, WhereNothingIsKnownAllGroupsAreAsLikelyAsTheyAreLarge) {
  const FirstSightPrediction blind = read_small().predict({});
  EXPECT_EQ(blind.group, 1U);
  EXPECT_DOUBLE_EQ(blind.probabilities[0], 0.25);
  EXPECT_NEAR(std::accumulate(blind.prior.begin(), blind.prior.end(), 0.0), 1, 1e-6);
}

TEST(FirstSight, ComesBackFromItsText) {
  const FirstSight model = read_small();
  EXPECT_EQ(model.write(), small_model());
  EXPECT_EQ(model.model().notes, std::vector<std::string>{"made by hand"});
}

TEST(FirstSight, RefusesWhatItCannotAsk) {
  const auto why = [](const std::string& text) {
    const auto model = FirstSight::read(text);
    return model ? std::string("read") : model.error().message;
  };
  EXPECT_EQ(why("freshet-model 1\n"),
            "this is no first-sight model of freshet: it does not begin with "
            "\"freshet-first-sight\"");
  EXPECT_EQ(why("freshet-first-sight 2\n"),
            "line 1, column 22: the first-sight model is of version 2, and this freshet reads "
            "version 1; train it anew");
  EXPECT_EQ(why(small_model("1.5")), "first sight: trust is a number from 0 to 1");
  EXPECT_EQ(why(small_model("1", "page_rank")),
            "the model asks for the feature \"page_rank\", which is not known here; train it anew "
            "with features that are");
  std::string nominal = small_model("1", "links many few");
  nominal.replace(nominal.find("number 0 10"), 11, "choice 0");
  EXPECT_EQ(why(nominal), "first sight: the feature \"links\" is a number");
  std::string uneven = small_model();
  uneven.replace(uneven.find("0.25"), 4, "0.5");
  EXPECT_EQ(why(uneven), "first sight: the shares of the groups add up to 1");
}

TEST(FirstSight, EveryTruncationIsRefused) {
  const std::string text = small_model();
  for (std::size_t size = 0; size < text.size(); ++size)
    EXPECT_FALSE(FirstSight::read(std::string_view(text).substr(0, size))) << size;
}

TEST(FirstSight, AnErrorInTheClassifierSaysWhereItBegins) {
  std::string text = small_model();
  text.replace(text.find("kind tree"), 9, "kind moss");
  const auto model = FirstSight::read(text);
  ASSERT_FALSE(model);
  EXPECT_TRUE(model.error().message.starts_with(
      "in the classifier, which begins on line 6: line 8, column "))
      << model.error().message;
}

TEST(FirstSight, AFewQuietDaysOfASiteAreToldApartFromMany) {
  FirstLook few;
  few.tell_site(2, 4, 0);
  FirstLook many;
  many.tell_site(20, 2000, 0);
  EXPECT_EQ(few.site_rate_seen, many.site_rate_seen);
  EXPECT_GT(few.site_rate_most, many.site_rate_most);
  FirstLook none;
  none.tell_site(0, 0, 0);
  none.tell_site(3, 0, 2);
  EXPECT_TRUE(is_missing(none.site_pages));
}

TEST(FirstSight, ChangefreqIsChangesADay) {
  EXPECT_EQ(changefreq_rate("Daily"), 1);
  EXPECT_EQ(changefreq_rate("hourly"), 24);
  EXPECT_EQ(changefreq_rate("never"), 0);
  EXPECT_TRUE(is_missing(changefreq_rate("")));
  EXPECT_TRUE(is_missing(changefreq_rate("sometimes")));
}

}  // namespace
}  // namespace freshet
