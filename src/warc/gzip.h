// gzip (RFC 1952), one member per record. Members written by freshet carry a seal: an extra field
// with the CRC-64 of the compressed bytes. The CRC-32 of gzip covers only the uncompressed data,
// and compressed bytes can change without changing that (a copy from another place with the same
// text, padding bits in the last byte); the seal detects any changed byte of the file.
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

inline constexpr std::size_t kMemberHeadBytes = 24;           // of our members, the seal included
inline constexpr std::size_t kForeignHeadBytesMax = 1 << 18;  // names, comments, extra fields

// Returns true if `bytes` begin with the head of our members, byte for byte up to the value of the
// seal.
bool is_canonical_member_head(std::string_view bytes);

// Returns true if `member` is one complete member of ours, judged by head and seal.
bool is_sealed_member(std::string_view member);

// For compressors: begin_member appends the head of a member with an empty seal; seal_member fills
// in the seal of the member from `begin` to the end of `out`.
void begin_member(std::string& out);
void seal_member(std::string& out, std::size_t begin);

// Compression of records.
enum class MemberPacking : std::uint8_t {
  igzip,      // by ISA-L, level 1
  stored,     // not compressed: gzip members with stored blocks
  reference,  // HTML pages against pages of their host (record_packer.h), all others by igzip
};

// Not thread-safe; reuses its memory for each member.
class GzipWriter {
 public:
  explicit GzipWriter(MemberPacking packing = MemberPacking::igzip);
  ~GzipWriter();
  GzipWriter(GzipWriter&&) noexcept;
  GzipWriter& operator=(GzipWriter&&) noexcept;

  // Appends one member with the concatenated `parts`.
  void append_member(std::string& out, std::span<const std::string_view> parts);

 private:
  struct State;
  std::unique_ptr<State> state_;  // null: stored
};

enum class Seal {
  absent,  // a member of another program, or one with a damaged head
  right,
  wrong,
};

// Decompresses the members of a part of a file in order, in pieces and in bounded memory. `file`
// must outlive it. Every error names file, offset and expectation; after one, only start_at works.
class GzipReader {
 public:
  GzipReader(File& file, std::string name, std::uint64_t begin, std::uint64_t end);
  ~GzipReader();
  GzipReader(GzipReader&&) noexcept;
  GzipReader& operator=(GzipReader&&) noexcept;

  // Begins the member at position(). Returns false at the end of the file. Only between members.
  Result<bool> next_member();

  // Reads bytes of the member. Returns 0 when it has ended and its length and CRC-32 were right.
  Result<std::size_t> read(std::span<char> into);

  // Returns the next `bytes` packed bytes, or fewer at the end of the file. Only between members;
  // valid until the next call.
  Result<std::string_view> peek(std::size_t bytes);

  // Continues at `offset`, where a member must begin, in any state.
  void start_at(std::uint64_t offset);

  bool in_member() const;
  std::uint64_t member_offset() const;
  std::uint64_t position()
      const;          // in the file: of the next compressed byte; after a member, its end
  Seal seal() const;  // of the last completed member

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace freshet::warc
