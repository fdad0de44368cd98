// Title and message in JSON, as apprise posts them to json:// addresses.
#include <utility>

#include "notify/json_request.h"

namespace freshet {
namespace {

constexpr std::size_t kJsonMessageMax = 8000;

std::string_view apprise_type(MessageKind kind) {
  switch (kind) {
    case MessageKind::page_error:
    case MessageKind::filter_lost:
      return "warning";
    case MessageKind::page_recovered:
    case MessageKind::filter_found:
      return "success";
    default:
      return "info";
  }
}

}  // namespace

Composed compose_json(const ChannelConfig& config, const Notification& notification) {
  const Notice notice = notice_of(config, notification);
  std::string body = styled_body(notice, plain_style(kJsonMessageMax));
  for (const NoticeLink& link : notice.links) body += "\n" + plain_link(link.label, link.url);
  JsonWriter json;
  json.begin_object().key("version").value("1.0").key("title").value(notice.title);
  json.key("message").value(body).key("attachments").begin_array().end_array();
  json.key("type").value(apprise_type(notification.messages.front().kind)).end_object();
  Composed composed =
      json_request(ChannelKind::json, notification, channel_value(config, "url"), json.take());
  composed.method = channel_value(config, "method");
  add_header_lines(composed, channel_value(config, "headers"));
  if (const std::string user = channel_value(config, "user"); !user.empty())
    composed.headers.push_back(basic_authorization(user, channel_value(config, "password")));
  return composed;
}

}  // namespace freshet
