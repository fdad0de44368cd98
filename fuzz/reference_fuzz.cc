// Reads: src/warc/reference_reader.cc src/warc/reference_member.cc src/warc/member_reader.cc
#include <zstd.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "base/memory_file.h"
#include "warc/member_reader.h"
#include "warc/record_packer.h"

namespace {

using namespace freshet;
using namespace freshet::warc;

// Reading comes to an end: each member lies behind the one before, inside of the file.
void read_members(const std::string& bytes) {
  MemoryFile file(bytes);
  MemberReader reader(file, "fuzz", 0, bytes.size());
  std::uint64_t end = 0;
  while (true) {
    const auto member = reader.next_member();
    if (!member || !*member) return;
    const auto text = read_member_text(reader, kPackedTextBytesMax);
    if (!text) return;
    require(reader.member_offset() == end, "members follow each other");
    require(reader.position() > end && reader.position() <= bytes.size(),
            "a member is inside of the file");
    end = reader.position();
  }
}

std::string sealed_member(std::string_view text, ReferenceHead head) {
  std::string frame(ZSTD_compressBound(text.size()), '\0');
  frame.resize(ZSTD_compress(frame.data(), frame.size(), text.data(), text.size(), 1));
  head.text_bytes = static_cast<std::uint32_t>(text.size());
  std::string member;
  append_reference_head(member, head, frame);
  return member + frame;
}

// A page of any bytes comes back the same.
void pack_and_unpack(std::string_view first, std::string_view second) {
  static RecordPacker packer(MemberPacking::reference);
  packer.start_file();
  std::string bytes;
  for (const std::string_view text : {first, second})
    packer.append_page(bytes, text, "a.example", bytes.size());
  MemoryFile file(bytes);
  MemberReader reader(file, "fuzz", 0, bytes.size());
  for (const std::string_view text : {first, second}) {
    const auto member = reader.next_member();
    require(member && *member, "each page is a member");
    const auto unpacked = read_member_text(reader, kPackedTextBytesMax);
    require(unpacked && *unpacked == text, "a page comes back byte for byte");
    require(reader.seal() == Seal::right, "a member is sealed");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string input(reinterpret_cast<const char*>(bytes), size);
  read_members(input);
  if (size < 3) return 0;
  const std::string_view rest = std::string_view(input).substr(3);
  const std::size_t cut = bytes[0] * rest.size() / 256;
  const std::string_view first = rest.substr(0, cut);
  const std::string_view second = rest.substr(cut);
  pack_and_unpack(first, second);
  // Whole frames behind heads that may lie about their references.
  const std::string reference = sealed_member(first, {});
  const std::uint64_t back = bytes[2] < 128 ? reference.size() : bytes[2];
  const std::string dependent = sealed_member(second, {.references = bytes[1] % 20U, .back = back});
  read_members(reference + dependent);
  // A frame that is no frame.
  std::string raw = reference;
  append_reference_head(raw,
                        {.text_bytes = static_cast<std::uint32_t>(bytes[1]) << 8,
                         .references = 1,
                         .back = reference.size()},
                        rest);
  read_members(raw.append(rest));
  return 0;
}
