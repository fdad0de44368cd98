// The two SHA-1 of a stored answer, of its block (HTTP head and body) and of its payload (the body
// alone), in one pass over the body. One SHA-1 waits for itself most of the time: each step needs
// the result of the one before. Two side by side fill each other's waits, and cost little more than
// one. Design: docs/design/base.md.
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

// The ways to do it; tests ask each.
namespace sha1_openssl {
Sha1Pair sha1_pair(std::string_view head, std::string_view body);
}
namespace sha1_ni {
Sha1Pair sha1_pair(std::string_view head, std::string_view body);  // only if has_sha_ni()
}

}  // namespace freshet
