#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>

#include <array>
#include <cstring>
#include <vector>

#include "base/check.h"
#include "warc/gzip.h"

namespace freshet::warc {
namespace {

constexpr std::uint32_t kLevel = 1;  // docs/design/warc.md
constexpr std::uint32_t kSmallLevel = 0;
constexpr std::size_t kPackedPieceBytes = 1 << 16;
constexpr std::size_t kStoredBlockBytes = 65'535;
constexpr std::size_t kPartMax = 1 << 30;  // igzip counts in 32 bits

// Smaller members are compressed with fixed Huffman codes made for the headers of our records:
// finding the best codes for each takes six times as long as the compression (docs/design/warc.md).
constexpr std::size_t kSmallBytes = 2048;

// Samples of small members. Changing them does not change the format: the codes are in each member.
constexpr std::array<std::string_view, 3> kSmallSamples = {
    "WARC/1.1\r\n"
    "WARC-Type: request\r\n"
    "WARC-Record-ID: <urn:uuid:6f31a2c4-9d07-4be8-a5f0-83c1d27e94b6>\r\n"
    "WARC-Date: 2026-07-14T09:35:28.164073Z\r\n"
    "WARC-Target-URI: https://www.news.example/articles/2026/city-council-votes-on-budget.html\r\n"
    "WARC-Concurrent-To: <urn:uuid:d85e07b1-42fa-4936-8c1d-e60b97f3a254>\r\n"
    "WARC-Warcinfo-ID: <urn:uuid:0b9c4d7e-e813-4f25-9a6b-715f2d80c3ae>\r\n"
    "Content-Type: application/http;msgtype=request\r\n"
    "WARC-Block-Digest: sha1:QZ4T6HXKBM2JWNAY5RFVC7LPGDEUOSI3\r\n"
    "Content-Length: 183\r\n\r\n"
    "GET /articles/2026/city-council-votes-on-budget.html HTTP/1.1\r\n"
    "Host: www.news.example\r\nUser-Agent: freshet (+https://crawler.example/about)\r\n"
    "Accept: text/html,*/*;q=0.5\r\nAccept-Encoding: gzip, br\r\n\r\n\r\n\r\n",
    "WARC/1.1\r\n"
    "WARC-Type: metadata\r\n"
    "WARC-Record-ID: <urn:uuid:1e4f9b60-7ac3-4d52-b8e7-2f0a6d95c318>\r\n"
    "WARC-Date: 2026-03-08T17:42:50.903618Z\r\n"
    "WARC-Target-URI: https://shop.example/products/4719.html?page=2&sort=price\r\n"
    "WARC-Concurrent-To: <urn:uuid:a3d20c8f-5b97-4e16-90c4-f7e8b1d64a05>\r\n"
    "WARC-Warcinfo-ID: <urn:uuid:c67b15d9-03ea-4f8c-a42d-98e5f06b1c73>\r\n"
    "Content-Type: application/warc-fields\r\n"
    "WARC-Block-Digest: sha1:K7VDYHZ3PXGQ2BTNWMC6ARJ5FLEUOSI4\r\n"
    "Content-Length: 57\r\n\r\n"
    "fetchTimeMs: 120\r\nhopsFromSeed: L\r\nvia: https://shop.example/\r\n\r\n\r\n",
    "WARC/1.1\r\n"
    "WARC-Type: revisit\r\n"
    "WARC-Record-ID: <urn:uuid:94d8e1b7-6c05-4fa3-87b2-0e5c3af9d612>\r\n"
    "WARC-Date: 2026-11-25T23:18:06.571390Z\r\n"
    "WARC-Target-URI: http://blog.example/posts/winter-garden/\r\n"
    "WARC-Warcinfo-ID: <urn:uuid:5a70f3c2-d1e9-4b64-8f07-b3c92e8d56a1>\r\n"
    "WARC-IP-Address: 192.0.2.147\r\nWARC-Protocol: http/1.1\r\n"
    "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest\r\n"
    "WARC-Refers-To: <urn:uuid:e2b64f80-39ac-4d17-a95e-6d1c70f8b3a4>\r\n"
    "WARC-Refers-To-Target-URI: http://blog.example/posts/winter-garden/\r\n"
    "WARC-Refers-To-Date: 2026-10-02T04:57:31.846209Z\r\n"
    "WARC-Truncated: length\r\n"
    "WARC-Payload-Digest: sha1:J5XRB7CWQ3MTZKAVHY2NGPDLFE6UOSI4\r\n"
    "Content-Type: application/http;msgtype=response\r\n"
    "WARC-Block-Digest: sha1:T2NYFKX6WDRBQ7MCHZ4JVAG3PLE5UOSI\r\n"
    "Content-Length: 214\r\n\r\n"
    "HTTP/1.1 200 OK\r\nServer: nginx\r\nDate: Wed, 25 Nov 2026 23:18:06 GMT\r\n"
    "Content-Type: text/html; charset=utf-8\r\nLast-Modified: Fri, 02 Oct 2026 04:57:31 GMT\r\n"
    "ETag: \"6c91-58f0d3a7e2b40\"\r\nCache-Control: max-age=3600\r\nVary: Accept-Encoding\r\n"
    "\r\n\r\n\r\n"};

// Builds codes for small members; the lengths suit kSmallSamples, and every byte has a code.
std::unique_ptr<isal_hufftables> small_codes() {
  isal_huff_histogram histogram;
  std::memset(&histogram, 0, sizeof histogram);
  for (const std::string_view sample : kSmallSamples)
    isal_update_histogram(reinterpret_cast<std::uint8_t*>(const_cast<char*>(sample.data())),
                          static_cast<int>(sample.size()), &histogram);
  auto codes = std::make_unique<isal_hufftables>();
  require(isal_create_hufftables(codes.get(), &histogram) == 0, "igzip makes codes of any counts");
  return codes;
}

void append_little_endian(std::string& out, std::uint64_t number, int bytes) {
  for (int i = 0; i < bytes; ++i) out.push_back(static_cast<char>(number >> (8 * i)));
}

// RFC 1951, 3.2.4: blocks of at most 65,535 bytes, each after its length and the complement of
// that; RFC 1952, 2.2: then CRC-32 and length of all.
void append_stored(std::string& out, std::span<const std::string_view> parts, std::size_t bytes) {
  out.reserve(out.size() + bytes + 5 * (bytes / kStoredBlockBytes + parts.size() + 1) + 8);
  std::uint32_t crc = 0;
  for (std::string_view part : parts) {
    crc = crc32_gzip_refl(crc, reinterpret_cast<const unsigned char*>(part.data()), part.size());
    while (!part.empty()) {
      const std::string_view block = part.substr(0, kStoredBlockBytes);
      out.push_back('\0');
      append_little_endian(out, block.size(), 2);
      append_little_endian(out, ~block.size(), 2);
      out.append(block);
      part.remove_prefix(block.size());
    }
  }
  out.append("\x01\x00\x00\xFF\xFF", 5);  // the last block, empty
  append_little_endian(out, crc, 4);
  append_little_endian(out, bytes, 4);
}

}  // namespace

struct GzipWriter::State {
  State() : codes(small_codes()), level_buffer(ISAL_DEF_LVL1_DEFAULT) {
    isal_deflate_init(&stream);
    stream.level_buf = level_buffer.data();
    stream.level_buf_size = static_cast<std::uint32_t>(level_buffer.size());
    stream.gzip_flag = IGZIP_GZIP_NO_HDR;
    require(isal_deflate_set_hufftables(&stream, codes.get(), IGZIP_HUFFTABLE_CUSTOM) == 0,
            "igzip takes codes before it has begun");
  }

