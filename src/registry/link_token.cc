#include "registry/link_token.h"

#include <fmt/format.h>

#include <charconv>

#include "base/split.h"
#include "registry/secret_token.h"

namespace freshet {
namespace {

constexpr std::size_t kSignatureBytes = 16;
constexpr std::size_t kLinkParts = 5;

// A keyed hash: only who has the key can compute it.
std::string link_signature(std::string_view signed_text, const std::string& key) {
  std::string text;
  for (const char c : derived_key(key, signed_text).substr(0, kSignatureBytes))
    text += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return text;
}

std::optional<std::int64_t> link_number(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < 0) return std::nullopt;
  return number;
}

}  // namespace

std::string sign_link(const LinkToken& token, const std::string& key) {
  const std::string text = fmt::format("{}-{}-{}-{}", token.act == LinkAct::silence ? 's' : 'u',
                                       token.happening, token.watch, token.channel);
  return fmt::format("{}-{}", text, link_signature(text, key));
}

std::optional<LinkToken> read_link(std::string_view text, const std::string& key) {
  const auto parts = split_at('-', text);
  if (parts.size() != kLinkParts || (parts[0] != "s" && parts[0] != "u")) return std::nullopt;
  const auto happening = link_number(parts[1]), watch = link_number(parts[2]),
             channel = link_number(parts[3]);
  if (!happening || !watch || !channel) return std::nullopt;
  const LinkToken token{.act = parts[0] == "s" ? LinkAct::silence : LinkAct::unsubscribe,
                        .happening = *happening,
                        .watch = *watch,
                        .channel = *channel};
  if (!equal_in_constant_time(sign_link(token, key), text)) return std::nullopt;
  return token;
}

}  // namespace freshet
