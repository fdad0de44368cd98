// Unpacks deflate in its three wrappings, in pieces. For this module only.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

#include "base/error.h"

namespace freshet::warc {

enum class Wrapping {
  gzip_body,  // behind a gzip head: deflate, then CRC-32 and length, which are checked
  zlib,       // with its head and its Adler-32, which is checked
  raw,
};

// What one step took from its input and gave; `ended` when the last byte of the stream was taken.
struct InflateStep {
  std::size_t taken = 0;
  std::size_t given = 0;
  bool ended = false;
};

// Over ISA-L. Never takes a byte that is behind the stream, once that has ended.
class Inflater {
 public:
  Inflater();
  ~Inflater();
  Inflater(Inflater&&) noexcept;
  Inflater& operator=(Inflater&&) noexcept;

  void start(Wrapping wrapping);

  // Unpacks from `in` to `out` (not empty) as far as both reach. With an empty `in` it gives what
  // is still inside. The error (Errc::corrupt) says in a few words what is wrong with the stream.
  Result<InflateStep> step(std::string_view in, std::span<char> out);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The length of the gzip head (RFC 1952, 2.3) with which `bytes` begin; 0 if it goes on behind
// them. An error if it is none or longer than kForeignHeadBytesMax.
Result<std::size_t> gzip_head_length(std::string_view bytes);

}  // namespace freshet::warc
