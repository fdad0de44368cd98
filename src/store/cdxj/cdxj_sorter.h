// Sorts any number of index lines in bounded memory, using temporary sorted runs beside the result,
// which are merged at the end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/disk.h"
#include "store/cdxj/cdxj_index.h"

namespace freshet {

// The bytes of lines held in memory before a temporary run is written.
inline constexpr std::size_t kSortBytesMax = std::size_t{16} << 20;

class CdxjSorter {
 public:
  // The result will be at `path`; `disk` outlives the sorter.
  CdxjSorter(Disk& disk, std::string path, std::size_t sort_bytes_max = kSortBytesMax);
  ~CdxjSorter();  // removes the temporary runs
  CdxjSorter(const CdxjSorter&) = delete;
  CdxjSorter& operator=(const CdxjSorter&) = delete;

  Status add(const CdxjLine& line);
  Status add_written(std::string_view line);  // as write_line makes it

  // Returns the sorted run at `path`. Nothing may be added afterwards.
  Result<CdxjFile> finish();

 private:
  Status put_aside();
  Result<CdxjFile> write_sorted(const std::string& path);
  std::string next_name();
  void forget(const std::vector<CdxjFile>& runs);

  Disk& disk_;
  std::string path_;
  std::size_t sort_bytes_max_;
  struct Line {
    std::size_t begin;
    std::size_t length;
  };
  std::string text_;
  std::vector<Line> lines_;  // in text_
  std::vector<CdxjFile> runs_;
  std::size_t names_given_ = 0;
};

}  // namespace freshet
