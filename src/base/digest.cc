#include "base/digest.h"

#include <openssl/evp.h>

#include "base/ascii.h"
#include "base/check.h"

namespace freshet {

// Caches the algorithm too: looking it up costs more than hashing a small header.
struct EvpContext {
  explicit EvpContext(const char* name)
      : algorithm(EVP_MD_fetch(nullptr, name, nullptr)), state(EVP_MD_CTX_new()) {
    require(algorithm && state, "OpenSSL has this digest and memory for it");
    start();
  }
  ~EvpContext() {
    EVP_MD_CTX_free(state);
    EVP_MD_free(algorithm);
  }
  EvpContext(const EvpContext&) = delete;
  EvpContext& operator=(const EvpContext&) = delete;

  void start() { require(EVP_DigestInit_ex2(state, algorithm, nullptr) == 1, "a digest starts"); }
  void update(std::string_view bytes) {
    require(EVP_DigestUpdate(state, bytes.data(), bytes.size()) == 1, "a digest takes bytes");
  }
  void finish(std::uint8_t* out) {
    require(EVP_DigestFinal_ex(state, out, nullptr) == 1, "a digest ends");
    start();
  }

  EVP_MD* algorithm;
  EVP_MD_CTX* state;
};

namespace {

constexpr std::string_view kBase32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

int base32_value(char c) {
  c = to_ascii_upper(c);
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= '2' && c <= '7') return c - '2' + 26;
  return -1;
}

// Each character encodes `bits` of the digest. 32 characters of 5 and 40 of 4 both make 160.
template <class Value>
std::optional<Sha1Digest> read_digits(std::string_view text, unsigned bits, Value value_of) {
  Sha1Digest digest;
  std::size_t byte = 0;
  unsigned held = 0;
  unsigned held_bits = 0;
  for (const char c : text) {
    const int value = value_of(c);
    if (value < 0) return std::nullopt;
    held = (held << bits | static_cast<unsigned>(value)) & 0xfff;
    held_bits += bits;
    if (held_bits < 8) continue;
    held_bits -= 8;
    digest.bytes[byte++] = static_cast<std::uint8_t>(held >> held_bits);
  }
  return digest;
}

int base16_value(char c) { return is_ascii_hex_digit(c) ? static_cast<int>(hex_value(c)) : -1; }

}  // namespace

std::string Sha1Digest::base32() const {
  std::string text;
  text.reserve(32);
  for (std::size_t group = 0; group < bytes.size(); group += 5) {
    std::uint64_t forty_bits = 0;
    for (std::size_t i = 0; i < 5; ++i) forty_bits = forty_bits << 8 | bytes[group + i];
    for (int shift = 35; shift >= 0; shift -= 5) text += kBase32[forty_bits >> shift & 31];
  }
  return text;
}

std::optional<Sha1Digest> Sha1Digest::parse(std::string_view text) {
  if (starts_with_ignoring_case(text, "sha1:")) text.remove_prefix(5);
  if (text.size() == 32) return read_digits(text, 5, base32_value);
  if (text.size() == 40) return read_digits(text, 4, base16_value);
  return std::nullopt;
}

Sha1Digest sha1(std::string_view bytes) {
  thread_local Sha1 hasher;
  hasher.update(bytes);
  return hasher.finish();
}

std::string sha256_hex(std::string_view bytes) {
  thread_local Sha256 hasher;
  hasher.update(bytes);
  return hasher.finish_hex();
}

Sha1::Sha1() : context_(std::make_unique<EvpContext>("SHA1")) {}
Sha1::~Sha1() = default;
Sha1::Sha1(Sha1&&) noexcept = default;
Sha1& Sha1::operator=(Sha1&&) noexcept = default;
void Sha1::update(std::string_view bytes) { context_->update(bytes); }

Sha1Digest Sha1::finish() {
  Sha1Digest digest;
  context_->finish(digest.bytes.data());
  return digest;
}

Sha256::Sha256() : context_(std::make_unique<EvpContext>("SHA256")) {}
Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;
void Sha256::update(std::string_view bytes) { context_->update(bytes); }

std::string Sha256::finish_hex() {
  std::array<std::uint8_t, 32> digest;
  context_->finish(digest.data());
  std::string hex;
  for (const std::uint8_t byte : digest) {
    hex += "0123456789abcdef"[byte >> 4];
    hex += "0123456789abcdef"[byte & 15];
  }
  return hex;
}

}  // namespace freshet
