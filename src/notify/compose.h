// Messages as what is sent: an HTTP request, a mail, or the input of a command. Composers are pure;
// sender.h sends. Shapes and limits are those of each service's documents (docs/design/notify.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "notify/channel.h"
#include "notify/message.h"
#include "notify/webhook_signature.h"

namespace freshet {

struct ComposedHeader {
  std::string name;
  std::string value;

  bool operator==(const ComposedHeader&) const = default;
};

enum class MailSecurity : std::uint8_t { starttls, tls, none };

struct MailEnvelope {
  std::string host = {};
  std::uint16_t port = 0;
  MailSecurity security = MailSecurity::starttls;
  std::string user = {};
  std::string password = {};
  std::string from = {};
  std::vector<std::string> to = {};
};

struct HookCommand {
  std::vector<std::string> words = {};
  Duration time_limit = {};
};

struct Composed {
  ChannelKind kind = ChannelKind::webhook;
  std::string method = "POST";
  std::string url = {};  // empty: it is a mail or a command
  std::vector<ComposedHeader> headers = {};
  std::string body = {};  // of the request; the whole mail; standard input of the command
  std::string id = {};    // of the delivery
  std::vector<SigningKey> signing_keys = {};  // sender.h signs when it sends
  std::optional<MailEnvelope> mail = {};
  std::optional<HookCommand> hook = {};
};

// Composes by the kind of the channel. The channel is valid (validate()).
Composed compose(const ChannelConfig& config, const Notification& notification);

Composed compose_email(const ChannelConfig& config, const Notification& notification);
Composed compose_webhook(const ChannelConfig& config, const Notification& notification);
Composed compose_slack(const ChannelConfig& config, const Notification& notification);
Composed compose_discord(const ChannelConfig& config, const Notification& notification);
Composed compose_mattermost(const ChannelConfig& config, const Notification& notification);
Composed compose_teams(const ChannelConfig& config, const Notification& notification);
Composed compose_ntfy(const ChannelConfig& config, const Notification& notification);
Composed compose_gotify(const ChannelConfig& config, const Notification& notification);
Composed compose_telegram(const ChannelConfig& config, const Notification& notification);
Composed compose_matrix(const ChannelConfig& config, const Notification& notification);
Composed compose_pushover(const ChannelConfig& config, const Notification& notification);
Composed compose_json(const ChannelConfig& config, const Notification& notification);
Composed compose_hook(const ChannelConfig& config, const Notification& notification);

}  // namespace freshet
