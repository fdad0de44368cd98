// gzip (RFC 1952), one member for each record. A member of ours carries a seal: an extra field with
// the CRC-64 of its packed bytes. The CRC-32 of gzip covers what is unpacked only, and packed bytes
// can change without changing that (a copy from another place with the same text, the bits that
// fill the last byte); the seal finds any changed byte of the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/disk.h"
#include "base/error.h"

namespace freshet::warc {

inline constexpr std::size_t kMemberHeadBytes = 24;  // of a member of ours, the seal included
inline constexpr std::size_t kForeignHeadBytesMax = 1 << 18;  // names, comments, extra fields

// True if `bytes` begin as every member of ours does, byte for byte up to the value of the seal.
bool is_canonical_member_head(std::string_view bytes);

// True if `member` is one whole member of ours, as far as head and seal can tell.
bool is_sealed_member(std::string_view member);

// For those that pack: appends the head of a member, without its seal; and, when what follows the
// head is there, seals the member at `begin`, which ends where `out` does.
void begin_member(std::string& out);
void seal_member(std::string& out, std::size_t begin);

// How records are packed.
enum class MemberPacking : std::uint8_t {
  igzip,   // by ISA-L, level 1
  stored,  // not at all: gzip members that hold their bytes as they are
};

// Not thread-safe; keeps its memory from one member to the next.
class GzipWriter {
 public:
  explicit GzipWriter(MemberPacking packing = MemberPacking::igzip);
  ~GzipWriter();
  GzipWriter(GzipWriter&&) noexcept;
  GzipWriter& operator=(GzipWriter&&) noexcept;

  // Appends one member that holds `parts`, one behind the other.
  void append_member(std::string& out, std::span<const std::string_view> parts);

 private:
  struct State;
  std::unique_ptr<State> state_;  // nothing: stored
};

enum class Seal {
  absent,  // another program's member, or one whose head is damaged
  right,
  wrong,
};

// Unpacks the members of a part of a file in order, in pieces and in bounded memory. `file` must
// outlive it. Every error names file, offset and expectation; after one, only start_at works.
class GzipReader {
 public:
  GzipReader(File& file, std::string name, std::uint64_t begin, std::uint64_t end);
  ~GzipReader();
  GzipReader(GzipReader&&) noexcept;
  GzipReader& operator=(GzipReader&&) noexcept;

  // Begins the member at position(). False at the end of the file. Only between members.
  Result<bool> next_member();

  // Some bytes of the member. 0 when it has ended and its length and CRC-32 were right.
  Result<std::size_t> read(std::span<char> into);

  // Goes on at `offset`, where a member must begin, whatever was before.
  void start_at(std::uint64_t offset);

  bool in_member() const;
  std::uint64_t member_offset() const;
  std::uint64_t position()
      const;          // in the file: of the next packed byte; the member's end behind it
  Seal seal() const;  // of the member that ended last

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace freshet::warc
