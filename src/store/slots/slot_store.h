// Stores the latest version of each page and nothing else: the layout `slots` of the page store.
//
// Blobs are stored in slots; slot sizes are learned from the blobs, and each size has a file. A
// slot that the catalog names is never overwritten: a new version goes to a free slot, and the old
// slot is freed after the catalog has committed the new place. So the order of a batch is
//
//   put ... put   sync   (the catalog commits the places)   free ... free   tidy
//
// and after a crash at any moment every place in the catalog is intact. If a put or sync fails,
// free the places put in this batch. If a commit fails and its outcome is unknown, reopen the store
// from the catalog. See docs/design/store.md.
//
// Not thread-safe: the archive's writer owns it. Readers in other processes use read_slot and must
// compare URL and time, because the slot may have been reused.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/disk.h"
#include "base/error.h"
#include "base/time.h"
#include "store/slots/slot_classes.h"
#include "store/slots/slot_format.h"
#include "store/slots/slots_file.h"

namespace freshet {

struct SlotStoreOptions {
  double free_share_max = 0.06;        // of a file; above this slots are moved
  double relearn_gain = 0.03;          // of all bytes; below this classes are kept
  std::uint64_t relearn_after = 1000;  // live blobs before classes are first learned
};

// A blob that was copied so that a file can be truncated. `from` is still intact: free it after
// sync() and after the catalog has committed `to`.
struct SlotMove {
  std::string url;
  Time time{};
  SlotPlace from;
  SlotPlace to;
};

enum class Erase { no, yes };

class SlotStore {
 public:
  // Visits all places that the catalog names; passes on the error of the visitor.
  using EachLive = std::function<Status(const std::function<Status(const SlotPlace&)>& visit)>;

  // Opens or creates the store in `directory` for writing. All slots that are not live are free. If
  // the store was not closed, all free slots are read and incomplete ones repaired. Errc::corrupt
  // if a live place is in no file, Errc::denied if a newer freshet created the store.
  static Result<SlotStore> open(Disk& disk, std::string directory, const EachLive& each_live,
                                SlotStoreOptions options = {});

  // Writes the blob to a free slot. Durable after sync(). Takes no slot on failure.
  Result<SlotPlace> put(std::string_view url, Time time, std::string_view blob);

  Result<SlotContent> read(const SlotPlace& place) const;

  // Makes everything that was put durable.
  Status sync();

  // Frees the slot, after the catalog has committed that it is not needed. With Erase::yes its
  // bytes are overwritten, durably after sync().
  Status free(const SlotPlace& place, Erase erase = Erase::no);

  // Keeps the files small: truncates free ends, removes empty files, learns new classes when the
  // mix of sizes has changed, and copies up to about `bytes_max` bytes of blobs to better places.
  // Call it after each batch, and treat the result as SlotMove says. If copying fails after some
  // moves, those are returned, and the next call meets the failure again.
  Result<std::vector<SlotMove>> tidy(std::uint64_t bytes_max);

  // Syncs and marks the store as cleanly closed, which makes the next open fast. No call may
  // follow.
  Status close();

  std::uint64_t file_bytes() const;  // of all files
  std::uint64_t live_slots() const;
  const SlotClasses& classes() const { return classes_; }
  std::vector<SlotsFileName> files() const;

 private:
  SlotStore(Disk& disk, std::string directory, SlotStoreOptions options);

  // Steps of open(), in order.
  Result<bool> begin_epoch(const std::vector<SlotsFileName>& names);  // true: it was closed
  Status open_files(const std::vector<SlotsFileName>& names);
  Status mark_live(const SlotPlace& place);
  Status settle(bool mend);

  // Parts of put().
  Result<std::uint64_t> new_number();
  Result<SlotsFile*> file_of(std::uint64_t slot_bytes);
  Result<SlotPlace> write(std::string_view url, Time time, std::uint64_t sequence,
                          std::string_view blob);
  Result<SlotPlace> write_single(std::uint64_t slot_bytes, std::string_view url, Time time,
                                 std::uint64_t sequence, std::string_view blob);

  // Parts of tidy().
  Status mend();
  Status relearn();
  void choose_files();
  bool is_retired(const SlotsFile& file) const;
  Status move_out(const SlotsFile& file, std::uint64_t slots_max, std::uint64_t bytes_max,
                  std::uint64_t& bytes, std::vector<SlotMove>& moves);
  Status remove_leftovers();
  std::string path(const SlotsFileName& name) const { return directory_ + "/" + name.text(); }

  Disk* disk_;
  std::string directory_;
  SlotStoreOptions options_;
  SlotClasses classes_;
  std::map<std::uint64_t, SlotsFile> files_;              // by number
  std::map<std::uint64_t, std::uint64_t> file_of_class_;  // slot bytes to number
  std::map<std::uint64_t, SlotsFileName> singles_;        // live ones, by number; not kept open
  std::vector<std::unique_ptr<File>> unsynced_singles_;
  std::vector<SlotsFileName> leftovers_;  // files to be removed
  SizeSketch sizes_;                      // of all live slots
  std::uint64_t epoch_ = 0;
  std::uint64_t next_file_ = 0;
  std::uint64_t next_sequence_ = 0;
  std::uint64_t puts_since_learning_ = 0;
  bool directory_unsynced_ = true;
  bool closed_ = false;
};

}  // namespace freshet
