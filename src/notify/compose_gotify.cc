// Gotify. The message is Markdown; the program of the phone opens the difference.
#include "notify/json_request.h"

namespace freshet {
namespace {

constexpr std::size_t kGotifyTextMax = 8000;  // it has no limit of its own

}  // namespace

Composed compose_gotify(const ChannelConfig& config, const Notification& notification) {
  const Notice notice = notice_of(config, notification);
  TextStyle style = markdown_style(kGotifyTextMax);
  style.line_end = "\n\n";
  std::string body = styled_body(notice, style);
  for (const NoticeLink& link : notice.links)
    body += (&link == notice.links.data() ? "\n\n" : " · ") + style.link(link.label, link.url);
  JsonWriter json;
  json.begin_object().key("title").value(notice.title).key("message").value(body);
  json.key("priority").value(channel_number(config, "priority"));
  json.key("extras").begin_object().key("client::display").begin_object();
  json.key("contentType").value("text/markdown").end_object();
  if (!notice.main_link.empty()) {
    json.key("client::notification").begin_object().key("click").begin_object();
    json.key("url").value(notice.main_link).end_object().end_object();
  }
  json.end_object().end_object();
  Composed composed =
      json_request(ChannelKind::gotify, notification,
                   server_path(channel_value(config, "server"), "/message"), json.take());
  composed.headers.push_back({"X-Gotify-Key", channel_value(config, "token")});
  return composed;
}

}  // namespace freshet
