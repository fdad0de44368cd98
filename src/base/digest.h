// Cryptographic digests in the notation of web archives.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace freshet {

struct Sha1Digest {
  std::array<std::uint8_t, 20> bytes{};

  // Returns 32 characters of upper-case Base32 (RFC 4648), without "sha1:".
  std::string base32() const;

  // Parses base32(), or 40 hexadecimal digits as some programs write. Case-insensitive, with or
  // without "sha1:".
  static std::optional<Sha1Digest> parse(std::string_view text);

  friend auto operator<=>(const Sha1Digest&, const Sha1Digest&) = default;
};

Sha1Digest sha1(std::string_view bytes);

// Returns 64 lower-case hexadecimal digits.
std::string sha256_hex(std::string_view bytes);

struct EvpContext;  // OpenSSL's, hidden

// An incremental digest. finish() resets it for the next one.
class Sha1 {
 public:
  Sha1();
  ~Sha1();
  Sha1(Sha1&&) noexcept;
  Sha1& operator=(Sha1&&) noexcept;
  void update(std::string_view bytes);
  Sha1Digest finish();

 private:
  std::unique_ptr<EvpContext> context_;
};

class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;
  void update(std::string_view bytes);
  std::string finish_hex();

 private:
  std::unique_ptr<EvpContext> context_;
};

}  // namespace freshet
