// A sorted index in gzip blocks with a directory (cdxj-gzip-1.0: index.cdx.gz and index.idx). A
// reader loads the directory, then only the blocks that it needs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "warc/gzip.h"

namespace freshet {

inline constexpr std::size_t kLinesOfBlock = 3000;  // as in other programs

// Compresses lines, which come in order, into the bytes of index.cdx.gz.
class BlockIndexWriter {
 public:
  // `filename` is the name of the compressed file in the directory.
  explicit BlockIndexWriter(std::string filename, std::size_t lines_of_block = kLinesOfBlock);

  // Returns the bytes to append to the compressed file; most calls return none.
  std::string add(std::string_view line);  // without its line feed
  std::string finish();                    // once, after the last line

  // The lines of the directory: the key and time of the first line of each block, and its place.
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
