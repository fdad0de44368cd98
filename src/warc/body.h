// Decodes a stored body: removes transfer and content codings.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "warc/http_head.h"

namespace freshet::warc {

inline constexpr std::size_t kContentCodingsMax = 4;

struct DecodedBody {
  std::string bytes;           // valid also with an error: the part before it
  std::optional<Error> error;  // limit: more than bytes_max; corrupt: damaged; invalid: an unknown
                               // coding, which was not removed
};

// Undoes Transfer-Encoding (chunked, gzip, deflate) and Content-Encoding (gzip, deflate, br, zstd).
// A header that contradicts the body is stale, left by programs that store decoded bodies, and is
// ignored. At most `bytes_max` bytes come out, and no stage holds more.
DecodedBody decode_body(const HttpHead& head, std::string_view payload, std::size_t bytes_max);

}  // namespace freshet::warc
