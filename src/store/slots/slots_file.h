// A file of slots of one size, and the set of its free slots.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/disk.h"
#include "base/error.h"
#include "base/time.h"
#include "store/slots/slot_format.h"

namespace freshet {

// Invariant: a slot is live or in the heap of free slots, never both. The lowest free slot is used
// first, so that live slots gather at the start and the end can be truncated.
class SlotsFile {
 public:
  // Opens or creates the file. Then mark_live() names the live slots; all others are free. No slot
  // is given out before settle().
  static Result<SlotsFile> open(Disk& disk, const std::string& directory, SlotsFileName name);

  // Errc::corrupt if there is no such slot, or it is already live.
  Status mark_live(const SlotPlace& place);

  // Ends the opening: truncates a broken end and writes a missing head. With `mend` the slots on
  // disk are brought in line: a slot that claims to be used but is not live becomes free, and an
  // incomplete one becomes empty.
  Status settle(bool mend);

  const SlotsFileName& name() const { return name_; }
  std::uint64_t bytes() const { return offset_of(live_.size()); }
  std::uint64_t slots() const { return live_.size(); }
  std::uint64_t free_slots() const { return free_.size(); }
  std::uint64_t live_slots() const { return live_.size() - free_.size(); }

  // Writes to the lowest free slot, or appends one. Takes no slot on failure.
  Result<SlotPlace> put(std::string_view url, Time time, std::uint64_t sequence,
                        std::string_view blob);

  // Frees the slot and marks it on disk. With `erase` its content is overwritten.
  Status free(const SlotPlace& place, bool erase);

  Result<SlotContent> read(const SlotPlace& place) const;

  // Repairs slots that a failed write left inconsistent.
  Status mend_torn();

  // Truncates the free slots at the end.
  Status cut();

  // Returns the last live slot before `before`; with `downwards` only if a free slot precedes it.
  std::optional<std::uint64_t> last_live(std::uint64_t before, bool downwards) const;

  // Reads the slot at `offset`, whatever its length.
  Result<SlotContent> read_at(std::uint64_t offset) const;

  Status sync();

 private:
  SlotsFile(std::unique_ptr<File> file, SlotsFileName name, std::uint64_t slots);
  std::uint64_t offset_of(std::uint64_t slot) const {
    return kSlotsFileHeadBytes + slot * name_.slot_bytes;
  }
  Result<std::uint64_t> slot_at(const SlotPlace& place) const;
  Status mend_slot(std::uint32_t slot);
  void give_back(std::uint32_t slot);

  std::unique_ptr<File> file_;
  SlotsFileName name_;
  std::vector<bool> live_;           // by slot
  std::vector<std::uint32_t> free_;  // min-heap
  std::vector<std::uint32_t> torn_;  // free slots whose heads may say otherwise
  bool end_torn_ = false;            // there may be bytes after the last slot
  bool unsynced_ = false;
};

}  // namespace freshet
