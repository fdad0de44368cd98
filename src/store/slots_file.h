// The slots of one size: a file, and which of its slots are free.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "base/disk.h"
#include "base/error.h"
#include "store/slot_format.h"

namespace freshet {

// Invariant: a slot is live or in the heap of free ones, never both. The lowest free slot is given
// first, so that the live ones gather at the beginning and the end can be cut off.
class SlotsFile {
 public:
  // Makes the file with its head. Lasting after the next sync() of file and directory.
  static Result<SlotsFile> create(Disk& disk, const std::string& directory, SlotsFileName name);

  // Opens the file; all slots are free until mark_live has been called for those that are not, and
  // none is given out before settle().
  static Result<SlotsFile> open(Disk& disk, const std::string& directory, SlotsFileName name);
  Status mark_live(const SlotPlace& place);

  // Ends the opening. With `mend` the file is made to say what is live: every slot that is not and
  // does not say so, or is torn, becomes an empty one, a broken end is cut off, and a torn head
  // is written anew.
  Status settle(bool mend);

  const SlotsFileName& name() const { return name_; }
  std::uint64_t bytes() const;  // of the whole file
  std::uint64_t live_slots() const { return live_count_; }
  std::uint64_t free_slots() const { return free_.size(); }

  // Writes into the lowest free slot, or behind the last one. If it fails nothing is taken, but
  // the slot may be torn: `torn` tells.
  Result<SlotPlace> put(std::string_view url, Time time, std::uint64_t sequence,
                        std::string_view blob);

  // Marks the slot as free on disk, and gives it out again. With `erase` nothing of it is left.
  Status free(const SlotPlace& place, bool erase);

  Result<SlotContent> read(const SlotPlace& place) const;

  // Writes to torn slots until they are whole; then the file is as it says.
  Status mend_torn();
  bool torn() const { return !torn_.empty(); }

  // Cuts off the free slots at the end. Whether there were any.
  Result<bool> cut();

  // The last live slot, if a free one lies before it.
  std::optional<std::uint64_t> movable() const;

  Status sync();

 private:
  SlotsFile(std::unique_ptr<File> file, SlotsFileName name);
  std::uint64_t offset_of(std::uint64_t slot) const;
  Result<std::uint64_t> slot_at(std::uint64_t offset) const;
  Status mend_slot(std::uint64_t slot);

  std::unique_ptr<File> file_;
  SlotsFileName name_;
  std::vector<bool> live_;           // by slot
  std::vector<std::uint32_t> free_;  // a heap, the lowest on top
  std::vector<std::uint32_t> torn_;  // free slots whose last write failed
  std::uint64_t live_count_ = 0;
  bool unsynced_ = false;
};

}  // namespace freshet
