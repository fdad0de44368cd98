// A stored body brought to what the page's author wrote: out of its chunks, unpacked.
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
  std::string bytes;           // usable also if there is an error: what came before it
  std::optional<Error> error;  // limit: more than bytes_max; corrupt: damaged; invalid: a coding
                               // that we do not know, and then it is still in it
};

// Undoes Transfer-Encoding (chunked, gzip, deflate) and Content-Encoding (gzip, deflate, br, zstd).
// A header that the body contradicts is stale, as programs that store decoded bodies leave it, and
// not followed. At most `bytes_max` bytes come out, and no stage holds more.
DecodedBody decode_body(const HttpHead& head, std::string_view payload, std::size_t bytes_max);

}  // namespace freshet::warc
