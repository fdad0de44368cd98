// Secrets that we make and give away once: of sessions, API tokens, invitations and feeds. A token
// is a public id, by which lists and rows name it, and a secret, of which only a hash is stored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/time.h"

namespace freshet {

enum class TokenKind : std::uint8_t { session, api, invitation, feed };

// "frs_" and 55 letters, digits, "-" or "_"; the prefix of the other kinds is "frt_", "fri_",
// "frf_". Programs that search sources for secrets find it by the prefix.
struct SecretToken {
  TokenKind kind = TokenKind::session;
  std::string id = {};      // 72 random bits
  std::string secret = {};  // 256 random bits

  // Of the random source of the operating system.
  static SecretToken make(TokenKind kind);

  // Returns nothing unless `text` has the form of a token.
  static std::optional<SecretToken> parse(std::string_view text);

  std::string text() const;

  // Returns 32 bytes, of the secret: BLAKE2b. A slow hash is for passwords; nobody guesses 256
  // bits.
  std::string hash() const;

  // Takes the same time wherever the two differ.
  bool matches(std::string_view stored_hash) const;
};

// Returns true if they are equal; takes the same time wherever they differ.
bool equal_in_constant_time(std::string_view a, std::string_view b);

std::string random_bytes(std::size_t count);

// Returns 32 bytes that only the owner of `master` can compute: a key for one purpose.
std::string derived_key(std::string_view master, std::string_view purpose);

// Returns "msg_" and 26 letters and digits that sort by time, to the millisecond; the last 80 bits
// are random.
std::string sortable_id(Time time);

}  // namespace freshet
