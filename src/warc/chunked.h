// Incremental decoder of the chunked transfer coding (RFC 9112, 7.1). For this module only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace freshet::warc {

inline constexpr std::size_t kChunkLineBytesMax = 4096;

class Dechunker {
 public:
  // Appends the content of `bytes` to `out`; returns false once they are not chunks. Bytes after
  // the last chunk are ignored.
  bool push(std::string_view bytes, std::string& out);

  bool has_first_chunk() const { return has_first_chunk_; }  // complete, with its line end
  bool has_failed() const { return place_ == Place::failed; }
  bool has_ended() const { return place_ == Place::ended; }

 private:
  enum class Place { size_line, bytes, bytes_end, ended, failed };

  bool read_size();
  void step(std::string_view& bytes, std::string& out);

  Place place_ = Place::size_line;
  std::uint64_t left_ = 0;  // of this chunk
  std::string line_;
  bool has_first_chunk_ = false;
};

}  // namespace freshet::warc
