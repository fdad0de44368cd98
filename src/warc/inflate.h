// Incremental decoder of deflate in its three wrappers. For this module only.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

#include "base/error.h"

namespace freshet::warc {

enum class Wrapping {
  gzip_body,  // after a gzip head: deflate, then CRC-32 and length, which are checked
  zlib,       // with its head and its Adler-32, which is checked
  raw,
};

// Bytes consumed and produced by one step; `ended` after the last byte of the stream.
struct InflateStep {
  std::size_t taken = 0;
  std::size_t given = 0;
  bool ended = false;
};

// Based on ISA-L. Never consumes a byte after the end of the stream.
class Inflater {
 public:
  Inflater();
  ~Inflater();
  Inflater(Inflater&&) noexcept;
  Inflater& operator=(Inflater&&) noexcept;

  void start(Wrapping wrapping);

  // Decodes from `in` to `out` (not empty) as far as both permit. With an empty `in` it returns
  // buffered output. The error (Errc::corrupt) names the defect of the stream.
  Result<InflateStep> step(std::string_view in, std::span<char> out);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Returns the length of the gzip head (RFC 1952, 2.3) at the start of `bytes`; 0 if it is
// incomplete. An error if it is not a gzip head or longer than kForeignHeadBytesMax.
Result<std::size_t> gzip_head_length(std::string_view bytes);

}  // namespace freshet::warc
