// A reference member: one record, packed with zstd against earlier pages of the same host in the
// same file. Format: docs/formats/packed-warc.md; design: docs/design/warc.md.
//
//   head     a skippable frame of zstd, kReferenceHeadBytes long: lengths, the place of the last
//            reference, and a seal over head and frame
//   frame    one frame of zstd; its prefix is the text of the references, joined
//
// References form a chain: a member names the last one, and each reference is packed against those
// before it. A member without references is packed alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace freshet::warc {

inline constexpr std::size_t kReferenceHeadBytes = 40;

// Limits of a reader. Longer records are gzip members.
inline constexpr std::size_t kReferencesMax = 16;                          // of one record
inline constexpr std::size_t kReferenceTextMax = std::size_t{1} << 20;     // of all of them, joined
inline constexpr std::size_t kPackedTextBytesMax = std::size_t{16} << 20;  // of one record

struct ReferenceHead {
  std::uint32_t frame_bytes = 0;
  std::uint32_t text_bytes = 0;  // of the unpacked record
  std::uint32_t references = 0;
  std::uint64_t back = 0;  // bytes from the last reference to this member; 0 without references
  std::uint64_t seal = 0;  // CRC-64 of the fields above and the frame

  friend bool operator==(const ReferenceHead&, const ReferenceHead&) = default;
};

// The first bytes of each head.
std::string_view reference_magic();

// Returns nothing if `bytes` do not begin with a head whose values are within the limits.
std::optional<ReferenceHead> parse_reference_head(std::string_view bytes);

// Returns true if `head` has the right seal for its frame.
bool is_sealed(const ReferenceHead& head, std::string_view frame);

// Appends the head of a member, sealed for `frame`. `head.seal` and `head.frame_bytes` are ignored.
void append_reference_head(std::string& out, ReferenceHead head, std::string_view frame);

}  // namespace freshet::warc
