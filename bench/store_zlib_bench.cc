// The append of store_bench with zlib at level 6 in the place of igzip: this file defines
// GzipWriter, so that the library's own is not linked, and nothing else differs. store_bench runs
// it.
//
// store_zlib_bench directory pages: answers seconds of wall and of CPU.
#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <string>

#include "append_bench.h"
#include "base/check.h"
#include "warc/gzip.h"

namespace freshet::warc {

struct GzipWriter::State {
  State() {
    require(deflateInit2(&stream, 6, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) == Z_OK,
            "zlib starts");
  }
  ~State() { deflateEnd(&stream); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  z_stream stream{};
  std::string packed;
};

GzipWriter::GzipWriter(MemberPacking) : state_(std::make_unique<State>()) {}
GzipWriter::~GzipWriter() = default;
GzipWriter::GzipWriter(GzipWriter&&) noexcept = default;
GzipWriter& GzipWriter::operator=(GzipWriter&&) noexcept = default;

void GzipWriter::append_member(std::string& out, std::span<const std::string_view> parts) {
  const std::size_t begin = out.size();
  begin_member(out);
  z_stream& stream = state_->stream;
  deflateReset(&stream);
  std::size_t bytes = 0;
  for (const std::string_view part : parts) bytes += part.size();
  std::string& packed = state_->packed;
  packed.resize(std::max(packed.size(), static_cast<std::size_t>(deflateBound(&stream, bytes))));
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  uLong crc = crc32(0, nullptr, 0);
  for (const std::string_view part : parts) {
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(part.data()));
    stream.avail_in = static_cast<uInt>(part.size());
    crc = crc32_z(crc, stream.next_in, part.size());
    require(part.empty() || deflate(&stream, Z_NO_FLUSH) == Z_OK, "zlib packs a part");
  }
  require(deflate(&stream, Z_FINISH) == Z_STREAM_END, "zlib packs a member");
  out.append(packed, 0, packed.size() - stream.avail_out);
  for (const std::size_t number : {static_cast<std::size_t>(crc), bytes})
    for (int shift = 0; shift < 32; shift += 8) out += static_cast<char>(number >> shift & 0xff);
  seal_member(out, begin);
}

}  // namespace freshet::warc

int main(int argc, char** argv) {
  freshet::require(argc == 3, "store_zlib_bench is told a directory and how many pages");
  const auto spent =
      freshet::bench::append_all(freshet::bench::Pages(), std::stoul(argv[2]), argv[1]);
  fmt::print("{} {}\n", spent.wall, spent.cpu);
}
