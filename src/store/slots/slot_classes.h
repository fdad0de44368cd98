// Sizes of slots, learned from the sizes of pages (after Genovese and Geraci, section 2.4).
//
// A page lies in the smallest slot that holds it, and what it leaves is wasted. Few classes waste
// much in each slot. Many classes waste elsewhere: the number of pages of a class goes up and down
// with chance, about as the square root of the number, and a file is as long as its class was
// numerous. So the classes are those that make the sum of both smallest, found by dynamic
// programming over a histogram. What is large and rare is cheapest in a file of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace freshet {

inline constexpr std::uint64_t kSlotAlign = 64;                // all sizes of slots are multiples
inline constexpr std::uint64_t kSlotBytesMin = 256;            // of the smallest class
inline constexpr std::uint64_t kClassBytesMax = 1ull << 20;    // of the largest class
inline constexpr std::uint64_t kOwnFileBytesMin = 128 * 1024;  // smaller is never a file of its own
inline constexpr std::size_t kLearnedClassesMax = 48;
inline constexpr std::size_t kSlotClassesMax = kLearnedClassesMax + 48;  // with those kept ready

// How many things of which size there are, in buckets of at most 1/64 of the size.
class SizeSketch {
 public:
  SizeSketch();
  void add(std::uint64_t bytes);
  void remove(std::uint64_t bytes);  // one that was added
  std::uint64_t count() const { return count_; }

  struct Bucket {
    std::uint64_t top;  // the largest size in it, a multiple of kSlotAlign
    std::uint64_t count;
  };
  // Those that hold something, by size; nothing over kClassBytesMax, which never is in a class.
  std::vector<Bucket> buckets() const;

 private:
  std::vector<std::uint32_t> counts_;
  std::uint64_t count_ = 0;
};

// Sizes of slots, ascending. A larger thing gets a file of its own.
using SlotClasses = std::vector<std::uint64_t>;

// Whether these can be classes: not empty, ascending, aligned, not too many, within the limits.
bool are_slot_classes(const SlotClasses& classes);

// Four to the octave: what is used until enough has been seen.
SlotClasses first_slot_classes();

// The classes that waste least for things of these sizes, at most `classes_max`; and behind the
// largest some more up to kOwnFileBytesMin, for what may yet come.
SlotClasses learn_slot_classes(const SizeSketch& sizes,
                               std::size_t classes_max = kLearnedClassesMax);

// The class for a thing of `bytes`, or nothing: a file of its own.
std::optional<std::uint64_t> slot_class_of(const SlotClasses& classes, std::uint64_t bytes);

// What things of these sizes take with these classes, in bytes, spare slots included.
double expected_bytes(const SizeSketch& sizes, const SlotClasses& classes);

}  // namespace freshet
