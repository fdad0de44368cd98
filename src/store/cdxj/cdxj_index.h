// The index of an archive, sorted while it grows.
//
// Inserting into a sorted file means rewriting it, so new lines go to a short *tail* in order of
// arrival. A full tail is sorted into a *run*; when there are many runs of a size, they are merged
// into one larger run. Each line is written a few times in all, and a reader merges the files of
// the moment (cdxj_reader.h). This is the log-structured merge tree of O'Neil et al. (1996).
//
// The archive's catalog lists the files of the index and their committed lengths. So every step
// here only adds files, named by the archive, written under a temporary name, synced and renamed.
// The archive commits the new list and only then deletes the old files. After a crash the old list
// is still valid. See docs/formats/cdxj.md.
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

// The size at which a tail should be sorted into a run.
inline constexpr std::uint64_t kTailBytesMax = std::uint64_t{2} << 20;

// The hard limit of a tail, even for a large batch, because readers hold tails in memory.
inline constexpr std::uint64_t kTailBytesLimit = std::uint64_t{64} << 20;

// The number of runs of a tier that are merged into one of the next.
inline constexpr std::size_t kRunsPerTier = 8;

// A file of the index. Bytes past `bytes` were never committed and are ignored.
struct CdxjFile {
  std::string path;
  std::uint64_t bytes = 0;
  bool is_sorted = false;  // a run; otherwise a tail

  friend bool operator==(const CdxjFile&, const CdxjFile&) = default;
};

// The tail being written. Invariant: the first bytes() bytes of the file are whole lines.
class CdxjTail {
 public:
  // Creates the file if needed and cuts it back to `committed`. Errc::corrupt if it is shorter.
  static Result<CdxjTail> open(Disk& disk, const std::string& path, std::uint64_t committed);

  // Appends the lines and returns bytes(). They are durable after sync(). On failure bytes() is
  // unchanged, and the next append overwrites the remains. Errc::limit if the tail would grow past
  // kTailBytesLimit.
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

// Returns the runs to merge now: all of the lowest tier that has kRunsPerTier of them, if any.
// Tails in `files` are ignored.
std::vector<CdxjFile> runs_to_merge(std::span<const CdxjFile> files);

// Merges the files (runs, tails or both) into a new run at `path`, in bounded memory. Identical
// lines become one. An empty result is a run of 0 bytes.
//
// The new file is written to `path`.part, synced and renamed over `path`. The inputs are not
// touched.
Result<CdxjFile> merge_runs(Disk& disk, std::span<const CdxjFile> inputs, const std::string& path);

// Returns the edited line; nothing to drop it.
using CdxjEdit = std::function<std::optional<CdxjLine>(CdxjLine line)>;

// The same, with each line changed or dropped by `edit`; the result is sorted again. For take-downs
// and for records that have moved.
Result<CdxjFile> merge_runs(Disk& disk, std::span<const CdxjFile> inputs, const std::string& path,
                            const CdxjEdit& edit);

}  // namespace freshet
