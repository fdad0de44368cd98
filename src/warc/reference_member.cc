#include "warc/reference_member.h"

#include <isa-l/crc64.h>

namespace freshet::warc {
namespace {

// A skippable frame of zstd (RFC 8878, 3.1.2) with 32 bytes, and the version of our format.
constexpr std::string_view kReferenceMagic{"\x57\x2A\x4D\x18\x20\0\0\0FRM1", 12};
constexpr std::size_t kSealedFieldBytes = 20;  // behind the magic; then follows the seal
static_assert(kReferenceMagic.size() + kSealedFieldBytes + 8 == kReferenceHeadBytes);

void put_number(std::string& out, std::uint64_t number, int bytes) {
  for (int i = 0; i < bytes; ++i) out.push_back(static_cast<char>(number >> (8 * i)));
}

std::uint64_t take_number(std::string_view& bytes, std::size_t size) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < size; ++i)
    number |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  bytes.remove_prefix(size);
  return number;
}

std::string sealed_fields(const ReferenceHead& head) {
  std::string fields;
  put_number(fields, head.frame_bytes, 4);
  put_number(fields, head.text_bytes, 4);
  put_number(fields, head.references, 4);
  put_number(fields, head.back, 8);
  return fields;
}

std::uint64_t seal_of(std::string_view fields, std::string_view frame) {
  const auto add = [](std::uint64_t before, std::string_view bytes) {
    return crc64_ecma_refl(before, reinterpret_cast<const unsigned char*>(bytes.data()),
                           bytes.size());
  };
  return add(add(0, fields), frame);
}

}  // namespace

std::string_view reference_magic() { return kReferenceMagic; }

std::optional<ReferenceHead> parse_reference_head(std::string_view bytes) {
  if (bytes.size() < kReferenceHeadBytes || !bytes.starts_with(kReferenceMagic))
    return std::nullopt;
  bytes.remove_prefix(kReferenceMagic.size());
  ReferenceHead head;
  head.frame_bytes = static_cast<std::uint32_t>(take_number(bytes, 4));
  head.text_bytes = static_cast<std::uint32_t>(take_number(bytes, 4));
  head.references = static_cast<std::uint32_t>(take_number(bytes, 4));
  head.back = take_number(bytes, 8);
  head.seal = take_number(bytes, 8);
  const bool is_possible =
      head.text_bytes <= kPackedTextBytesMax && head.frame_bytes <= 2 * kPackedTextBytesMax &&
      head.references <= kReferencesMax && (head.references > 0) == (head.back > 0);
  if (!is_possible) return std::nullopt;
  return head;
}

bool is_sealed(const ReferenceHead& head, std::string_view frame) {
  return head.seal == seal_of(sealed_fields(head), frame);
}

void append_reference_head(std::string& out, ReferenceHead head, std::string_view frame) {
  head.frame_bytes = static_cast<std::uint32_t>(frame.size());
  const std::string fields = sealed_fields(head);
  out.append(kReferenceMagic).append(fields);
  put_number(out, seal_of(fields, frame), 8);
}

}  // namespace freshet::warc
