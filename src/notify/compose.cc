#include "notify/compose.h"

#include "base/check.h"

namespace freshet {

Composed compose(const ChannelConfig& config, const Notification& notification) {
  switch (config.kind) {
    case ChannelKind::email:
      return compose_email(config, notification);
    case ChannelKind::webhook:
      return compose_webhook(config, notification);
    case ChannelKind::slack:
      return compose_slack(config, notification);
    case ChannelKind::discord:
      return compose_discord(config, notification);
    case ChannelKind::mattermost:
      return compose_mattermost(config, notification);
    case ChannelKind::teams:
      return compose_teams(config, notification);
    case ChannelKind::ntfy:
      return compose_ntfy(config, notification);
    case ChannelKind::gotify:
      return compose_gotify(config, notification);
    case ChannelKind::telegram:
      return compose_telegram(config, notification);
    case ChannelKind::matrix:
      return compose_matrix(config, notification);
    case ChannelKind::pushover:
      return compose_pushover(config, notification);
    case ChannelKind::json:
      return compose_json(config, notification);
    case ChannelKind::hook:
      return compose_hook(config, notification);
  }
  contract_broken("every kind of channel has a composer", std::source_location::current());
}

}  // namespace freshet
