#include "warc/resynchronise.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/ascii.h"

namespace freshet::warc {
namespace {

constexpr std::string_view kRecordMagic = "WARC/";
constexpr std::string_view kMemberMagic = "\x1f\x8b\x08";
constexpr std::size_t kSearchedPieceBytes = 1 << 16;

// Returns where a line "WARC/1..." begins; `at_line_start` is true if `text` begins a line. npos if
// there is none.
std::size_t find_record(std::string_view text, bool at_line_start) {
  for (std::size_t at = text.find(kRecordMagic); at != std::string_view::npos;
       at = text.find(kRecordMagic, at + 1)) {
    const bool is_line_start = at == 0 ? at_line_start : text[at - 1] == '\n';
    const std::size_t digit = at + kRecordMagic.size();
    if (is_line_start && digit < text.size() && is_ascii_digit(text[digit])) return at;
  }
  return std::string_view::npos;
}

// Returns where the head of a member may begin, from `at` on; npos if nowhere.
std::size_t find_member_head(std::string_view piece, std::size_t at) {
  return std::min(piece.find(kMemberMagic, at), piece.find(reference_magic(), at));
}

}  // namespace

WayOn::WayOn(File& file, std::string name, std::uint64_t begin, std::uint64_t end)
    : file_(file),
      name_(std::move(name)),
      end_(end),
      reread_left_(std::min((end - begin), ~std::uint64_t{0} / kRereadFactorMax) *
                   kRereadFactorMax) {}

bool WayOn::may_reread(std::uint64_t bytes) {
  if (bytes > reread_left_) return false;
  reread_left_ -= bytes;
  return true;
}

Result<bool> WayOn::find(UnpackedFile& bytes, Damage damage, std::uint64_t offset,
                         std::uint64_t place) {
  switch (damage) {
    case Damage::next_is_whole:
      return true;
    case Damage::record:
      return find_in_unpacked(bytes, false);
    case Damage::block:
      return find_in_unpacked(bytes, true);
    case Damage::cut:
      return find_from_record(bytes, offset, place);
    case Damage::packing:
      return find_in_packed(bytes);
  }
  return false;
}

// A damaged member may appear to extend over later ones, so the search starts at its beginning.
Result<bool> WayOn::find_in_packed(UnpackedFile& bytes) {
  if (!bytes.is_packed()) return false;
  const std::uint64_t behind = std::max(bytes.packed_position(), bytes.member_offset() + 1);
  const bool again = may_reread(behind - bytes.member_offset());
  auto member = find_member(again ? bytes.member_offset() + 1 : behind);
  if (!member) return std::unexpected(member.error());
  if (!*member) return false;
  bytes.start_at(**member);
  return true;
}

Result<bool> WayOn::find_in_unpacked(UnpackedFile& bytes, bool at_line_start) {
  for (;;) {
    const std::string_view held = bytes.buffer();
    const std::size_t found = find_record(held, at_line_start);
    if (found != std::string_view::npos) {
      bytes.take(found);
      return true;
    }
    // Keeps the last bytes: the line may continue after them.
    const std::size_t passed =
        held.size() > kRecordMagic.size() ? held.size() - kRecordMagic.size() : 0;
    if (passed > 0) at_line_start = held[passed - 1] == '\n';
    bytes.take(passed);
    auto more = bytes.fill();
    if (!more) return find_in_packed(bytes);
    if (*more) continue;
    bytes.take(bytes.buffer().size());
    auto member = bytes.next_member();
    if (!member) return find_in_packed(bytes);
    if (!*member) return false;
    at_line_start = true;
  }
}

// The file ended in this record's block, so the next record is in the bytes taken for the block.
Result<bool> WayOn::find_from_record(UnpackedFile& bytes, std::uint64_t offset,
                                     std::uint64_t place) {
  if (!may_reread(end_ - offset)) return false;
  if (!bytes.is_packed()) {
    bytes.start_at(offset + 1);
    auto member = bytes.next_member();
    if (!member) return std::unexpected(member.error());
    return find_in_unpacked(bytes, false);
  }
  bytes.start_at(offset);
  auto member = bytes.next_member();
  if (!member) return std::unexpected(member.error());
  std::uint64_t left = place + 1;
  while (left > 0) {
    if (bytes.buffer().empty()) {
      auto more = bytes.fill();
      if (!more) return find_in_packed(bytes);
      if (!*more) break;
    }
    const auto step = std::min<std::uint64_t>(left, bytes.buffer().size());
    bytes.take(static_cast<std::size_t>(step));
    left -= step;
  }
  return find_in_unpacked(bytes, false);
}

Result<std::optional<std::uint64_t>> WayOn::find_member(std::uint64_t from) {
  const std::size_t overlap = reference_magic().size() - 1;  // the longer of the two
  std::string piece;
  while (from + kMemberMagic.size() <= end_) {
    piece.resize(
        static_cast<std::size_t>(std::min<std::uint64_t>(kSearchedPieceBytes, end_ - from)));
    auto got = file_.read(from, piece);
    if (!got) return std::unexpected(got.error());
    piece.resize(*got);
    for (std::size_t at = find_member_head(piece, 0); at != std::string::npos;
         at = find_member_head(piece, at + 1))
      if (begins_record(from + at)) return from + at;
    if (piece.size() < kSearchedPieceBytes) break;
    from += piece.size() - overlap;
  }
  return std::nullopt;
}

bool WayOn::begins_record(std::uint64_t offset) {
  if (probes_ == kProbesMax) return false;
  ++probes_;
  if (!probe_) probe_.emplace(file_, name_, offset, end_);
  probe_->start_at(offset);
  const auto member = probe_->next_member();
  if (!member || !*member) return false;
  std::string start;
  std::array<char, 16> piece;
  while (start.size() < kRecordMagic.size()) {
    const auto got = probe_->read(piece);
    if (!got || *got == 0) return false;
    start.append(piece.data(), *got);
  }
  return start.starts_with(kRecordMagic);
}

}  // namespace freshet::warc
