#include "store/slots/slot_classes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/random.h"

namespace freshet {
namespace {

SizeSketch sketch(const std::vector<std::pair<std::uint64_t, int>>& sizes) {
  SizeSketch result;
  for (const auto& [bytes, count] : sizes)
    for (int i = 0; i < count; ++i) result.add(bytes);
  return result;
}

// The learned classes without the reserve classes.
SlotClasses learned(const SizeSketch& sizes, std::size_t classes_max) {
  SlotClasses classes = learn_slot_classes(sizes, classes_max);
  const std::uint64_t top = sizes.buckets().back().top;
  while (classes.size() > 1 && classes[classes.size() - 2] >= top) classes.pop_back();
  return classes;
}

TEST(SizeSketch, RoundsUpByAtMostOneSixtyFourth) {
  for (std::uint64_t bytes = 1; bytes <= kClassBytesMax; bytes += 1 + bytes / 500) {
    SizeSketch one;
    one.add(bytes);
    ASSERT_EQ(one.buckets().size(), 1u);
    const std::uint64_t top = one.buckets()[0].top;
    EXPECT_EQ(top % kSlotAlign, 0u);
    EXPECT_GE(top, bytes);
    EXPECT_LE(top, std::max({kSlotBytesMin, bytes + kSlotAlign, bytes + bytes / 64})) << bytes;
    one.remove(bytes);
    EXPECT_TRUE(one.buckets().empty());
  }
  SizeSketch tops;
  tops.add(kClassBytesMax);
  tops.add(kClassBytesMax + 1);
  EXPECT_EQ(tops.buckets().size(), 1u) << "the other never is in a class";
  EXPECT_EQ(tops.buckets()[0].top, kClassBytesMax);
  EXPECT_EQ(tops.count(), 2u);
}

TEST(SizeSketch, OrdersItsBuckets) {
  SizeSketch all;
  for (std::uint64_t bytes = 64; bytes <= kClassBytesMax; bytes += 64) all.add(bytes);
  const auto buckets = all.buckets();
  std::uint64_t before = 0, count = 0;
  for (const auto& bucket : buckets) {
    EXPECT_GT(bucket.top, before);
    before = bucket.top;
    count += bucket.count;
  }
  EXPECT_EQ(count, kClassBytesMax / 64);
}

TEST(SlotClasses, FindTheSmallestSlotThatHoldsAThing) {
  const SlotClasses classes = {256, 1024, 4096};
  EXPECT_EQ(slot_class_of(classes, 1), 256u);
  EXPECT_EQ(slot_class_of(classes, 256), 256u);
  EXPECT_EQ(slot_class_of(classes, 257), 1024u);
  EXPECT_EQ(slot_class_of(classes, 4097), std::nullopt);
}

TEST(SlotClasses, KnowGoodOnesFromBad) {
  EXPECT_TRUE(are_slot_classes(first_slot_classes()));
  EXPECT_TRUE(are_slot_classes({256, 320}));
  for (const SlotClasses& bad :
       {SlotClasses{}, {320, 320}, {320, 256}, {300}, {64}, {kClassBytesMax + 64}})
    EXPECT_FALSE(are_slot_classes(bad));
  SlotClasses many;
  for (std::uint64_t i = 0; i <= kSlotClassesMax; ++i) many.push_back(256 + 64 * i);
  EXPECT_FALSE(are_slot_classes(many));
}

TEST(SlotClasses, FitTheSizesThatThereAre) {
  EXPECT_EQ(learned(sketch({{1000, 5000}, {3000, 5000}, {9000, 5000}}), 48),
            (SlotClasses{1024, 3008, 9088}));
  EXPECT_EQ(learned(sketch({{1000, 5000}, {3000, 100}, {3200, 5000}}), 2),
            (SlotClasses{1024, 3200}))
      << "the few go with their neighbours";
}

TEST(SlotClasses, GiveWhatIsLargeAndRareAFileOfItsOwn) {
  const auto classes = learned(sketch({{1000, 5000}, {900'000, 3}}), 48);
  EXPECT_EQ(slot_class_of(classes, 900'000), std::nullopt);
  const auto many = learned(sketch({{1000, 5000}, {900'000, 50'000}}), 48);
  EXPECT_EQ(slot_class_of(many, 900'000), 901'120u);
}

TEST(SlotClasses, HoldWhateverIsSmall) {
  for (const auto& sizes : {sketch({}), sketch({{1000, 10}}), sketch({{900'000, 1}})}) {
    const auto classes = learn_slot_classes(sizes);
    EXPECT_TRUE(are_slot_classes(classes));
    EXPECT_TRUE(slot_class_of(classes, kOwnFileBytesMin));
  }
}

// All ways to choose classes, tried one by one.
double best_by_trying(const SizeSketch& sizes, std::size_t classes_max) {
  const auto buckets = sizes.buckets();
  double best = std::numeric_limits<double>::infinity();
  for (unsigned chosen = 0; chosen < 1u << buckets.size(); ++chosen) {
    if (static_cast<std::size_t>(std::popcount(chosen)) > classes_max) continue;
    SlotClasses classes;
    for (std::size_t i = 0; i < buckets.size(); ++i)
      if (chosen >> i & 1) classes.push_back(buckets[i].top);
    const std::uint64_t top = classes.empty() ? 0 : classes.back();
    bool small_have_slots = true;
    for (const auto& bucket : buckets)
      small_have_slots &= bucket.top <= top || bucket.top > kOwnFileBytesMin;
    if (small_have_slots) best = std::min(best, expected_bytes(sizes, classes));
  }
  return best;
}

TEST(SlotClasses, AreAsGoodAsTheBestOfAllChoices) {
  Random random(7);
  for (int round = 0; round < 60; ++round) {
    SizeSketch sizes;
    for (std::uint64_t i = 1 + random.below(10); i > 0; --i) {
      const std::uint64_t bytes = 200ull << random.below(12);
      for (std::uint64_t n = 1 + random.below(40); n > 0; --n) sizes.add(bytes + random.below(2));
    }
    const std::size_t classes_max = 1 + random.below(5);
    EXPECT_DOUBLE_EQ(expected_bytes(sizes, learn_slot_classes(sizes, classes_max)),
                     best_by_trying(sizes, classes_max))
        << round;
  }
}

}  // namespace
}  // namespace freshet
