// Reads WARC files, ours and those of other programs: one gzip member per record, members that hold
// many records or split them anywhere, reference members, and uncompressed files. Memory is bounded
// for any input.
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
#include "warc/reference_reader.h"

namespace freshet::warc {

inline constexpr std::uint64_t kBlockBytesMax = std::uint64_t{16} << 30;
inline constexpr std::uint64_t kBlankBytesMax = 1 << 16;  // between two records

enum class Packing {
  member,  // a gzip or reference member of its own: offset and length are that member's
  plain,   // uncompressed: offset and length are the record's, its final empty lines included
  inside,  // shares a member with others, or is split: offset is that of the member in which it
           // begins
};

// The location of a record in its file. A record with packing member or plain can be read by
// itself.
struct RecordPlace {
  Packing packing = Packing::plain;
  std::uint64_t offset = 0;
  std::uint64_t length = 0;  // 0 if inside
  Seal seal = Seal::absent;  // of its member
};

// A record whose block is still unread.
struct RecordHead {
  Header header;
  std::uint64_t offset = 0;  // as in RecordPlace
  std::uint64_t block_bytes = 0;
};

// Not thread-safe. `file` must outlive it. After an error from next, read_block or finish only
// resynchronise works. Errors of the disk are passed on; all others are Errc::corrupt or
// Errc::limit and name file, offset and expectation.
class Reader {
 public:
  // Reads from `begin`, where a record must begin, up to `end` or the end of the file.
  static Result<Reader> open(File& file, std::string name, std::uint64_t begin = 0,
                             std::uint64_t end = ~std::uint64_t{0},
                             SharedReferences references = {});
  ~Reader();
  Reader(Reader&&) noexcept;
  Reader& operator=(Reader&&) noexcept;

  // Returns the next record; skips the rest of the previous one. Nothing at the end of the file.
  Result<std::optional<RecordHead>> next();

  // Reads bytes of the block; returns 0 at its end.
  Result<std::size_t> read_block(std::span<char> into);

  // Reads the record to its end and returns its place. Only now is the output of read_block
  // verified: the checksum of a member follows its last byte. Called by next if not called before.
  Result<RecordPlace> finish();

  // After an error: searches for the next readable record; returns false if there is none. The
  // bytes between are lost.
  Result<bool> resynchronise();

  // Returns the offset after the last complete record, from which reading can start.
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

// Reads the one record at a place with packing member or plain. Errc::limit if its block is longer
// than `block_bytes_max`.
Result<Record> read_record_at(File& file, const std::string& name, std::uint64_t offset,
                              std::uint64_t length, std::uint64_t block_bytes_max,
                              SharedReferences references = {});

// Reads only its header: the rest may be damaged.
Result<Header> read_header_at(File& file, const std::string& name, std::uint64_t offset,
                              std::uint64_t length, SharedReferences references = {});

}  // namespace freshet::warc
