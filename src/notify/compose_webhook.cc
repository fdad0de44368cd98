// Standard Webhooks 1.0.0. The id stays the same for all attempts; the sender adds timestamp and
// signature.
#include <utility>

#include "notify/json_request.h"
#include "notify/message_json.h"

namespace freshet {
namespace {

constexpr std::size_t kWebhookBytesMax = 20'000;  // the scheme asks for less than 20 kB

}  // namespace

Composed compose_webhook(const ChannelConfig& config, const Notification& notification) {
  Composed composed = json_request(ChannelKind::webhook, notification, channel_value(config, "url"),
                                   message_json(notification, kWebhookBytesMax));
  composed.headers.push_back({"webhook-id", notification.id});
  add_header_lines(composed, channel_value(config, "headers"));
  if (auto keys = parse_signing_keys(channel_value(config, "secret")))
    composed.signing_keys = std::move(*keys);
  return composed;
}

}  // namespace freshet
