#include "store/slots/slot_classes.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "base/check.h"

namespace freshet {
namespace {

// The overhead of a separate file: half a block, an inode, a row in the catalog.
constexpr double kOwnFileCost = 8 * 1024;

// The first 64 buckets are as wide as the alignment; then there are 64 to the octave.
constexpr std::uint64_t kPerOctave = 64;

std::size_t bucket_of(std::uint64_t bytes) {
  const std::uint64_t unit = bytes == 0 ? 0 : (bytes - 1) / kSlotAlign;
  if (unit < kPerOctave) return unit;
  const auto octave = static_cast<unsigned>(std::bit_width(unit)) - 7;  // of 64 to 127: 0
  return (octave + 1) * kPerOctave + (unit >> octave) - kPerOctave;
}

std::uint64_t top_of(std::size_t bucket) {
  if (bucket < kPerOctave) return (bucket + 1) * kSlotAlign;
  const std::size_t octave = bucket / kPerOctave - 1;
  return ((bucket % kPerOctave + kPerOctave + 1) << octave) * kSlotAlign;
}

// The cost of `count` slots of this size, with spare slots for fluctuation: the number of pages of
// a class varies by about its square root.
double class_cost(std::uint64_t slot_bytes, std::uint64_t count) {
  const auto n = static_cast<double>(count);
  return static_cast<double>(slot_bytes) * (n + std::sqrt(n));
}

double own_cost(const SizeSketch::Bucket& bucket) {
  return static_cast<double>(bucket.count) * (static_cast<double>(bucket.top) + kOwnFileCost);
}

// best(k, j): the cost of the first j buckets in k classes, and the start of the last class.
class Costs {
 public:
  Costs(const std::vector<SizeSketch::Bucket>& buckets, std::size_t classes_max);

  double cost(std::size_t k, std::size_t j) const { return cost_[k * width_ + j]; }
  SlotClasses classes(std::size_t k, std::size_t j) const;

 private:
  const std::vector<SizeSketch::Bucket>& buckets_;
  std::size_t width_;
  std::vector<double> cost_;
  std::vector<std::uint16_t> begin_;
};

Costs::Costs(const std::vector<SizeSketch::Bucket>& buckets, std::size_t classes_max)
    : buckets_(buckets),
      width_(buckets.size() + 1),
      cost_((classes_max + 1) * width_, std::numeric_limits<double>::infinity()),
      begin_(cost_.size()) {
  std::vector<std::uint64_t> before{0};  // pages in the first j buckets
  for (const auto& bucket : buckets) before.push_back(before.back() + bucket.count);
  cost_[0] = 0;
  for (std::size_t k = 1; k <= classes_max; ++k) {
    for (std::size_t j = k; j < width_; ++j) {
      for (std::size_t i = k - 1; i < j; ++i) {
        const double sum = cost(k - 1, i) + class_cost(buckets[j - 1].top, before[j] - before[i]);
        if (sum >= cost(k, j)) continue;
        cost_[k * width_ + j] = sum;
        begin_[k * width_ + j] = static_cast<std::uint16_t>(i);
      }
    }
  }
}

SlotClasses Costs::classes(std::size_t k, std::size_t j) const {
  SlotClasses tops;
  for (; k > 0; j = begin_[k * width_ + j], --k) tops.push_back(buckets_[j - 1].top);
  std::reverse(tops.begin(), tops.end());
  return tops;
}

}  // namespace

SizeSketch::SizeSketch() : counts_(bucket_of(kClassBytesMax) + 1) {}

void SizeSketch::add(std::uint64_t bytes) {
  ++count_;
  if (bytes <= kClassBytesMax) ++counts_[bucket_of(std::max(bytes, kSlotBytesMin))];
}

void SizeSketch::remove(std::uint64_t bytes) {
  require(count_ > 0, "what is removed was added");
  --count_;
  if (bytes > kClassBytesMax) return;
  std::uint32_t& count = counts_[bucket_of(std::max(bytes, kSlotBytesMin))];
  require(count > 0, "what is removed was added");
  --count;
}

std::vector<SizeSketch::Bucket> SizeSketch::buckets() const {
  std::vector<Bucket> found;
  for (std::size_t i = 0; i < counts_.size(); ++i)
    if (counts_[i] > 0) found.push_back({top_of(i), counts_[i]});
  return found;
}

bool are_slot_classes(const SlotClasses& classes) {
  if (classes.empty() || classes.size() > kSlotClassesMax) return false;
  if (classes.front() < kSlotBytesMin || classes.back() > kClassBytesMax) return false;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    if (classes[i] % kSlotAlign != 0 || (i > 0 && classes[i] <= classes[i - 1])) return false;
  }
  return true;
}

SlotClasses first_slot_classes() {
  SlotClasses classes;
  for (std::uint64_t octave = kSlotBytesMin; octave < 2 * kOwnFileBytesMin; octave *= 2)
    for (std::uint64_t quarter = 4; quarter < 8; ++quarter) classes.push_back(octave / 4 * quarter);
  classes.push_back(2 * kOwnFileBytesMin);
  return classes;
}

SlotClasses learn_slot_classes(const SizeSketch& sizes, std::size_t classes_max) {
  require(classes_max > 0 && classes_max <= kLearnedClassesMax,
          "as many classes as can be learned");
  const std::vector<SizeSketch::Bucket> buckets = sizes.buckets();
  const Costs costs(buckets, std::min(classes_max, buckets.size()));
  double best = std::numeric_limits<double>::infinity();
  SlotClasses classes;
  double own = 0;  // cost of the pages after the first j buckets, in separate files
  for (std::size_t j = buckets.size();; --j) {
    for (std::size_t k = 0; k <= std::min(classes_max, j); ++k) {
      if (costs.cost(k, j) + own >= best) continue;
      best = costs.cost(k, j) + own;
      classes = costs.classes(k, j);
    }
    if (j == 0 || buckets[j - 1].top <= kOwnFileBytesMin) break;
    own += own_cost(buckets[j - 1]);
  }
  // Every small size must have a class, whatever comes later.
  for (const std::uint64_t more : first_slot_classes())
    if ((classes.empty() || more > classes.back()) && more <= kOwnFileBytesMin)
      classes.push_back(more);
  return classes;
}

std::optional<std::uint64_t> slot_class_of(const SlotClasses& classes, std::uint64_t bytes) {
  const auto found = std::lower_bound(classes.begin(), classes.end(), bytes);
  if (found == classes.end()) return std::nullopt;
  return *found;
}

double expected_bytes(const SizeSketch& sizes, const SlotClasses& classes) {
  double sum = 0;
  std::uint64_t slot_bytes = 0, count = 0;
  for (const auto& bucket : sizes.buckets()) {
    const auto size = slot_class_of(classes, bucket.top);
    if (size && *size == slot_bytes) {
      count += bucket.count;
      continue;
    }
    sum += class_cost(slot_bytes, count);
    slot_bytes = size.value_or(0);
    count = size ? bucket.count : 0;
    if (!size) sum += own_cost(bucket);
  }
  return sum + class_cost(slot_bytes, count);
}

}  // namespace freshet
