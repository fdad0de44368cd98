// Incoming webhooks of Mattermost (and Rocket.Chat), with one attachment.
#include <fmt/format.h>

#include "notify/escape_text.h"
#include "notify/json_request.h"

namespace freshet {
namespace {

constexpr std::size_t kMattermostTextMax = 4000;  // longer ones are split by some versions
constexpr std::size_t kMattermostLinksMax = 1200;

}  // namespace

Composed compose_mattermost(const ChannelConfig& config, const Notification& notification) {
  const Notice notice = notice_of(config, notification);
  std::string links;
  for (const NoticeLink& link : notice.links) {
    const std::string next = markdown_style(0).link(link.label, link.url);
    if (links.size() + next.size() + 5 > kMattermostLinksMax) continue;
    links += (links.empty() ? "\n\n" : " · ") + next;
  }
  const TextStyle style = markdown_style(kMattermostTextMax - kMattermostLinksMax);
  const std::string title = markdown_text(notice.title);
  JsonWriter json;
  json.begin_object().key("username").value(channel_value(config, "username"));
  if (const std::string channel = channel_value(config, "channel"); !channel.empty())
    json.key("channel").value(channel);
  json.key("text").value("").key("attachments").begin_array().begin_object();
  json.key("fallback").value(title).key("color").value("#3AA3E3").key("title").value(title);
  if (!notice.main_link.empty()) json.key("title_link").value(notice.main_link);
  json.key("text").value(styled_body(notice, style) + links);
  json.key("fields").begin_array().begin_object().key("short").value(true);
  json.key("title").value("Site").key("value").value(markdown_text(notice.site)).end_object();
  json.end_array().end_object().end_array().end_object();
  return json_request(ChannelKind::mattermost, notification, channel_value(config, "url"),
                      json.take());
}

}  // namespace freshet
