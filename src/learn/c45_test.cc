#include "learn/c45.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/random.h"
#include "learn/arff.h"
#include "learn/print_number.h"

namespace freshet {
namespace {

// Quinlan's weather data (1986) with numeric attributes, as shipped with WEKA.
constexpr std::string_view kWeatherOfWeka =
    "@attribute outlook {sunny, overcast, rainy}\n"
    "@attribute temperature numeric\n"
    "@attribute humidity numeric\n"
    "@attribute windy {TRUE, FALSE}\n"
    "@attribute play {yes, no}\n"
    "@data\n"
    "sunny,85,85,FALSE,no\nsunny,80,90,TRUE,no\novercast,83,86,FALSE,yes\n"
    "rainy,70,96,FALSE,yes\nrainy,68,80,FALSE,yes\nrainy,65,70,TRUE,no\n"
    "overcast,64,65,TRUE,yes\nsunny,72,95,FALSE,no\nsunny,69,70,FALSE,yes\n"
    "rainy,75,80,FALSE,yes\nsunny,75,70,TRUE,yes\novercast,72,90,TRUE,yes\n"
    "overcast,81,75,FALSE,yes\nrainy,71,91,TRUE,no\n";

Dataset read(std::string_view text) {
  auto rows = read_arff(text);
  EXPECT_TRUE(rows) << rows.error().message;
  return std::move(*rows);
}

TEST(C45, GrowsTheTreeOfTheTextbook) {
  const DecisionTree tree = grow_c45(read(kWeatherOfWeka), {});
  EXPECT_EQ(tree.print(),
            "\noutlook = sunny\n"
            "|   humidity <= 75: yes (2.0)\n"
            "|   humidity > 75: no (3.0)\n"
            "outlook = overcast: yes (4.0)\n"
            "outlook = rainy\n"
            "|   windy = TRUE: no (2.0)\n"
            "|   windy = FALSE: yes (3.0)\n"
            "\nNumber of Leaves  : \t5\n"
            "\nSize of the tree : \t8\n");
}

TEST(C45, DividesARowWhoseValueIsMissing) {
  // Three of four known rows go left, so three quarters of the fifth do; each leaf then has some
  // weight of the other class.
  const Dataset rows = read(
      "@attribute a {l, r}\n@attribute c {x, y}\n@data\n"
      "l,x\nl,x\nl,x\nl,x\nl,x\nl,x\nr,y\nr,y\n?,x\n");
  const DecisionTree tree = grow_c45(rows, {.prune = false});
  EXPECT_EQ(tree.print(),
            "\na = l: x (6.75)\na = r: y (2.25/0.25)\n"
            "\nNumber of Leaves  : \t2\n\nSize of the tree : \t3\n");
  std::vector<double> out(2);
  tree.probabilities(std::vector{kMissing}, out);
  EXPECT_NEAR(out[0], 7.0 / 9, 1e-12);
  EXPECT_NEAR(out[1], 2.0 / 9, 1e-12);
  EXPECT_EQ(tree.classify(std::vector{kMissing}), 0);
  EXPECT_EQ(tree.classify(std::vector{1.0}), 1);
  EXPECT_EQ(tree.classify(std::vector{7.0}), 0) << "a value that nobody knows is missing";
}

TEST(C45, ABranchWhereNothingCameSpeaksAsTheNodeAboveIt) {
  const Dataset rows =
      read("@attribute a {p, q, r}\n@attribute c {x, y}\n@data\np,x\np,x\np,x\nq,y\nq,y\n");
  const DecisionTree tree = grow_c45(rows, {});
  EXPECT_EQ(tree.print(),
            "\na = p: x (3.0)\na = q: y (2.0)\na = r: x (0.0)\n"
            "\nNumber of Leaves  : \t3\n\nSize of the tree : \t4\n");
  std::vector<double> out(2);
  tree.probabilities(std::vector{2.0}, out);
  EXPECT_NEAR(out[0], 0.6, 1e-12);
}

TEST(C45, WithoutRowsThereIsALeaf) {
  const DecisionTree tree =
      grow_c45(read("@attribute a numeric\n@attribute c {x,y}\n@data\n1,?\n"), {});
  EXPECT_EQ(tree.print(), ": x (0.0)\n\nNumber of Leaves  : \t1\n\nSize of the tree : \t1\n");
  std::vector<double> out(2);
  tree.probabilities(std::vector{0.0}, out);
  EXPECT_EQ(out, (std::vector{0.5, 0.5}));
}

// Quinlan's example (C4.5, 1993, page 42): U25%(0, 6) = 0.206, U(0, 9) = 0.143, U(0, 1) = 0.75.
TEST(C45, ExpectsTheErrorsOfTheBook) {
  EXPECT_NEAR(expected_extra_errors(6, 0, 0.25), 6 * 0.206, 0.01);
  EXPECT_NEAR(expected_extra_errors(9, 0, 0.25), 9 * 0.143, 0.01);
  EXPECT_NEAR(expected_extra_errors(1, 0, 0.25), 0.75, 1e-12);
  EXPECT_EQ(expected_extra_errors(3, 3, 0.25), 0);
}

TEST(C45, PruningTakesAwayWhatNoiseGrew) {
  Random random(7);
  const Attribute noise{"noise", {"p", "q", "r"}};
  Dataset rows({{{"a"}, noise, {"more noise", noise.values}}, {"c", {"x", "y"}}});
  const auto any_value = [&] { return static_cast<double>(random.below(3)); };
  for (int i = 0; i < 400; ++i) {
    const double a = random.unit();
    const bool is_x = (a < 0.5) != random.with_probability(0.2);
    rows.add(std::vector{a, any_value(), any_value()}, is_x ? 0 : 1);
  }
  const DecisionTree pruned = grow_c45(rows, {});
  const DecisionTree unpruned = grow_c45(rows, {.prune = false});
  EXPECT_LT(pruned.node_count(), unpruned.node_count());
  EXPECT_EQ(pruned.classify(std::vector{0.1, 1.0, 2.0}), 0);
  EXPECT_EQ(pruned.classify(std::vector{0.9, 1.0, 2.0}), 1);
}

TEST(C45, ARowOfWeightTwoIsTwoRows) {
  Random random(11);
  const Attribute feature{"b", {"p", "q", "r"}};
  const Schema schema{{{"a", feature.values}, feature}, {"c", {"x", "y", "z"}}};
  Dataset once(schema), twice(schema);
  for (int i = 0; i < 120; ++i) {
    const std::vector<double> row = {static_cast<double>(random.below(3)),
                                     static_cast<double>(random.below(3))};
    const int label = static_cast<int>(random.below(3));
    once.add(row, label, 2);
    twice.add(row, label);
    twice.add(row, label);
  }
  EXPECT_EQ(grow_c45(once, {}).print(), grow_c45(twice, {}).print());
}

TEST(PrintNumber, RoundsAsJ48Does) {
  EXPECT_EQ(two_decimals(15), "15.0");
  EXPECT_EQ(two_decimals(2.2649), "2.26");
  EXPECT_EQ(two_decimals(0.125), "0.13");
  EXPECT_EQ(six_decimals(0.6), "0.6");
  EXPECT_EQ(six_decimals(127), "127");
  EXPECT_EQ(six_decimals(-1.51596), "-1.51596");
  EXPECT_EQ(six_decimals(0.00000049), "0");
  EXPECT_EQ(six_decimals(-0.0000012), "-0.000001");
}

}  // namespace
}  // namespace freshet
