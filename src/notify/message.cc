#include "notify/message.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/check.h"

namespace freshet {
namespace {

constexpr std::array<std::string_view, 10> kKindNames = {
    "page.changed",      "page.new",           "page.gone",       "page.error",   "page.recovered",
    "watch.filter_lost", "watch.filter_found", "site.redesigned", "channel.test", "channel.paused"};

constexpr std::array<std::string_view, 4> kTogetherNames = {"single", "redesign", "many", "digest"};

}  // namespace

std::string_view kind_name(MessageKind kind) {
  const auto place = static_cast<std::size_t>(kind);
  require(place < kKindNames.size(), "a kind has a name");
  return kKindNames[place];
}

std::optional<MessageKind> parse_message_kind(std::string_view name) {
  const auto* const found = std::ranges::find(kKindNames, name);
  if (found == kKindNames.end()) return std::nullopt;
  return static_cast<MessageKind>(found - kKindNames.begin());
}

std::string_view together_name(Together together) {
  const auto place = static_cast<std::size_t>(together);
  require(place < kTogetherNames.size(), "a reason has a name");
  return kTogetherNames[place];
}

std::optional<Together> parse_together(std::string_view name) {
  const auto* const found = std::ranges::find(kTogetherNames, name);
  if (found == kTogetherNames.end()) return std::nullopt;
  return static_cast<Together>(found - kTogetherNames.begin());
}

Notification single_notification(std::string delivery, ChangeMessage message) {
  Notification notification{.id = std::move(delivery), .at = message.at};
  notification.links = message.links;
  notification.messages.push_back(std::move(message));
  return notification;
}

}  // namespace freshet
