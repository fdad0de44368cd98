// ntfy, published as JSON to the root of the server. Longer messages would become attachments.
#include <vector>

#include "notify/json_request.h"

namespace freshet {
namespace {

constexpr std::size_t kNtfyMessageBytesMax = 3800;  // of 4096
constexpr std::size_t kNtfyTitleBytesMax = 250;
constexpr std::size_t kNtfyActionsMax = 3;

std::string_view ntfy_tag(MessageKind kind) {
  switch (kind) {
    case MessageKind::page_error:
    case MessageKind::filter_lost:
      return "warning";
    case MessageKind::page_gone:
      return "wastebasket";
    default:
      return "pencil";
  }
}

// Returns the links for which there are buttons. A click leads to the main one. The page is left
// out first: the difference leads there too.
std::vector<NoticeLink> ntfy_actions(const Notice& notice) {
  std::vector<NoticeLink> links = notice.links;
  std::erase_if(links, [&](const NoticeLink& link) { return link.url == notice.main_link; });
  if (links.size() > kNtfyActionsMax)
    std::erase_if(links, [](const NoticeLink& link) { return link.label == "Page"; });
  if (links.size() > kNtfyActionsMax) links.resize(kNtfyActionsMax);
  return links;
}

}  // namespace

Composed compose_ntfy(const ChannelConfig& config, const Notification& notification) {
  const Notice notice = notice_of(config, notification);
  TextStyle style = plain_style(kNtfyMessageBytesMax);
  style.unit = TextUnit::bytes;
  JsonWriter json;
  json.begin_object().key("topic").value(channel_value(config, "topic"));
  json.key("title").value(cut_text(notice.title, kNtfyTitleBytesMax, TextUnit::bytes));
  json.key("message").value(styled_body(notice, style));
  json.key("tags").begin_array().value(ntfy_tag(notification.messages.front().kind)).end_array();
  json.key("priority").value(channel_number(config, "priority"));
  if (!notice.main_link.empty()) json.key("click").value(notice.main_link);
  json.key("markdown").value(false).key("actions").begin_array();
  for (const NoticeLink& link : ntfy_actions(notice)) {
    json.begin_object().key("action").value("view").key("label").value(link.label);
    json.key("url").value(link.url).end_object();
  }
  json.end_array().end_object();
  Composed composed = json_request(ChannelKind::ntfy, notification,
                                   server_path(channel_value(config, "server"), "/"), json.take());
  const std::string token = channel_value(config, "token"), user = channel_value(config, "user");
  if (!token.empty()) {
    composed.headers.push_back({"Authorization", "Bearer " + token});
  } else if (!user.empty()) {
    composed.headers.push_back(basic_authorization(user, channel_value(config, "password")));
  }
  return composed;
}

}  // namespace freshet
