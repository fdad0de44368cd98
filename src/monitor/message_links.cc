#include "monitor/message_links.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <utility>

#include "base/split.h"
#include "registry/secret_token.h"

namespace freshet {
namespace {

constexpr std::size_t kSignatureBytes = 16;
constexpr std::size_t kTokenBytesMax = 200;
constexpr std::array<std::string_view, 2> kActNames = {"s", "u"};

std::string hex(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) text += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return text;
}

// A keyed hash: only who has the key can compute it.
std::string signature(std::string_view signed_text, const std::string& key) {
  return hex(derived_key(key, signed_text).substr(0, kSignatureBytes));
}

std::optional<std::int64_t> number_in(std::string_view text) {
  std::int64_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size() || number < 0)
    return std::nullopt;
  return number;
}

}  // namespace

std::string sign_link(const LinkToken& token, const std::string& key) {
  std::string text = fmt::format("{}-{}-{}-{}", kActNames[static_cast<std::size_t>(token.act)],
                                 token.happening, token.watch, token.channel);
  return text + "-" + signature(text, key);
}

std::optional<LinkToken> read_link(std::string_view text, const std::string& key) {
  const std::size_t end = text.rfind('-');
  if (text.size() > kTokenBytesMax || end == std::string_view::npos) return std::nullopt;
  if (!equal_in_constant_time(signature(text.substr(0, end), key), text.substr(end + 1)))
    return std::nullopt;
  std::vector<std::string_view> fields;
  for (const std::string_view field : split_at('-', text.substr(0, end))) fields.push_back(field);
  if (fields.size() != 4) return std::nullopt;
  const auto happening = number_in(fields[1]), watch = number_in(fields[2]),
             channel = number_in(fields[3]);
  if (!happening || !watch || !channel) return std::nullopt;
  return LinkToken{.act = fields[0] == kActNames[0] ? LinkAct::silence : LinkAct::unsubscribe,
                   .happening = *happening,
                   .watch = *watch,
                   .channel = *channel};
}

MessageLinker::MessageLinker(std::string base, std::string key)
    : base_(std::move(base)), key_(std::move(key)) {
  while (base_.ends_with('/')) base_.pop_back();
}

std::string MessageLinker::version_link(const ChangeMessage& message,
                                        const std::optional<MessageVersion>& version) const {
  if (!version) return {};
  return fmt::format("{}/versions/{}/{}", base_, digits_time(version->fetched), message.page.url);
}

MessageLinks MessageLinker::links_of(const ChangeMessage& message, HappeningId happening,
                                     WatchId watch, ChannelId channel) const {
  if (base_.empty()) return {};
  LinkToken token{.happening = happening, .watch = watch, .channel = channel};
  MessageLinks links{.difference = fmt::format("{}/changes/{}", base_, happening),
                     .old_version = version_link(message, message.old_version),
                     .new_version = version_link(message, message.new_version)};
  if (message.kind == MessageKind::page_changed)
    links.silence = fmt::format("{}/silence/{}", base_, sign_link(token, key_));
  token.act = LinkAct::unsubscribe;
  links.unsubscribe = fmt::format("{}/unsubscribe/{}", base_, sign_link(token, key_));
  return links;
}

}  // namespace freshet
