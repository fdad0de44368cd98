// Passwords: argon2id by libsodium. Pure but slow on purpose: call it on a thread that may wait.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/error.h"

namespace freshet {

// Passwords are neither shorter nor longer; they have no other rules (NIST SP 800-63B, 5.1.1).
inline constexpr std::size_t kPasswordBytesMin = 10;
inline constexpr std::size_t kPasswordBytesMax = 1024;

// The cost of one guess: above the least that OWASP recommends (19 MiB, 2 passes).
inline constexpr unsigned kPasswordPasses = 3;
inline constexpr std::size_t kPasswordMemoryBytes = std::size_t{32} << 20;

struct PasswordCost {
  unsigned passes = kPasswordPasses;
  std::size_t memory_bytes = kPasswordMemoryBytes;
};

// A password as it is stored: "$argon2id$v=19$...". A type of its own, so that no function takes a
// password in its place.
struct PasswordHash {
  std::string text = {};

  bool operator==(const PasswordHash&) const = default;
};

// Fails with Errc::invalid if the password is too short or too long, and with Errc::limit if there
// is no memory for it.
Result<PasswordHash> hash_password(std::string_view password, const PasswordCost& cost = {});

bool matches_password(const PasswordHash& hash, std::string_view password);

// Returns a hash that no password has. To check one against it takes as long as against a real one,
// so that answers do not tell which names exist.
PasswordHash hash_of_nobody(const PasswordCost& cost = {});

}  // namespace freshet
