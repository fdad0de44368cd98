#include "warc/gzip.h"

#include <fmt/format.h>
#include <isa-l/crc64.h>

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "base/check.h"
#include "base/escape.h"
#include "warc/inflate.h"

namespace freshet::warc {
namespace {

constexpr std::size_t kGzipPieceBytes = 1 << 16;
constexpr std::size_t kFirstReadBytes = 1 << 12;  // doubled with each read, up to a whole piece
constexpr std::size_t kSealBytes = 8;

// gzip, deflate, an extra field; no time, no hint, an unknown system; then the extra field of 12
// bytes: "FS" with the 8 of the seal.
constexpr std::string_view kHeadBeforeSeal{
    "\x1f\x8b\x08\x04\0\0\0\0\0\xff"
    "\x0c\0FS\x08\0",
    16};
static_assert(kHeadBeforeSeal.size() + kSealBytes == kMemberHeadBytes);

// CRC-64 as in xz (ECMA-182, reflected), incremental.
std::uint64_t crc64(std::uint64_t before, std::string_view bytes) {
  return crc64_ecma_refl(before, reinterpret_cast<const unsigned char*>(bytes.data()),
                         bytes.size());
}

std::uint64_t seal_in(std::string_view head) {
  std::uint64_t seal = 0;
  for (std::size_t i = 0; i < kSealBytes; ++i)
    seal |= std::uint64_t{static_cast<unsigned char>(head[kHeadBeforeSeal.size() + i])} << (8 * i);
  return seal;
}

}  // namespace

bool is_canonical_member_head(std::string_view bytes) { return bytes.starts_with(kHeadBeforeSeal); }

bool is_sealed_member(std::string_view member) {
  return member.size() > kMemberHeadBytes && is_canonical_member_head(member) &&
         seal_in(member) == crc64(0, member.substr(kMemberHeadBytes));
}

void begin_member(std::string& out) {
  out.append(kHeadBeforeSeal);
  out.append(kSealBytes, '\0');
}

void seal_member(std::string& out, std::size_t begin) {
  const std::uint64_t seal = crc64(0, std::string_view(out).substr(begin + kMemberHeadBytes));
  for (std::size_t i = 0; i < kSealBytes; ++i)
    out[begin + kHeadBeforeSeal.size() + i] = static_cast<char>(seal >> (8 * i));
}

struct GzipReader::State {
  State(File& from, std::string file_name, std::uint64_t file_end)
      : file(from), name(std::move(file_name)), end(file_end) {}

  std::string_view ahead() const { return std::string_view(window).substr(window_at); }
  std::uint64_t position() const { return window_offset + window_at; }

  // Reads more after the window. Returns false at the end of the file.
  Result<bool> read_ahead() {
    window.erase(0, window_at);
    window_offset += window_at;
    window_at = 0;
    const std::uint64_t from = window_offset + window.size();
    const std::size_t kept = window.size();
    if (from >= end) return false;
    window.resize(kept + static_cast<std::size_t>(std::min<std::uint64_t>(next_read, end - from)));
    next_read = std::min(2 * next_read, kGzipPieceBytes);
    auto got = file.read(from, std::span(window).subspan(kept));
    window.resize(kept + (got ? *got : 0));
    if (!got) return std::unexpected(got.error());
    return *got > 0;
  }

  std::unexpected<Error> damaged(std::string_view what) const {
    return std::unexpected(
        Error{Errc::corrupt, fmt::format("\"{}\", offset {}: {} (in the gzip member at {})",
                                         visible(name), position(), what, member_offset)});
  }

  File& file;
  std::string name;
  std::uint64_t end;
  std::string window;  // compressed bytes; those before window_at are consumed
  std::size_t window_at = 0;
  std::uint64_t window_offset = 0;
  std::size_t next_read = kFirstReadBytes;
  Inflater inflater;
  bool in_member = false;
  std::uint64_t member_offset = 0;
  bool is_canonical = false;
  std::uint64_t seal_expected = 0;
  std::uint64_t crc = 0;  // of the compressed bytes of this member so far
  Seal seal = Seal::absent;
};

GzipReader::GzipReader(File& file, std::string name, std::uint64_t begin, std::uint64_t end)
    : state_(std::make_unique<State>(file, std::move(name), end)) {
  start_at(begin);
}
GzipReader::~GzipReader() = default;
GzipReader::GzipReader(GzipReader&&) noexcept = default;
GzipReader& GzipReader::operator=(GzipReader&&) noexcept = default;

bool GzipReader::in_member() const { return state_->in_member; }
std::uint64_t GzipReader::member_offset() const { return state_->member_offset; }
std::uint64_t GzipReader::position() const { return state_->position(); }
Seal GzipReader::seal() const { return state_->seal; }

void GzipReader::start_at(std::uint64_t offset) {
  state_->window.clear();
  state_->window_at = 0;
  state_->window_offset = offset;
  state_->next_read = kFirstReadBytes;
  state_->member_offset = offset;
  state_->in_member = false;
}

Result<std::string_view> GzipReader::peek(std::size_t bytes) {
  require(!state_->in_member, "a member is read to its end before one looks behind it");
  while (state_->ahead().size() < bytes) {
    auto more = state_->read_ahead();
    if (!more) return std::unexpected(more.error());
    if (!*more) break;
  }
  return state_->ahead().substr(0, bytes);
}

Result<bool> GzipReader::next_member() {
  State& s = *state_;
  require(!s.in_member, "a member is read to its end before the next");
  s.member_offset = s.position();
  for (;;) {
    auto length = gzip_head_length(s.ahead());
    if (!length) return s.damaged("expected the head of a gzip member: " + length.error().message);
    if (*length > 0) {
      const std::string_view head = s.ahead().substr(0, *length);
      s.is_canonical = head.size() == kMemberHeadBytes && is_canonical_member_head(head);
      s.seal_expected = s.is_canonical ? seal_in(head) : 0;
      s.window_at += *length;
      break;
    }
    auto more = s.read_ahead();
    if (!more) return std::unexpected(more.error());
    if (*more) continue;
    if (s.ahead().empty()) return false;
    return s.damaged("expected the rest of the head of a gzip member, and the file ends");
  }
  s.inflater.start(Wrapping::gzip_body);
  s.crc = 0;
  s.in_member = true;
  return true;
}

Result<std::size_t> GzipReader::read(std::span<char> into) {
  State& s = *state_;
  while (s.in_member) {
    auto step = s.inflater.step(s.ahead(), into);
    if (!step) return s.damaged("expected packed bytes: " + step.error().message);
    s.crc = crc64(s.crc, s.ahead().substr(0, step->taken));
    s.window_at += step->taken;
    if (step->ended) {
      s.in_member = false;
      s.seal = !s.is_canonical            ? Seal::absent
               : s.crc == s.seal_expected ? Seal::right
                                          : Seal::wrong;
    }
    if (step->given > 0) return step->given;
    if (step->ended || step->taken > 0) continue;
    auto more = s.read_ahead();
    if (!more) return std::unexpected(more.error());
    if (!*more) return s.damaged("expected more packed bytes, and the file ends");
  }
  return 0;
}

}  // namespace freshet::warc
