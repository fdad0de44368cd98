// Incoming webhooks of Slack, with blocks. Text is "verbatim", so that Slack makes no links and
// mentions of its own.
#include <fmt/format.h>

#include "notify/escape_text.h"
#include "notify/json_request.h"

namespace freshet {
namespace {

constexpr std::size_t kSlackSectionMax = 3000;
constexpr std::size_t kSlackHeaderMax = 150;
constexpr std::size_t kSlackContextMax = 2000;

// An address that has passed link_target() has no mark of Slack's but "&". It may have "_" and "~",
// which slack_text would replace.
std::string slack_link(std::string_view text, std::string_view url) {
  std::string target;
  for (const char c : url) {
    if (c == '&')
      target += "&amp;";
    else
      target += c;
  }
  return fmt::format("<{}|{}>", target, slack_text(text));
}

TextStyle slack_style(std::size_t limit) {
  return {.escape = &slack_text,
          .link = &slack_link,
          .removed_begin = "~",
          .removed_end = "~",
          .added_begin = "*",
          .added_end = "*",
          .limit = limit};
}

void write_section(JsonWriter& json, const std::string& body) {
  json.begin_object().key("type").value("section").key("text").begin_object();
  json.key("type").value("mrkdwn").key("text").value(body).key("verbatim").value(true);
  json.end_object().end_object();
}

void write_context(JsonWriter& json, const Notice& notice) {
  std::string links;
  for (const NoticeLink& link : notice.links) {
    const std::string next =
        slack_link(link.label == "Page" ? std::string_view(notice.site) : link.label, link.url);
    if (links.size() + next.size() + 4 > kSlackContextMax) continue;
    links += (links.empty() ? "" : " · ") + next;
  }
  if (links.empty()) return;
  json.begin_object().key("type").value("context").key("elements").begin_array();
  json.begin_object().key("type").value("mrkdwn").key("text").value(links);
  json.key("verbatim").value(true).end_object().end_array().end_object();
}

}  // namespace

Composed compose_slack(const ChannelConfig& config, const Notification& notification) {
  const Notice notice = notice_of(config, notification);
  JsonWriter json;
  json.begin_object().key("text").value(
      slack_text(fmt::format("{}: {}", notice.title, notice.summary)));
  json.key("blocks").begin_array();
  json.begin_object().key("type").value("header").key("text").begin_object();
  json.key("type").value("plain_text");
  json.key("text").value(cut_text(notice.title, kSlackHeaderMax, TextUnit::utf16));
  json.key("emoji").value(false).end_object().end_object();
  const std::string body = styled_body(notice, slack_style(kSlackSectionMax));
  if (!body.empty()) write_section(json, body);
  write_context(json, notice);
  json.end_array().key("unfurl_links").value(false).key("unfurl_media").value(false).end_object();
  return json_request(ChannelKind::slack, notification, channel_value(config, "url"), json.take());
}

}  // namespace freshet
