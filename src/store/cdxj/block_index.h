// A sorted index in gzip blocks with a directory (cdxj-gzip-1.0: index.cdx.gz and index.idx), of
// which a reader takes the directory and then only the blocks that it needs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "warc/gzip.h"

namespace freshet {

inline constexpr std::size_t kLinesOfBlock = 3000;  // as other programs write it

// Takes lines in order and gives back the bytes of the packed file.
class BlockIndexWriter {
 public:
  // `filename` is the name of the packed file, for the directory.
  explicit BlockIndexWriter(std::string filename, std::size_t lines_of_block = kLinesOfBlock);

  // Returns the bytes to append to the packed file, which are mostly none.
  std::string add(std::string_view line);  // without its line feed
  std::string finish();                    // once, behind the last line

  // The lines of the directory: the key and time with which each block begins, and where it is.
  const std::string& directory() const { return directory_; }

 private:
  std::string pack();

  std::string filename_;
  std::size_t lines_of_block_;
  warc::GzipWriter gzip_;
  std::string block_;
  std::string first_;  // key and time of the first line of block_
  std::size_t lines_ = 0;
  std::uint64_t written_ = 0;
  std::string directory_;
};

}  // namespace freshet
