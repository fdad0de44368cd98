// Pushover. The token is in the body, so the address is no secret.
#include <chrono>

#include "notify/escape_text.h"
#include "notify/json_request.h"

namespace freshet {
namespace {

constexpr std::size_t kPushoverTextMax = 1024;
constexpr std::size_t kPushoverTitleMax = 250;
constexpr std::size_t kPushoverUrlBytesMax = 512;

}  // namespace

Composed compose_pushover(const ChannelConfig& config, const Notification& notification) {
  const Notice notice = notice_of(config, notification);
  TextStyle style = html_style(kPushoverTextMax);  // it has no struck text
  style.removed_begin = "<i>[was: ";
  style.removed_end = "]</i>";
  style.line_end = "\n";
  const std::string body = styled_body(notice, style);
  JsonWriter json;
  json.begin_object().key("token").value(channel_value(config, "token"));
  json.key("user").value(channel_value(config, "user"));
  json.key("title").value(cut_text(notice.title, kPushoverTitleMax, TextUnit::utf16));
  json.key("message").value(body.empty() ? "-" : body).key("html").value(1);
  if (!notice.main_link.empty() && notice.main_link.size() <= kPushoverUrlBytesMax)
    json.key("url").value(notice.main_link).key("url_title").value(notice.links.front().label);
  json.key("priority").value(channel_number(config, "priority"));
  if (const std::string device = channel_value(config, "device"); !device.empty())
    json.key("device").value(device);
  const auto seconds = std::chrono::floor<std::chrono::seconds>(notification.at.time_since_epoch());
  json.key("timestamp").value(static_cast<std::int64_t>(seconds.count())).end_object();
  return json_request(ChannelKind::pushover, notification,
                      server_path(channel_value(config, "server"), "/1/messages.json"),
                      json.take());
}

}  // namespace freshet
