// Slot sizes, learned from the sizes of pages (after Genovese and Geraci, section 2.4).
//
// A page is stored in the smallest slot that holds it; the rest of the slot is wasted. Few classes
// waste much in each slot. Many classes waste free slots: the number of pages in a class fluctuates
// by about its square root, and a file keeps its maximum length. The chosen classes minimise the
// sum of both, by dynamic programming over a histogram. Large, rare pages are cheapest in a file of
// their own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace freshet {

inline constexpr std::uint64_t kSlotAlign = 64;                // all slot sizes are multiples
inline constexpr std::uint64_t kSlotBytesMin = 256;            // of the smallest class
inline constexpr std::uint64_t kClassBytesMax = 1ull << 20;    // of the largest class
inline constexpr std::uint64_t kOwnFileBytesMin = 128 * 1024;  // smaller pages share a file
inline constexpr std::size_t kLearnedClassesMax = 48;
inline constexpr std::size_t kSlotClassesMax = kLearnedClassesMax + 48;  // with the reserve classes

// A histogram of sizes, in buckets no wider than 1/64 of the size.
class SizeSketch {
 public:
  SizeSketch();
  void add(std::uint64_t bytes);
  void remove(std::uint64_t bytes);  // must have been added
  std::uint64_t count() const { return count_; }

  struct Bucket {
    std::uint64_t top;  // the largest size in it, a multiple of kSlotAlign
    std::uint64_t count;
  };
  // The non-empty buckets in order of size, up to kClassBytesMax; larger pages are in no class.
  std::vector<Bucket> buckets() const;

 private:
  std::vector<std::uint32_t> counts_;
  std::uint64_t count_ = 0;
};

// Slot sizes in ascending order. A page larger than the last gets a file of its own.
using SlotClasses = std::vector<std::uint64_t>;

// Returns true if the classes are valid: not empty, ascending, aligned, not too many, within the
// limits.
bool are_slot_classes(const SlotClasses& classes);

// The initial classes, four to the octave, used until enough sizes are known.
SlotClasses first_slot_classes();

// Returns the at most `classes_max` classes that waste least for these sizes, and reserve classes
// above the largest, up to kOwnFileBytesMin, for future pages.
SlotClasses learn_slot_classes(const SizeSketch& sizes,
                               std::size_t classes_max = kLearnedClassesMax);

// Returns the class for `bytes`; nothing if it needs a file of its own.
std::optional<std::uint64_t> slot_class_of(const SlotClasses& classes, std::uint64_t bytes);

// Returns the bytes that these sizes take with these classes, spare slots included.
double expected_bytes(const SizeSketch& sizes, const SlotClasses& classes);

}  // namespace freshet
