// Decodes a stored body: removes transfer and content codings.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "warc/exchange.h"
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

// Returns the exchange with its content codings undone: Content-Encoding becomes
// X-Crawler-Content-Encoding, and a length that was that of the coded body is kept in the same way
// when the head is stored. Nothing if there is no coding, or it cannot be undone within
// `bytes_max`.
std::optional<Exchange> without_content_coding(const Exchange& exchange, std::size_t bytes_max);

}  // namespace freshet::warc
