#include "registry/link_token.h"

#include <fmt/format.h>

#include <array>
#include <charconv>

#include "base/split.h"
#include "registry/secret_token.h"

namespace freshet {
namespace {

constexpr std::size_t kLinkParts = 4;

// Returns the part that is signed: "s.7.12".
std::string signed_part(const LinkToken& token) {
  return fmt::format("{}.{}.{}", token.action == LinkAction::silence ? 's' : 'u', token.watch,
                     token.happening);
}

// Returns the number if it is written as we write it.
std::optional<std::int64_t> link_number(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < 0) return std::nullopt;
  return number;
}

}  // namespace

std::string write_link_token(const LinkToken& token, std::string_view key) {
  const std::string part = signed_part(token);
  return fmt::format("{}.{}", part, signature_of(part, key));
}

std::optional<LinkToken> read_link_token(std::string_view text, std::string_view key) {
  const auto parts = split_at('.', text);
  if (parts.size() != kLinkParts || (parts[0] != "s" && parts[0] != "u")) return std::nullopt;
  const auto watch = link_number(parts[1]), happening = link_number(parts[2]);
  if (!watch || !happening) return std::nullopt;
  const LinkToken token{
      .action = parts[0] == "s" ? LinkAction::silence : LinkAction::unsubscribe,
      .watch = *watch,
      .happening = *happening};
  if (!equal_in_constant_time(write_link_token(token, key), text)) return std::nullopt;
  return token;
}

std::string link_path(const LinkToken& token, std::string_view key) {
  const bool silences = token.action == LinkAction::silence;
  return std::string(silences ? kSilencePath : kUnsubscribePath) + write_link_token(token, key);
}

}  // namespace freshet
