// The latest version of each page and nothing else: the layout `slots` of the page store.
//
// Blobs lie in slots whose sizes are learned from theirs, a file for each size. Nothing that the
// catalog names is ever written over: a new version goes to a free slot, and the old slot is freed
// when the catalog has committed the new place. So the order of one batch is
//
//   put ... put   sync   (the catalog commits the places)   free ... free   tidy
//
// and whatever moment a crash strikes, each place in the catalog is whole. If a put or sync fails,
// the places put in this batch are freed; if the commit fails and it is not known whether it was
// done, the store is opened again by what the catalog says. See
// docs/design/store.md.
//
// Not thread-safe: the writer of the archive owns it. Readers in other processes use read_slot and
// must compare URL and time with what they looked for, since the slot may hold another page by now.
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
  double free_share_max = 0.06;        // of a file; more is worth moving slots
  double relearn_gain = 0.03;          // of all bytes; less is not worth new classes
  std::uint64_t relearn_after = 1000;  // live blobs before classes are learned the first time
};

// A blob that was copied, so that the end of a file can be cut. `from` is still whole: the catalog
// must commit `to`, after sync(), before `from` is freed.
struct SlotMove {
  std::string url;
  Time time{};
  SlotPlace from;
  SlotPlace to;
};

enum class Erase { no, yes };

class SlotStore {
 public:
  // Tells the visitor all places that the catalog names; passes on the visitor's error.
  using EachLive = std::function<Status(const std::function<Status(const SlotPlace&)>& visit)>;

  // Opens or makes the store in `directory` (which is made) to write. Every slot that is not live
  // is free. If the store was not closed, all free slots are read and torn ones are mended. Errc::
  // corrupt if a live place is in no file, Errc::denied if a newer freshet made the store.
  static Result<SlotStore> open(Disk& disk, std::string directory, const EachLive& each_live,
                                SlotStoreOptions options = {});

  // Writes the blob to a free slot. Lasting after sync(). If it fails nothing is taken.
  Result<SlotPlace> put(std::string_view url, Time time, std::string_view blob);

  Result<SlotContent> read(const SlotPlace& place) const;

  // Returns when all that was put would survive a loss of power.
  Status sync();

  // Gives the slot back, after the catalog has committed that it is not needed. Erase::yes for
  // what must not stay on the disk: then the bytes are gone after sync().
  Status free(const SlotPlace& place, Erase erase = Erase::no);

  // Keeps the files small: cuts free ends off, removes empty files, learns new classes when the mix
  // of sizes has changed, and copies up to about `bytes_max` bytes of blobs to better places. To be
  // called after each batch; for what it returns see SlotMove. If copying fails after some moves
  // those are returned, and the next call meets the failure again.
  Result<std::vector<SlotMove>> tidy(std::uint64_t bytes_max);

  // Syncs, and notes that nothing is torn, which makes the next open fast. Nothing may follow.
  Status close();

  std::uint64_t file_bytes() const;  // of all files
  std::uint64_t live_slots() const;
  const SlotClasses& classes() const { return classes_; }
  std::vector<SlotsFileName> files() const;

 private:
  SlotStore(Disk& disk, std::string directory, SlotStoreOptions options);

  // open, in the order in which it goes
  Result<bool> begin_epoch(const std::vector<SlotsFileName>& names);  // whether it was closed
  Status open_files(const std::vector<SlotsFileName>& names);
  Status mark_live(const SlotPlace& place);
  Status settle(bool mend);

  // put
  Result<std::uint64_t> new_number();
  Result<SlotsFile*> file_of(std::uint64_t slot_bytes);
  Result<SlotPlace> write(std::string_view url, Time time, std::uint64_t sequence,
                          std::string_view blob);
  Result<SlotPlace> write_single(std::uint64_t slot_bytes, std::string_view url, Time time,
                                 std::uint64_t sequence, std::string_view blob);

  // tidy
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
  std::vector<SlotsFileName> leftovers_;  // files that are to be removed
  SizeSketch sizes_;                      // of all live slots
  std::uint64_t epoch_ = 0;
  std::uint64_t next_file_ = 0;
  std::uint64_t next_sequence_ = 0;
  std::uint64_t puts_since_learning_ = 0;
  bool directory_unsynced_ = true;
  bool closed_ = false;
};

}  // namespace freshet
