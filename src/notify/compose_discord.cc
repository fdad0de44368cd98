// Webhooks of Discord, with one embed. An empty list of allowed mentions keeps "@everyone" in the
// text of a page from calling anybody.
#include <fmt/format.h>

#include "notify/escape_text.h"
#include "notify/json_request.h"

namespace freshet {
namespace {

constexpr std::size_t kDiscordTitleMax = 256;
constexpr std::size_t kDiscordTextMax = 4096;
constexpr std::size_t kDiscordFooterMax = 2048;
constexpr std::size_t kDiscordNameMax = 80;
constexpr std::size_t kDiscordSumMax = 6000;  // of all texts of the embed
constexpr std::size_t kDiscordUrlMax = 2048;
constexpr int kDiscordColor = 0x3AA3E3;
constexpr std::size_t kDiscordLinksMax = 1200;

std::string discord_links(const Notice& notice) {
  std::string links;
  for (const NoticeLink& link : notice.links) {
    const std::string next = markdown_style(0).link(link.label, link.url);
    if (links.size() + next.size() + 5 > kDiscordLinksMax) continue;
    links += (links.empty() ? "\n" : " · ") + next;
  }
  return links;
}

// With "wait" Discord answers after it has kept the message.
std::string discord_address(std::string url) {
  if (url.find("wait=") != std::string::npos) return url;
  return url + (url.find('?') == std::string::npos ? "?wait=true" : "&wait=true");
}

}  // namespace

Composed compose_discord(const ChannelConfig& config, const Notification& notification) {
  const Notice notice = notice_of(config, notification);
  const TextStyle style = markdown_style(kDiscordTitleMax);
  const std::string title = escaped_within(notice.title, kDiscordTitleMax, style);
  const std::string footer = cut_text(notice.site, kDiscordFooterMax / 4, TextUnit::utf16);
  const std::string links = discord_links(notice);
  const std::size_t room =
      std::min(kDiscordTextMax, kDiscordSumMax - kDiscordTitleMax - kDiscordFooterMax / 4) -
      text_length(links, TextUnit::utf16);
  JsonWriter json;
  json.begin_object()
      .key("username")
      .value(cut_text(shown_line(channel_value(config, "username")), kDiscordNameMax,
                      TextUnit::utf16));
  json.key("content").value("").key("allowed_mentions").begin_object();
  json.key("parse").begin_array().end_array().end_object();
  json.key("embeds").begin_array().begin_object().key("title").value(title);
  if (!notice.main_link.empty() && notice.main_link.size() <= kDiscordUrlMax)
    json.key("url").value(notice.main_link);
  json.key("description").value(styled_body(notice, markdown_style(room)) + links);
  json.key("color").value(kDiscordColor).key("timestamp").value(iso_second(notification.at));
  json.key("footer").begin_object().key("text").value(footer).end_object();
  json.end_object().end_array().end_object();
  return json_request(ChannelKind::discord, notification,
                      discord_address(channel_value(config, "url")), json.take());
}

}  // namespace freshet
