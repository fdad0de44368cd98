#include "practice/content_coding.h"

#include <brotli/encode.h>
#include <zstd.h>

#include <array>
#include <span>

#include "base/check.h"
#include "warc/gzip.h"

namespace freshet {

namespace {

constexpr int kZstdLevel = 3;
constexpr int kBrotliQuality = 4;

std::string gzip_of(std::string_view bytes) {
  std::string out;
  warc::GzipWriter writer;
  writer.append_member(out, std::span(&bytes, 1));
  return out;
}

std::string brotli_of(std::string_view bytes) {
  std::size_t size = BrotliEncoderMaxCompressedSize(bytes.size());
  std::string out(size, '\0');
  const auto ok =
      BrotliEncoderCompress(kBrotliQuality, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_TEXT, bytes.size(),
                            reinterpret_cast<const std::uint8_t*>(bytes.data()), &size,
                            reinterpret_cast<std::uint8_t*>(out.data()));
  require(ok == BROTLI_TRUE, "brotli packs what has room");
  out.resize(size);
  return out;
}

std::string zstd_of(std::string_view bytes) {
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size =
      ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), kZstdLevel);
  require(ZSTD_isError(size) == 0, "zstd packs what has room");
  out.resize(size);
  return out;
}

std::string_view trimmed_coding(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

}  // namespace

std::string_view name_of(ContentCoding coding) {
  constexpr std::array<std::string_view, 4> kNames = {"identity", "gzip", "br", "zstd"};
  return kNames[static_cast<std::size_t>(coding)];
}

bool accepts(std::string_view accept_encoding, ContentCoding coding) {
  if (coding == ContentCoding::identity) return true;
  while (!accept_encoding.empty()) {
    const std::size_t comma = accept_encoding.find(',');
    const std::string_view item = accept_encoding.substr(0, comma);
    accept_encoding.remove_prefix(comma == item.npos ? accept_encoding.size() : comma + 1);
    const std::size_t semicolon = item.find(';');
    if (trimmed_coding(item.substr(0, semicolon)) != name_of(coding)) continue;
    if (semicolon == item.npos) return true;
    const std::string_view weight = trimmed_coding(item.substr(semicolon + 1));
    return weight != "q=0" && weight != "q=0.0";
  }
  return false;
}

std::string packed(std::string_view bytes, ContentCoding coding) {
  switch (coding) {
    case ContentCoding::identity:
      break;
    case ContentCoding::gzip:
      return gzip_of(bytes);
    case ContentCoding::br:
      return brotli_of(bytes);
    case ContentCoding::zstd:
      return zstd_of(bytes);
  }
  return std::string(bytes);
}

const std::string& gzip_bomb() {
  static const std::string kBomb = [] {
    const std::string member = gzip_of(std::string(std::size_t{4} << 20, '\0'));
    std::string bomb;
    for (int i = 0; i < 64; ++i) bomb += member;
    return bomb;
  }();
  return kBomb;
}

const std::string& zstd_bomb() {
  // Written by hand (RFC 8878): no content size, a window of 128 KiB, RLE blocks.
  static const std::string kBomb = [] {
    constexpr std::uint32_t kBlocks = 32768, kBlockBytes = 128 << 10;
    std::string bomb("\x28\xb5\x2f\xfd\x00\x38", 6);
    for (std::uint32_t i = 0; i < kBlocks; ++i) {
      const std::uint32_t head = (kBlockBytes << 3) | (1 << 1) | (i + 1 == kBlocks ? 1 : 0);
      for (int shift = 0; shift < 24; shift += 8) bomb += static_cast<char>(head >> shift);
      bomb += '\0';
    }
    return bomb;
  }();
  return kBomb;
}

}  // namespace freshet
