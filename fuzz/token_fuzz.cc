// Reads: src/registry/secret_token.cc src/registry/login_throttle.cc
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "registry/login_throttle.h"
#include "registry/secret_token.h"

using freshet::require;

// A client sends both texts: the token in a header, cookie or path, the address by way of a proxy.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const auto token = freshet::SecretToken::parse(text);
  if (token) {
    require(token->text() == text, "a token is its text");
    require(token->matches(token->hash()), "it has its own hash");
  }
  const std::string network = freshet::network_of(text);
  require(network.size() <= 300, "the name of a network is short");
  freshet::LoginThrottle throttle;
  const freshet::Time now = *freshet::parse_time("2026-11-19");
  require(throttle.admit(text, text, now) == freshet::Duration{0}, "the first attempt is free");
  throttle.succeeded(text, text);
  require(throttle.size() == 0, "and forgotten when it was right");
  return 0;
}
