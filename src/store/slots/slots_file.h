// The slots of one size: a file, and which of its slots are free.
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

// Invariant: a slot is live or in the heap of free ones, never both. The lowest free slot is given
// first, so that the live ones gather at the beginning and the end can be cut off.
class SlotsFile {
 public:
  // Opens the file, or makes it. All slots are free until mark_live has been called for those that
  // are not, and none is given out before settle().
  static Result<SlotsFile> open(Disk& disk, const std::string& directory, SlotsFileName name);

  // Errc::corrupt if there is no such slot, or it is live already.
  Status mark_live(const SlotPlace& place);

  // Ends the opening: cuts a broken end off and writes the head if it is not there. With `mend`
  // the file is made to say what is live: every slot that is not but says it is becomes free, and
  // one that is torn becomes an empty one.
  Status settle(bool mend);

  const SlotsFileName& name() const { return name_; }
  std::uint64_t bytes() const { return offset_of(live_.size()); }
  std::uint64_t slots() const { return live_.size(); }
  std::uint64_t free_slots() const { return free_.size(); }
  std::uint64_t live_slots() const { return live_.size() - free_.size(); }

  // Writes into the lowest free slot, or behind the last one. If it fails nothing is taken.
  Result<SlotPlace> put(std::string_view url, Time time, std::uint64_t sequence,
                        std::string_view blob);

  // Gives the slot out again, and marks it on disk. With `erase` nothing is left of what it held.
  Status free(const SlotPlace& place, bool erase);

  Result<SlotContent> read(const SlotPlace& place) const;

  // A write that failed leaves a slot that is not what it says, until this has been done.
  Status mend_torn();

  // Cuts off the free slots at the end.
  Status cut();

  // The last live slot before `before`; with `downwards` only if a free one lies before it.
  std::optional<std::uint64_t> last_live(std::uint64_t before, bool downwards) const;

  // What the slot there holds, whatever its length.
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
  std::vector<std::uint32_t> free_;  // a heap, the lowest on top
  std::vector<std::uint32_t> torn_;  // free slots that may say something else
  bool end_torn_ = false;            // there may be bytes behind the last slot
  bool unsynced_ = false;
};

}  // namespace freshet
