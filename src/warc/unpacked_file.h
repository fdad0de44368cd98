// The decompressed bytes of a WARC file: packed members, or plain. For this module only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/disk.h"
#include "base/error.h"
#include "warc/member_reader.h"

namespace freshet::warc {

// An uncompressed file counts as one member. `buffer` grows only by fill, under the caller's
// control; it extends over the border of a member only while a header is read.
class UnpackedFile {
 public:
  UnpackedFile(File& file, const std::string& name, std::uint64_t begin, std::uint64_t end,
               bool is_packed, SharedReferences references = {});

  std::string_view buffer() const { return std::string_view(buffer_).substr(at_); }
  void take(std::size_t bytes) { at_ += bytes; }

  // Adds bytes of this member to the buffer; returns false if it has ended.
  Result<bool> fill();

  // Reads bytes of this member, from the buffer first; returns 0 if it has ended.
  Result<std::size_t> read(std::span<char> into);

  // Continues with the next member; returns false at the end of the file.
  Result<bool> next_member();

  // Continues at a member, or anywhere in an uncompressed file.
  void start_at(std::uint64_t offset);

  bool is_packed() const { return packed_.has_value(); }

  // Returns the position of the front of the buffer in the decompressed member; negative if it is
  // in a previous one.
  std::int64_t place_in_member() const {
    return static_cast<std::int64_t>(unpacked_) - static_cast<std::int64_t>(buffer().size());
  }
  std::uint64_t member_offset() const { return packed_ ? packed_->member_offset() : begin_; }
  std::uint64_t packed_position() const { return packed_ ? packed_->position() : plain_at_; }
  Seal seal() const { return packed_ ? packed_->seal() : Seal::absent; }

  // For messages: returns the offset in the file that is nearest to the front of the buffer.
  std::uint64_t offset() const {
    return packed_ ? packed_->member_offset()
                   : begin_ + static_cast<std::uint64_t>(place_in_member());
  }

 private:
  Result<std::size_t> read_member(std::span<char> into);

  File& file_;
  std::uint64_t begin_;
  std::uint64_t end_;
  std::optional<MemberReader> packed_;
  bool in_plain_ = false;
  std::uint64_t plain_at_;
  std::string buffer_;
  std::size_t at_ = 0;
  std::uint64_t unpacked_ = 0;  // bytes of this member so far
};

}  // namespace freshet::warc