  void start(std::uint32_t level) {
    isal_deflate_reset(&stream);
    stream.level = level;
  }

  // Compresses `bytes`, at most kPartMax.
  void pack(std::string& out, std::string_view bytes, bool is_last) {
    stream.next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<std::uint32_t>(bytes.size());
    stream.end_of_stream = is_last ? 1 : 0;
    do {
      stream.next_out = piece.data();
      stream.avail_out = static_cast<std::uint32_t>(piece.size());
      require(isal_deflate(&stream) == COMP_OK, "igzip packs any bytes");
      out.append(reinterpret_cast<const char*>(piece.data()), piece.size() - stream.avail_out);
    } while (stream.avail_out == 0);
    require(stream.avail_in == 0, "igzip takes all that there is room for");
  }

  isal_zstream stream;
  std::unique_ptr<isal_hufftables> codes;  // for level 0; level 1 finds its own
  std::vector<std::uint8_t> level_buffer;
  std::array<std::uint8_t, kPackedPieceBytes> piece;
  std::string small;  // a whole small member
};

GzipWriter::GzipWriter(MemberPacking packing)
    : state_(packing == MemberPacking::stored ? nullptr : std::make_unique<State>()) {}
GzipWriter::~GzipWriter() = default;
GzipWriter::GzipWriter(GzipWriter&&) noexcept = default;
GzipWriter& GzipWriter::operator=(GzipWriter&&) noexcept = default;

void GzipWriter::append_member(std::string& out, std::span<const std::string_view> parts) {
  const std::size_t begin = out.size();
  std::size_t bytes = 0;
  for (const std::string_view part : parts) bytes += part.size();
  begin_member(out);
  if (state_ == nullptr) {
    append_stored(out, parts, bytes);
  } else if (bytes < kSmallBytes) {
    state_->small.clear();
    for (const std::string_view part : parts) state_->small.append(part);
    state_->start(kSmallLevel);
    state_->pack(out, state_->small, true);
  } else {
    state_->start(kLevel);
    for (std::string_view part : parts) {
      for (; part.size() > kPartMax; part.remove_prefix(kPartMax))
        state_->pack(out, part.substr(0, kPartMax), false);
      state_->pack(out, part, false);
    }
    state_->pack(out, {}, true);
  }
  seal_member(out, begin);
}

}  // namespace freshet::warc
