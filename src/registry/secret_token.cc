#include "registry/secret_token.h"

#include <sodium.h>

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "base/check.h"

namespace freshet {
namespace {

constexpr std::size_t kIdBytes = 9;
constexpr std::size_t kIdLength = 12;
constexpr std::size_t kSecretBytes = 32;
constexpr std::size_t kSecretLength = 43;
constexpr std::size_t kHashBytes = 32;

struct Prefix {
  TokenKind kind;
  std::string_view text;
};
constexpr std::array kPrefixes = {
    Prefix{TokenKind::session, "frs_"}, Prefix{TokenKind::api, "frt_"},
    Prefix{TokenKind::invitation, "fri_"}, Prefix{TokenKind::feed, "frf_"}};

void start_sodium() {
  static const bool started = sodium_init() >= 0;
  require(started, "the operating system has random numbers");
}

const unsigned char* octets(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

std::string base64url(std::string_view bytes) {
  constexpr int kVariant = sodium_base64_VARIANT_URLSAFE_NO_PADDING;
  std::string text(sodium_base64_encoded_len(bytes.size(), kVariant), '\0');
  sodium_bin2base64(text.data(), text.size(), octets(bytes), bytes.size(), kVariant);
  text.pop_back();  // the zero at its end
  return text;
}

std::string blake2b(std::string_view bytes, std::string_view key) {
  std::string hash(kHashBytes, '\0');
  const int failed =
      crypto_generichash(reinterpret_cast<unsigned char*>(hash.data()), hash.size(), octets(bytes),
                         bytes.size(), key.empty() ? nullptr : octets(key), key.size());
  require(failed == 0, "BLAKE2b takes a key of at most 64 bytes");
  return hash;
}

}  // namespace

std::string random_bytes(std::size_t count) {
  start_sodium();
  std::string bytes(count, '\0');
  randombytes_buf(bytes.data(), bytes.size());
  return bytes;
}

SecretToken SecretToken::make(TokenKind kind) {
  return {.kind = kind,
          .id = base64url(random_bytes(kIdBytes)),
          .secret = base64url(random_bytes(kSecretBytes))};
}

std::optional<SecretToken> SecretToken::parse(std::string_view text) {
  const auto prefix = std::ranges::find_if(
      kPrefixes, [&](const Prefix& known) { return text.starts_with(known.text); });
  if (prefix == kPrefixes.end()) return std::nullopt;
  text.remove_prefix(prefix->text.size());
  if (text.size() != kIdLength + kSecretLength) return std::nullopt;
  const auto is_digit = [](char c) { return is_ascii_alnum(c) || c == '-' || c == '_'; };
  if (!std::ranges::all_of(text, is_digit)) return std::nullopt;
  return SecretToken{.kind = prefix->kind,
                     .id = std::string(text.substr(0, kIdLength)),
                     .secret = std::string(text.substr(kIdLength))};
}

std::string SecretToken::text() const {
  const auto prefix =
      std::ranges::find_if(kPrefixes, [&](const Prefix& known) { return known.kind == kind; });
  return std::string(prefix->text) + id + secret;
}

std::string SecretToken::hash() const { return blake2b(secret, {}); }

bool SecretToken::matches(std::string_view stored_hash) const {
  return equal_in_constant_time(hash(), stored_hash);
}

bool equal_in_constant_time(std::string_view a, std::string_view b) {
  return a.size() == b.size() && sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

std::string derived_key(std::string_view master, std::string_view purpose) {
  return blake2b(purpose, master);
}

std::string sortable_id(Time time) {
  constexpr std::string_view kDigits = "0123456789abcdefghjkmnpqrstvwxyz";  // Crockford's base 32
  constexpr int kTimeDigits = 10;
  constexpr std::size_t kRandomDigits = 16;
  const auto milliseconds = static_cast<std::uint64_t>(std::max<std::int64_t>(
      0, std::chrono::floor<std::chrono::milliseconds>(time.time_since_epoch()).count()));
  std::string id = "msg_";
  for (int digit = kTimeDigits - 1; digit >= 0; --digit)
    id += kDigits[(milliseconds >> (5 * digit)) & 31];
  for (const char byte : random_bytes(kRandomDigits))
    id += kDigits[static_cast<unsigned char>(byte) & 31];
  return id;
}

}  // namespace freshet
