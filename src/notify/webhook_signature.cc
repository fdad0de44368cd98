#include "notify/webhook_signature.h"

#include <fmt/format.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <array>
#include <memory>

#include "base/check.h"
#include "base/split.h"
#include "notify/base64.h"

namespace freshet {
namespace {

constexpr std::size_t kSecretBytesMin = 24;
constexpr std::size_t kSecretBytesMax = 64;
constexpr std::size_t kEd25519Bytes = 32;

struct FreePkey {
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
};
struct FreeDigest {
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};

const unsigned char* raw(std::string_view bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

std::string hmac_of(std::string_view key, std::string_view bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned length = 0;
  require(HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), raw(bytes), bytes.size(),
               digest.data(), &length) != nullptr,
          "libcrypto has HMAC-SHA256");
  return {reinterpret_cast<const char*>(digest.data()), length};
}

std::string ed25519_of(std::string_view key, std::string_view bytes) {
  const std::unique_ptr<EVP_PKEY, FreePkey> pkey(
      EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, raw(key), key.size()));
  const std::unique_ptr<EVP_MD_CTX, FreeDigest> context(EVP_MD_CTX_new());
  std::array<unsigned char, 64> signature{};
  std::size_t length = signature.size();
  require(
      pkey && context &&
          EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, pkey.get()) == 1 &&
          EVP_DigestSign(context.get(), signature.data(), &length, raw(bytes), bytes.size()) == 1,
      "libcrypto has ed25519");
  return {reinterpret_cast<const char*>(signature.data()), length};
}

Result<SigningKey> parse_key(std::string_view text) {
  constexpr std::string_view kSecret = "whsec_", kPrivate = "whsk_";
  if (text.starts_with(kSecret)) {
    auto bytes = parse_base64(text.substr(kSecret.size()));
    if (bytes && bytes->size() >= kSecretBytesMin && bytes->size() <= kSecretBytesMax)
      return SigningKey{SigningKey::Kind::hmac_sha256, std::move(*bytes)};
    return std::unexpected(
        Error{Errc::invalid, "a key \"whsec_...\" has 24 to 64 bytes in Base64 behind the prefix"});
  }
  if (text.starts_with(kPrivate)) {
    auto bytes = parse_base64(text.substr(kPrivate.size()));
    // Some programs write the public key behind the private one.
    if (bytes && (bytes->size() == kEd25519Bytes || bytes->size() == 2 * kEd25519Bytes))
      return SigningKey{SigningKey::Kind::ed25519, bytes->substr(0, kEd25519Bytes)};
    return std::unexpected(
        Error{Errc::invalid, "a key \"whsk_...\" has 32 or 64 bytes in Base64 behind the prefix"});
  }
  return std::unexpected(Error{Errc::invalid, "a key begins with \"whsec_\" or \"whsk_\""});
}

}  // namespace

Result<std::vector<SigningKey>> parse_signing_keys(std::string_view text) {
  std::vector<SigningKey> keys;
  for (const std::string_view word : split_at(' ', text)) {
    if (word.empty()) continue;
    if (keys.size() == kSigningKeysMax)
      return std::unexpected(
          Error{Errc::limit, fmt::format("there are more than {} keys", kSigningKeysMax)});
    auto key = parse_key(word);
    if (!key) return std::unexpected(std::move(key.error()));
    keys.push_back(std::move(*key));
  }
  return keys;
}

std::string webhook_signature(std::string_view id, Time time, std::string_view body,
                              const std::vector<SigningKey>& keys) {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(time.time_since_epoch()).count();
  const std::string bytes = fmt::format("{}.{}.{}", id, seconds, body);
  std::string value;
  for (const SigningKey& key : keys) {
    if (!value.empty()) value += ' ';
    value += key.kind == SigningKey::Kind::ed25519
                 ? "v1a," + encode_base64(ed25519_of(key.bytes, bytes))
                 : "v1," + encode_base64(hmac_of(key.bytes, bytes));
  }
  return value;
}

}  // namespace freshet
