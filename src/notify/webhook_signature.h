// Signatures of the Standard Webhooks scheme 1.0.0 (https://www.standardwebhooks.com). Receivers
// refuse old timestamps, so a message is signed when it is sent, at each attempt again.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/time.h"

namespace freshet {

struct SigningKey {
  enum class Kind : std::uint8_t { hmac_sha256, ed25519 };
  Kind kind = Kind::hmac_sha256;
  std::string bytes = {};  // of ed25519: the 32 of the private key

  bool operator==(const SigningKey&) const = default;
};

inline constexpr std::size_t kSigningKeysMax = 4;

// Parses "whsec_..." and "whsk_...", with spaces between them. While a key is replaced there are
// two, and messages carry both signatures.
Result<std::vector<SigningKey>> parse_signing_keys(std::string_view text);

// Returns the value of "webhook-signature" for "{id}.{timestamp}.{body}".
std::string webhook_signature(std::string_view id, Time time, std::string_view body,
                              const std::vector<SigningKey>& keys);

}  // namespace freshet
