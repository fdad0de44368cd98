// The two SHA-1 of a stored answer, of its block (HTTP head and body) and of its payload (the
// body), in one pass over the body. SHA-1 is bound by latency: each step needs the result of the
// previous one. Two computations side by side cost little more than one. Design:
// docs/design/base.md.
#pragma once

#include <string_view>

#include "base/digest.h"

namespace freshet {

struct Sha1Pair {
  Sha1Digest whole;  // of head and body
  Sha1Digest tail;   // of the body

  friend bool operator==(const Sha1Pair&, const Sha1Pair&) = default;
};

Sha1Pair sha1_pair(std::string_view head, std::string_view body);

// The implementations, for tests.
namespace sha1_openssl {
Sha1Pair sha1_pair(std::string_view head, std::string_view body);
}
namespace sha1_ni {
Sha1Pair sha1_pair(std::string_view head, std::string_view body);  // only if has_sha_ni()
}

}  // namespace freshet
