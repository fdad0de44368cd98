#include "registry/password.h"

#include <fmt/format.h>
#include <sodium.h>

#include <array>

#include "base/check.h"
#include "registry/secret_token.h"

namespace freshet {
namespace {

// The parts of a stored hash (PHC string format), in base 64 without padding.
constexpr std::size_t kSaltLength = 22;
constexpr std::size_t kOutputLength = 43;

std::string random_base64(std::size_t length) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (const char byte : random_bytes(length))
    text += kDigits[static_cast<unsigned char>(byte) & 63];
  text.back() = 'A';  // the last digit of 16 or 32 bytes has bits to spare, which are 0
  return text;
}

}  // namespace

Result<PasswordHash> hash_password(std::string_view password, const PasswordCost& cost) {
  if (password.size() < kPasswordBytesMin || password.size() > kPasswordBytesMax)
    return std::unexpected(
        Error{Errc::invalid, fmt::format("the password has {} bytes; choose one of {} to {}",
                                         password.size(), kPasswordBytesMin, kPasswordBytesMax)});
  require(sodium_init() >= 0, "the operating system has random numbers");
  std::array<char, crypto_pwhash_STRBYTES> text{};
  if (crypto_pwhash_str_alg(text.data(), password.data(), password.size(), cost.passes,
                            cost.memory_bytes, crypto_pwhash_ALG_ARGON2ID13) != 0)
    return std::unexpected(
        Error{Errc::limit, fmt::format("the password cannot be hashed: this takes {} MiB of memory",
                                       cost.memory_bytes >> 20)});
  return PasswordHash{text.data()};
}

bool matches_password(const PasswordHash& hash, std::string_view password) {
  require(sodium_init() >= 0, "the operating system has random numbers");
  // A longer password was never stored. Its length is checked here, since it comes from outside.
  const std::string_view read = password.substr(0, kPasswordBytesMax + 1);
  return crypto_pwhash_str_verify(hash.text.c_str(), read.data(), read.size()) == 0;
}

PasswordHash hash_of_nobody(const PasswordCost& cost) {
  return {fmt::format("$argon2id$v=19$m={},t={},p=1${}${}", cost.memory_bytes >> 10, cost.passes,
                      random_base64(kSaltLength), random_base64(kOutputLength))};
}

}  // namespace freshet
