#include "monitor/message_links.h"

#include <fmt/format.h>

#include <utility>

namespace freshet {
namespace {

std::string without_slash(std::string address) {
  while (address.ends_with('/')) address.pop_back();
  return address;
}

}  // namespace

MessageLinker::MessageLinker(LinkBases bases, std::string key)
    : bases_{.pages = without_slash(std::move(bases.pages)),
             .replay = without_slash(std::move(bases.replay))},
      key_(std::move(key)) {}

std::string MessageLinker::version_link(const ChangeMessage& message,
                                        const std::optional<MessageVersion>& version) const {
  if (!version || bases_.replay.empty()) return {};
  return fmt::format("{}/replay/{}/{}", bases_.replay, digits_time(version->fetched),
                     message.page.url);
}

MessageLinks MessageLinker::links_of(const ChangeMessage& message, HappeningId happening,
                                     WatchId watch, ChannelId channel) const {
  MessageLinks links{.old_version = version_link(message, message.old_version),
                     .new_version = version_link(message, message.new_version)};
  if (bases_.pages.empty()) return links;
  LinkToken token{.happening = happening, .watch = watch, .channel = channel};
  if (message.kind == MessageKind::page_changed)
    links.silence = fmt::format("{}{}{}", bases_.pages, kSilencePath, sign_link(token, key_));
  token.act = LinkAct::unsubscribe;
  links.unsubscribe = fmt::format("{}{}{}", bases_.pages, kUnsubscribePath, sign_link(token, key_));
  return links;
}

}  // namespace freshet
