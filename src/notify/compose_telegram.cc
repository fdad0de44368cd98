// Telegram's Bot API. HTML, since there only & < > have a meaning; in its Markdown a single "_" is
// an error.
#include <charconv>
#include <optional>

#include "notify/escape_text.h"
#include "notify/json_request.h"

namespace freshet {
namespace {

constexpr std::size_t kTelegramTextMax = 4096;
constexpr std::size_t kTelegramTitleMax = 600;
constexpr std::size_t kTelegramLinksMax = 1000;

TextStyle telegram_style(std::size_t limit) {
  TextStyle style = html_style(limit);
  style.removed_begin = "<s>";
  style.removed_end = "</s>";
  style.line_end = "\n";
  return style;
}

// Numbers of chats are JSON numbers; names of channels are strings.
std::optional<std::int64_t> chat_number(std::string_view chat) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(chat.data(), chat.data() + chat.size(), number);
  if (error != std::errc() || end != chat.data() + chat.size()) return std::nullopt;
  return number;
}

std::string telegram_text(const Notice& notice) {
  const TextStyle title_style = telegram_style(kTelegramTitleMax);
  const std::string title =
      "<b>" + escaped_within(notice.title, kTelegramTitleMax, title_style) + "</b>\n";
  std::string links;
  for (const NoticeLink& link : notice.links) {
    const std::string next = title_style.link(link.label, link.url);
    if (links.size() + next.size() + 5 > kTelegramLinksMax) continue;
    links += (links.empty() ? "\n" : " · ") + next;
  }
  const std::size_t used =
      text_length(title, TextUnit::utf16) + text_length(links, TextUnit::utf16);
  return title + styled_body(notice, telegram_style(kTelegramTextMax - used)) + links;
}

}  // namespace

Composed compose_telegram(const ChannelConfig& config, const Notification& notification) {
  const Notice notice = notice_of(config, notification);
  const std::string chat = channel_value(config, "chat");
  JsonWriter json;
  json.begin_object().key("chat_id");
  if (const auto number = chat_number(chat)) {
    json.value(*number);
  } else {
    json.value(chat);
  }
  if (const int thread = channel_number(config, "thread"); thread > 0)
    json.key("message_thread_id").value(thread);
  json.key("text").value(telegram_text(notice)).key("parse_mode").value("HTML");
  json.key("link_preview_options").begin_object().key("is_disabled").value(true).end_object();
  json.key("disable_notification").value(channel_value(config, "silent") == "yes").end_object();
  const std::string path = "/bot" + channel_value(config, "token") + "/sendMessage";
  return json_request(ChannelKind::telegram, notification,
                      server_path(channel_value(config, "server"), path), json.take());
}

}  // namespace freshet
