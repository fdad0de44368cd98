#include "learn/model_file.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/random.h"
#include "learn/decision_tree.h"
#include "learn/learners.h"

namespace freshet {
namespace {

Dataset some_rows() {
  Random random(5);
  Dataset rows({{{"size"}, {"the colour", {"red", "100 % green", ""}}}, {"class", {"a b", "c"}}});
  for (int i = 0; i < 60; ++i) {
    const double size = random.unit() * 10;
    const auto colour = static_cast<double>(random.below(3));
    rows.add(std::vector{i % 9 == 0 ? kMissing : size, colour}, size + colour < 5 ? 0 : 1);
  }
  return rows;
}

std::string error_of(std::string_view text) {
  const auto model = read_model(text);
  return model ? "read" : model.error().message;
}

TEST(ModelFile, EveryKindComesBackAsItWas) {
  const Dataset rows = some_rows();
  for (const NamedLearner& learner : all_learners(1)) {
    const auto classifier = learner.learn(rows);
    ASSERT_TRUE(classifier);
    const std::vector<std::string> notes = {"trained on 60 rows", "50 % of nothing\n"};
    const std::string text = write_model(**classifier, notes);
    const auto model = read_model(text);
    ASSERT_TRUE(model) << learner.name << ": " << model.error().message;
    EXPECT_EQ(model->notes, notes);
    EXPECT_EQ(model->classifier->schema(), rows.schema());
    EXPECT_EQ(write_model(*model->classifier, model->notes), text) << learner.name;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      std::vector<double> before(2), behind(2);
      (*classifier)->probabilities(rows.row(i), before);
      model->classifier->probabilities(rows.row(i), behind);
      ASSERT_EQ(before, behind) << learner.name;
    }
  }
}

constexpr std::string_view kTree =
    "freshet-model 1\n"
    "notes 1\n"
    "note by hand\n"
    "classes group slow fast\n"
    "features 2\n"
    "feature links\n"
    "feature kind news blog\n"
    "kind tree\n"
    "nodes 5\n"
    "number 0 20.5 6 4\n"
    "leaf 5 1\n"
    "choice 1 1 3\n"
    "leaf 0 3\n"
    "leaf 1 0\n"
    "end\n";

TEST(ModelFile, ATreeCanBeWrittenByHand) {
  const auto model = read_model(kTree);
  ASSERT_TRUE(model) << model.error().message;
  EXPECT_EQ(dynamic_cast<const DecisionTree&>(*model->classifier).print(),
            "\nlinks <= 20.5: slow (6.0/1.0)\n"
            "links > 20.5\n"
            "|   kind = news: fast (3.0)\n"
            "|   kind = blog: slow (1.0)\n"
            "\nNumber of Leaves  : \t3\n\nSize of the tree : \t5\n");
  EXPECT_EQ(write_model(*model->classifier, model->notes), kTree);
  EXPECT_EQ(model->classifier->classify(std::vector{30.0, 0.0}), 1);
}

TEST(ModelFile, NoBeginningOfAModelIsAModel) {
  for (std::size_t length = 0; length < kTree.size(); ++length)
    EXPECT_NE(error_of(kTree.substr(0, length)), "read") << length;
  EXPECT_EQ(error_of(kTree), "read");
}

std::string with(std::string_view old_text, std::string_view new_text) {
  std::string text(kTree);
  const std::size_t at = text.find(old_text);
  EXPECT_NE(at, std::string::npos) << old_text;
  return text.replace(at, old_text.size(), new_text);
}

TEST(ModelFile, SaysWhyItRefuses) {
  EXPECT_EQ(error_of(with("model 1", "model 2")),
            "line 1, column 16: the model is of version 2, and this freshet reads version 1; train "
            "it anew");
  EXPECT_EQ(error_of("<html>"),
            "this is no model of freshet: it does not begin with \"freshet-model\"");
  EXPECT_EQ(error_of(with("kind tree", "kind oak")),
            "line 9, column 1: there is no kind of model called \"oak\"");
  EXPECT_EQ(error_of(with("nodes 5", "nodes 4")),
            "line 14, column 1: the branches of node 2 are missing");
  EXPECT_EQ(error_of(with("number 0", "number 1")),
            "line 10, column 9: numeric features are asked by number, nominal ones by choice");
  EXPECT_EQ(error_of(with("choice 1", "choice 2")),
            "line 12, column 9: the node asks for a feature that the model does not have");
  EXPECT_EQ(error_of(with("20.5", "nan")),
            "line 10, column 13: \"nan\" is no number for a threshold");
  EXPECT_EQ(error_of(with("leaf 5 1", "leaf 5 -1")),
            "line 15, column 1: the weights of a tree are not negative");
  EXPECT_EQ(error_of(with("slow fast", "slow slow")),
            "line 4, column 24: the value \"slow\" is there twice");
  EXPECT_EQ(error_of(std::string(kTree) + "x"),
            "line 16, column 1: there is something behind the end");
}

TEST(ModelFile, NamesTheFeatureThatIsMissing) {
  const auto model = read_model(kTree);
  ASSERT_TRUE(model);
  const std::vector<std::string_view> all = {"images", "kind", "links"}, few = {"links"};
  EXPECT_EQ(find_features(model->classifier->schema(), all).value(),
            (std::vector<std::size_t>{2, 1}));
  EXPECT_EQ(find_features(model->classifier->schema(), few).error().message,
            "the model asks for the feature \"kind\", which is not known here; train it anew with "
            "features that are");
}

}  // namespace
}  // namespace freshet
