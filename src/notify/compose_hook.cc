// A command of this machine. It gets the JSON of a webhook on standard input.
#include <chrono>
#include <utility>

#include "notify/command_words.h"
#include "notify/compose.h"
#include "notify/message_json.h"

namespace freshet {
namespace {

constexpr std::size_t kHookBytesMax = 200'000;

}  // namespace

Composed compose_hook(const ChannelConfig& config, const Notification& notification) {
  Composed composed{.kind = ChannelKind::hook, .id = notification.id};
  composed.body = message_json(notification, kHookBytesMax);
  auto words = split_command(channel_value(config, "command"));
  composed.hook =
      HookCommand{.words = words ? std::move(*words) : std::vector<std::string>{},
                  .time_limit = std::chrono::seconds(channel_number(config, "time_limit"))};
  return composed;
}

}  // namespace freshet
