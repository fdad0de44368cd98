// Packs the records of one file, by the packing that the archive is set to. This is the only place
// that knows how a packing looks in a file; MemberReader (member_reader.h) is its counterpart.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "warc/gzip.h"

namespace freshet::warc {

// Levels of zstd: while a crawl waits for it, the same for hosts whose pages are unlike their
// references, and where bytes count more than time.
inline constexpr int kReferenceLevel = 3;
inline constexpr int kUnlikeLevel = 2;
inline constexpr int kReferenceLevelBest = 9;

// References and their tables that are kept in memory; the hosts used least recently are forgotten,
// and their next page is packed alone.
inline constexpr std::size_t kPackerBytesMax = std::size_t{128} << 20;

// Not thread-safe.
class RecordPacker {
 public:
  explicit RecordPacker(MemberPacking packing, int level = kReferenceLevel);
  ~RecordPacker();
  RecordPacker(RecordPacker&&) noexcept;
  RecordPacker& operator=(RecordPacker&&) noexcept;

  MemberPacking packing() const { return packing_; }

  // Appends a record as one member. `text` is the whole record, its final empty lines included.
  void append(std::string& out, std::string_view text);

  // Appends the record of an HTML page of `host`. `offset` is the place of the member in its file;
  // all members of the file before it must have been written there.
  void append_page(std::string& out, std::string_view text, std::string_view host,
                   std::uint64_t offset);

  // Begins another file: members refer to members of their own file only.
  void start_file();

 private:
  class References;

  MemberPacking packing_;
  GzipWriter gzip_;
  std::unique_ptr<References> references_;  // for MemberPacking::reference only
};

}  // namespace freshet::warc
