#include "clean/content_model.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "clean/block_features.h"
#include "clean/small_model_test.h"

namespace freshet {
namespace {

TEST(ContentModel, ComesBackFromItsText) {
  const ContentModel model = small_content_model();
  const std::string text = model.write();
  const auto again = ContentModel::read(text);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->write(), text);
  EXPECT_EQ(again->notes(), std::vector<std::string>{"made by hand"});
}

TEST(ContentModel, EveryChangedByteIsNoticed) {
  const std::string text = small_content_model().write();
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string damaged = text;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    EXPECT_FALSE(ContentModel::read(damaged)) << i;
    EXPECT_FALSE(ContentModel::read(text.substr(0, i))) << i;
  }
}

std::string error_of(std::string_view text) {
  const auto model = ContentModel::read(text);
  return model ? "no error" : model.error().message;
}

TEST(ContentModel, SaysWhyAFileIsRefused) {
  EXPECT_EQ(error_of("hello"),
            "this is no content model of freshet: it does not begin with \"freshet-content\"");
  EXPECT_NE(error_of("freshet-content 9\n").find("train it anew"), std::string::npos);
  EXPECT_EQ(error_of("freshet-content 1\nchecksum 0\ntokens 0\n"),
            "the content model is damaged: its checksum does not match");
}

Boosting trees_over(std::string feature, std::string last_class = "main") {
  const Schema schema{{{std::move(feature)}}, {"text", {"frame", std::move(last_class)}}};
  return *Boosting::make(schema, {{1, {Boosting::Node{.threshold = 1}}}});
}

TEST(ContentModel, RefusesWhatItCannotUse) {
  EXPECT_TRUE(ContentModel::make({}, {}, trees_over("words")));
  EXPECT_FALSE(ContentModel::make({}, {}, trees_over("colour")));
  EXPECT_FALSE(ContentModel::make({}, {{"a", 1}, {"a", 2}}, trees_over("words")));
  EXPECT_FALSE(ContentModel::make({}, {{"a", 99}}, trees_over("words")));
}

TEST(ContentModel, AnswersRowsWithMissingValues) {
  const ContentModel model = small_content_model();
  const std::size_t width = block_feature_names().size();
  FeatureRows rows(9 * width, 0);  // more than are answered side by side
  for (std::size_t f = 1; f < width; ++f) rows[f] = std::numeric_limits<float>::quiet_NaN();
  for (const float probability : model.probabilities(rows)) {
    EXPECT_GT(probability, 0);
    EXPECT_LT(probability, 1);
  }
}

}  // namespace
}  // namespace freshet
