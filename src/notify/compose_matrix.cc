// Matrix, client-server API v3. The id of the delivery is the transaction: a homeserver drops
// repeats, so the message arrives once. Notices are not answered by robots. Encrypted rooms cannot
// be reached.
#include <fmt/format.h>

#include "base/percent.h"
#include "notify/escape_text.h"
#include "notify/json_request.h"

namespace freshet {
namespace {

// An event may have 65,536 bytes. It has the text twice, and escapes of JSON may double both.
constexpr std::size_t kMatrixTextBytesMax = 9'000;

TextStyle counted_in_bytes(TextStyle style) {
  style.unit = TextUnit::bytes;
  return style;
}

std::string percent_segment(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (is_unreserved(c)) {
      out += c;
    } else {
      append_percent_byte(out, static_cast<unsigned char>(c));
    }
  }
  return out;
}

}  // namespace

Composed compose_matrix(const ChannelConfig& config, const Notification& notification) {
  const Notice notice = notice_of(config, notification);
  const TextStyle plain = counted_in_bytes(plain_style(kMatrixTextBytesMax));
  const TextStyle html = counted_in_bytes(html_style(kMatrixTextBytesMax));
  std::string text = notice.title + "\n" + styled_body(notice, plain);
  std::string formatted =
      fmt::format("<b>{}</b><br>\n{}", html_text(notice.title), styled_body(notice, html));
  if (!notice.main_link.empty()) text += "\n" + notice.main_link;
  for (const NoticeLink& link : notice.links)
    formatted +=
        (&link == notice.links.data() ? "<br>\n" : " · ") + html.link(link.label, link.url);
  JsonWriter json;
  json.begin_object().key("msgtype").value("m.notice").key("body").value(text);
  json.key("format").value("org.matrix.custom.html");
  json.key("formatted_body").value(formatted).end_object();
  const std::string path =
      fmt::format("/_matrix/client/v3/rooms/{}/send/m.room.message/{}",
                  percent_segment(channel_value(config, "room")), percent_segment(notification.id));
  Composed composed = json_request(ChannelKind::matrix, notification,
                                   server_path(channel_value(config, "server"), path), json.take());
  composed.method = "PUT";
  composed.headers.push_back({"Authorization", "Bearer " + channel_value(config, "token")});
  return composed;
}

}  // namespace freshet
