// Finds the next record after damage. For this module only.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/disk.h"
#include "base/error.h"
#include "warc/member_reader.h"
#include "warc/unpacked_file.h"

namespace freshet::warc {

enum class Damage {
  record,         // no record where one was expected; the surrounding bytes are readable
  block,          // a header that does not tell where its block ends; the reader is after it
  cut,            // the file ends in a block: its length may be wrong
  packing,        // the bytes cannot be decompressed
  next_is_whole,  // the block is too short, and the reader is at the next record already
};

// Limit of bytes read again, as a multiple of the length of the file.
inline constexpr std::uint64_t kRereadFactorMax = 4;

// Limit of places tried as a member, per file.
inline constexpr std::uint64_t kProbesMax = 1 << 20;

class WayOn {
 public:
  WayOn(File& file, std::string name, std::uint64_t begin, std::uint64_t end);

  // Moves `bytes` to the beginning of the next record; returns false if there is none. `offset` and
  // `place` locate the damaged record: in the file, and in its decompressed member.
  Result<bool> find(UnpackedFile& bytes, Damage damage, std::uint64_t offset, std::uint64_t place);

 private:
  bool may_reread(std::uint64_t bytes);
  Result<bool> find_in_packed(UnpackedFile& bytes);
  Result<bool> find_in_unpacked(UnpackedFile& bytes, bool at_line_start);
  Result<bool> find_from_record(UnpackedFile& bytes, std::uint64_t offset, std::uint64_t place);
  Result<std::optional<std::uint64_t>> find_member(std::uint64_t from);
  bool begins_record(std::uint64_t offset);

  File& file_;
  std::string name_;
  std::uint64_t end_;
  std::uint64_t reread_left_;
  std::uint64_t probes_ = 0;
  std::optional<MemberReader> probe_;
};

}  // namespace freshet::warc
