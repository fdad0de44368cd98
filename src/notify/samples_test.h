// A message and channels for tests.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "base/time.h"
#include "notify/channel.h"
#include "notify/message.h"

namespace freshet {

inline ChangeMessage water_message() {
  return {.id = "c-42",
          .kind = MessageKind::page_changed,
          .at = parse_time("2026-11-17T05:00:00Z").value(),
          .watch = {.id = "w-7", .name = "Water", .tags = {"town"}},
          .page = {.url = "https://gazette.example/water", .title = "Water"},
          .old_version = MessageVersion{"20261116T0500Z", *parse_time("2026-11-16T05:00:00Z")},
          .new_version = MessageVersion{"20261117T0500Z", *parse_time("2026-11-17T05:00:00Z")},
          .change_class = "minor",
          .certainty = 0.97,
          .why = "main text changed; no such block changed in 8 earlier versions",
          .hunks = {{"the reservoir stands at ", "two thirds", "one half", " of its volume"}},
          .words_added = 2,
          .words_removed = 2,
          .links = {.difference = "https://h.example/d/42",
                    .old_version = "https://h.example/v/1",
                    .new_version = "https://h.example/v/2",
                    .silence = "https://h.example/silence/42",
                    .unsubscribe = "https://h.example/end/w-7"}};
}

inline Notification water_notification() { return single_notification("d-1001", water_message()); }

// The same page with text that tries to become markup, mentions, fields and commands.
inline ChangeMessage hostile_message() {
  ChangeMessage message = water_message();
  const std::string hostile =
      "<!channel> @everyone </b><script>alert(1)</script> *b* _i_ ~s~ `c` [l](http://x.example) "
      "\r\nBcc: victim@example.org\r\n\r\n.\r\n \x1b[31m\xE2\x80\xAE"
      "evil &lt; {{title}} \xFF end";
  message.watch.name = hostile;
  message.page.title = hostile;
  message.why = hostile;
  message.hunks = {{hostile, hostile, hostile, hostile}};
  message.page.url = "https://gazette.example/a)b>c|d\"e'f<g h";
  return message;
}

// A redesign of a site with so many pages.
inline Notification redesign_notification(std::size_t pages) {
  Notification notification{.id = "d-2002",
                            .together = Together::redesign,
                            .at = *parse_time("2026-11-17T05:00:00Z"),
                            .links = {.difference = "https://h.example/redesign/3"}};
  for (std::size_t i = 0; i < pages; ++i) {
    ChangeMessage message = water_message();
    message.id += "-" + std::to_string(i);
    message.watch.name = "";
    message.page.title = "Page " + std::to_string(i);
    notification.messages.push_back(std::move(message));
  }
  return notification;
}

// A valid channel of each kind; `base` is where its server is.
inline ChannelConfig sample_channel(ChannelKind kind, const std::string& base) {
  using Fields = std::map<std::string, std::string>;
  ChannelConfig config{.kind = kind, .name = "town"};
  const auto with = [&](Fields settings, Fields secrets) {
    config.settings = std::move(settings);
    config.secrets = std::move(secrets);
    return config;
  };
  switch (kind) {
    case ChannelKind::email:
      return with({{"to", "ann@example.org, bob@example.org"},
                   {"from", "watch@example.org"},
                   {"server", "127.0.0.1:2525"},
                   {"security", "none"}},
                  {});
    case ChannelKind::webhook:
      return with({}, {{"url", base + "/in"},
                       {"secret", "whsec_ZnJlc2hldC1leGFtcGxlLXNlY3JldC0zMi1ieXRlcyE="}});
    case ChannelKind::slack:
      return with({}, {{"url", base + "/services/T0/B0/X0"}});
    case ChannelKind::discord:
      return with({}, {{"url", base + "/api/webhooks/1/token"}});
    case ChannelKind::mattermost:
      return with({}, {{"url", base + "/hooks/key"}});
    case ChannelKind::teams:
      return with({}, {{"url", base + "/workflows/w/triggers/manual/paths/invoke?sig=s"}});
    case ChannelKind::ntfy:
      return with({{"server", base}, {"topic", "water"}}, {{"token", "tk_secret"}});
    case ChannelKind::gotify:
      return with({{"server", base + "/"}}, {{"token", "Asecret"}});
    case ChannelKind::telegram:
      return with({{"server", base}, {"chat", "12315544"}}, {{"token", "123:abc"}});
    case ChannelKind::matrix:
      return with({{"server", base}, {"room", "!room:example.org"}}, {{"token", "syt_secret"}});
    case ChannelKind::pushover:
      return with({{"server", base}}, {{"token", "apptoken"}, {"user", "userkey"}});
    case ChannelKind::json:
      return with({}, {{"url", base + "/json"}});
    case ChannelKind::hook:
      return with({{"command", "/bin/cat"}}, {});
  }
  return config;
}

}  // namespace freshet
