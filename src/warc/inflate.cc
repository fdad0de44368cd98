#include "warc/inflate.h"

#include <isa-l/igzip_lib.h>

#include <algorithm>
#include <limits>

#include "base/check.h"
#include "warc/gzip.h"

namespace freshet::warc {
namespace {

constexpr std::size_t kFixedHeadBytes = 10;
constexpr unsigned kHeadCrcFlag = 2;
constexpr unsigned kExtraFlag = 4;
constexpr unsigned kNameFlag = 8;
constexpr unsigned kCommentFlag = 16;
constexpr unsigned kReservedFlags = 0xe0;

std::unexpected<Error> damaged(const char* what) {
  return std::unexpected(Error{Errc::corrupt, what});
}

unsigned byte_at(std::string_view bytes, std::size_t at) {
  return static_cast<unsigned char>(bytes[at]);
}

const char* meaning_of(int code) {
  switch (code) {
    case ISAL_INVALID_BLOCK:
      return "a deflate block of an unknown kind";
    case ISAL_INVALID_SYMBOL:
      return "a deflate symbol that has no meaning";
    case ISAL_INVALID_LOOKBACK:
      return "a copy from before the beginning";
    case ISAL_INCORRECT_CHECKSUM:
      return "the checksum or length is not that of the unpacked bytes";
    case ISAL_NEED_DICT:
      return "a dictionary is needed";
    default:
      return "the bytes are not packed as they say";
  }
}

}  // namespace

struct Inflater::State {
  inflate_state stream;
};

Inflater::Inflater() : state_(std::make_unique_for_overwrite<State>()) {}
Inflater::~Inflater() = default;
Inflater::Inflater(Inflater&&) noexcept = default;
Inflater& Inflater::operator=(Inflater&&) noexcept = default;

void Inflater::start(Wrapping wrapping) {
  inflate_state& stream = state_->stream;
  isal_inflate_init(&stream);
  switch (wrapping) {
    case Wrapping::gzip_body:
      stream.crc_flag = ISAL_GZIP_NO_HDR_VER;
      break;
    case Wrapping::zlib:
      stream.crc_flag = ISAL_ZLIB;
      break;
    case Wrapping::raw:
      stream.crc_flag = ISAL_DEFLATE;
      break;
  }
}

Result<InflateStep> Inflater::step(std::string_view in, std::span<char> out) {
  require(!out.empty(), "there is room for what is unpacked");
  constexpr std::size_t kPieceMax = std::numeric_limits<std::uint32_t>::max() / 4;
  in = in.substr(0, kPieceMax);
  out = out.first(std::min(out.size(), kPieceMax));
  inflate_state& stream = state_->stream;
  // ISA-L only reads, though its type is not const.
  stream.next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(in.data()));
  stream.avail_in = static_cast<std::uint32_t>(in.size());
  stream.next_out = reinterpret_cast<std::uint8_t*>(out.data());
  stream.avail_out = static_cast<std::uint32_t>(out.size());
  const int code = isal_inflate(&stream);
  if (code < ISAL_DECOMP_OK || code == ISAL_NEED_DICT) return damaged(meaning_of(code));
  return InflateStep{.taken = in.size() - stream.avail_in,
                     .given = out.size() - stream.avail_out,
                     .ended = stream.block_state == ISAL_BLOCK_FINISH};
}

Result<std::size_t> gzip_head_length(std::string_view bytes) {
  constexpr std::string_view kGzipMagic = "\x1f\x8b\x08";
  const std::string_view magic = bytes.substr(0, kGzipMagic.size());
  if (magic != kGzipMagic.substr(0, magic.size())) return damaged("no gzip member begins here");
  if (bytes.size() < kFixedHeadBytes) return 0;
  const unsigned flags = byte_at(bytes, 3);
  if (flags & kReservedFlags) return damaged("a gzip head with flags that have no meaning");
  std::size_t length = kFixedHeadBytes;
  if (flags & kExtraFlag) {
    if (bytes.size() < length + 2) return 0;
    length += 2 + (byte_at(bytes, length) | byte_at(bytes, length + 1) << 8);
  }
  for (const unsigned flag : {kNameFlag, kCommentFlag}) {
    if (!(flags & flag)) continue;
    const std::size_t zero = bytes.substr(0, kForeignHeadBytesMax).find('\0', length);
    if (zero == std::string_view::npos) {
      if (bytes.size() < kForeignHeadBytesMax) return 0;
      return damaged("a gzip head that does not end");
    }
    length = zero + 1;
  }
  if (flags & kHeadCrcFlag) length += 2;
  return length <= bytes.size() ? length : 0;
}

}  // namespace freshet::warc
