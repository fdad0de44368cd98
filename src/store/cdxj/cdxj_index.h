// The index of an archive, sorted while it grows.
//
// To insert into a sorted file is to write it anew, so new lines go to a short *tail*, in the order
// in which they come. When the tail is full it is sorted into a *run*; when there are many runs of
// a size they are merged into one larger run. Each line is written a few times in all, and a reader
// merges what there is at the moment (cdxj_reader.h). This is the log-structured merge tree of
// O'Neil et al. (1996).
//
// Which files are the index, and how many bytes of each count, is said by the archive's catalog. So
// every step here only adds files, under names that the archive gives, written beside and renamed
// when whole and synced; the archive commits the new list, and only then deletes the old files.
// After a crash the old list is still right. See docs/formats/cdxj.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/disk.h"
#include "base/error.h"
#include "store/cdxj/cdxj_line.h"

namespace freshet {

// Past this a tail should be sorted into a run.
inline constexpr std::uint64_t kTailBytesMax = std::uint64_t{2} << 20;

// No tail grows past this, however large a batch is, since readers hold it in memory.
inline constexpr std::uint64_t kTailBytesLimit = std::uint64_t{64} << 20;

// As many runs of one tier are merged into one of the next.
inline constexpr std::size_t kRunsPerTier = 8;

// A file of the index. Bytes past `bytes` were never committed and are not looked at.
struct CdxjFile {
  std::string path;
  std::uint64_t bytes = 0;
  bool is_sorted = false;  // a run; otherwise a tail

  friend bool operator==(const CdxjFile&, const CdxjFile&) = default;
};

// The tail that is being written. Invariant: bytes() bytes of the file are whole lines.
class CdxjTail {
 public:
  // Makes the file if needed and cuts off what lies past `committed`. Errc::corrupt if the file is
  // shorter than that.
  static Result<CdxjTail> open(Disk& disk, const std::string& path, std::uint64_t committed);

  // Writes the lines behind the others and returns bytes(). They last only after sync(). If it
  // fails, bytes() is as before, and the next append writes over what was left. Errc::limit if the
  // tail would grow past kTailBytesLimit.
  Result<std::uint64_t> append(std::span<const CdxjLine> lines);
  Status sync() { return file_->sync(); }

  std::uint64_t bytes() const { return bytes_; }
  bool is_full() const { return bytes_ >= kTailBytesMax; }
  CdxjFile file() const { return {.path = path_, .bytes = bytes_, .is_sorted = false}; }

 private:
  CdxjTail(std::unique_ptr<File> file, std::string path, std::uint64_t bytes)
      : file_(std::move(file)), path_(std::move(path)), bytes_(bytes) {}

  std::unique_ptr<File> file_;
  std::string path_;
  std::uint64_t bytes_;
};

// The runs that should be merged now: all of the lowest tier that has kRunsPerTier of them. Empty
// if none. Tails in `files` are passed over.
std::vector<CdxjFile> runs_to_merge(std::span<const CdxjFile> files);

// Merges the files (runs, tails or both) into a new run at `path`, in bounded memory. Lines that
// are the same to the byte become one. An empty result is a run of 0 bytes.
//
// The new file is written to `path`.part, synced and renamed; what is at `path` is replaced. The
// inputs are left alone.
Result<CdxjFile> merge_runs(Disk& disk, std::span<const CdxjFile> inputs, const std::string& path);

// What is to become of a line: nothing to drop it.
using CdxjEdit = std::function<std::optional<CdxjLine>(CdxjLine line)>;

// The same with each line changed or dropped by `edit`; the result is sorted again. For take-downs
// and for records that have moved.
Result<CdxjFile> merge_runs(Disk& disk, std::span<const CdxjFile> inputs, const std::string& path,
                            const CdxjEdit& edit);

}  // namespace freshet
