// Reads the members of a packed WARC, of any packing: gzip members and reference members may
// follow each other in one file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/disk.h"
#include "base/error.h"
#include "warc/gzip.h"
#include "warc/reference_reader.h"

namespace freshet::warc {

// Returns true if a packed member begins with `bytes`, as far as they go.
bool begins_member(std::string_view bytes);

// The interface and the contract are those of GzipReader. A reference member is unpacked as a
// whole when it begins, at most kPackedTextBytesMax long.
class MemberReader {
 public:
  MemberReader(File& file, std::string name, std::uint64_t begin, std::uint64_t end,
               SharedReferences shared = {});

  Result<bool> next_member();
  Result<std::size_t> read(std::span<char> into);
  void start_at(std::uint64_t offset);

  bool in_member() const { return record_ ? in_record_ : gzip_.in_member(); }
  bool in_reference_member() const { return record_.has_value(); }
  std::uint64_t member_offset() const { return record_ ? offset_ : gzip_.member_offset(); }
  std::uint64_t position() const { return record_ ? offset_ + record_->length : gzip_.position(); }
  Seal seal() const { return record_ ? record_->seal : gzip_.seal(); }

 private:
  ReferenceReader& references();

  File& file_;
  std::string name_;
  std::uint64_t end_;
  GzipReader gzip_;
  SharedReferences shared_;
  std::unique_ptr<ReferenceReader> own_;   // if none is shared, once it is needed
  std::optional<ReferenceRecord> record_;  // the current or last member, if it is such a one
  std::uint64_t offset_ = 0;               // of that member
  std::size_t given_ = 0;                  // bytes of it that were read
  bool in_record_ = false;
};

// Returns the rest of the current member. Errc::limit if it is longer than `bytes_max`.
Result<std::string> read_member_text(MemberReader& members, std::size_t bytes_max);

}  // namespace freshet::warc
