// Reads WARC files, ours and those of other programs: one gzip member for each record, members that
// hold many records or split them anywhere, and files that are not packed. Memory is bounded
// whatever the file says.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "base/disk.h"
#include "base/error.h"
#include "warc/gzip.h"
#include "warc/record.h"

namespace freshet::warc {

inline constexpr std::uint64_t kBlockBytesMax = std::uint64_t{16} << 30;
inline constexpr std::uint64_t kBlankBytesMax = 1 << 16;  // between two records

enum class Packing {
  member,  // a gzip member of its own: offset and length are that member's
  plain,   // not packed: offset and length are the record's, its last empty lines included
  inside,  // with others in a member, or split: offset is that of the member in which it begins
};

// Where a record is in its file. One of its own (member, plain) can be read by itself.
struct RecordPlace {
  Packing packing = Packing::plain;
  std::uint64_t offset = 0;
  std::uint64_t length = 0;  // 0 if inside
  Seal seal = Seal::absent;  // of its member
};

// A record whose block has not been read yet.
struct RecordHead {
  Header header;
  std::uint64_t offset = 0;  // as in RecordPlace
  std::uint64_t block_bytes = 0;
};

// Not thread-safe. `file` must outlive it. After an error from next, read_block or finish the only
// way on is resynchronise; errors of the disk come through as they are, all others are
// Errc::corrupt or Errc::limit and name file, offset and expectation.
class Reader {
 public:
  // Reads from `begin`, where a record must begin, up to `end` or where the file ends.
  static Result<Reader> open(File& file, std::string name, std::uint64_t begin = 0,
                             std::uint64_t end = ~std::uint64_t{0});
  ~Reader();
  Reader(Reader&&) noexcept;
  Reader& operator=(Reader&&) noexcept;

  // The next record; passes over what is left of the one before. Nothing at the end of the file.
  Result<std::optional<RecordHead>> next();

  // Some bytes of the block, 0 at its end.
  Result<std::size_t> read_block(std::span<char> into);

  // Reads the record to its end and says where it was. What read_block gave is only sure now: the
  // checksum of a member stands behind its last byte. Called by next if not called before.
  Result<RecordPlace> finish();

  // After an error: looks for the next record that can be read; false if there is none. What lies
  // between is lost.
  Result<bool> resynchronise();

  // The offset behind the last record that was read whole, and from which reading can start.
  std::uint64_t whole_end() const;

 private:
  struct State;
  explicit Reader(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

struct Record {
  Header header;
  std::string block;
};

// The one record at a place of packing member or plain. Errc::limit if its block is longer than
// `block_bytes_max`.
Result<Record> read_record_at(File& file, const std::string& name, std::uint64_t offset,
                              std::uint64_t length, std::uint64_t block_bytes_max);

// Its header alone: what is behind that may be damaged.
Result<Header> read_header_at(File& file, const std::string& name, std::uint64_t offset,
                              std::uint64_t length);

}  // namespace freshet::warc
