// Teams by Workflows ("When a Teams webhook request is received"): a message with an adaptive card.
// Cards cannot strike text through, so the old words stand in brackets.
#include "notify/escape_text.h"
#include "notify/json_request.h"

namespace freshet {
namespace {

// The whole message may have 28 KB.
constexpr std::size_t kTeamsTextBytesMax = 12'000;
constexpr std::size_t kTeamsActionsMax = 5;
constexpr std::size_t kTeamsUrlBytesMax = 2000;

TextStyle teams_style() {
  TextStyle style = markdown_style(kTeamsTextBytesMax);
  style.removed_begin = "(was: ";
  style.removed_end = ")";
  style.line_end = "\n\n";  // a single one does not break the line
  style.unit = TextUnit::bytes;
  return style;
}

void write_text_block(JsonWriter& json, const std::string& text, bool is_heading) {
  json.begin_object().key("type").value("TextBlock").key("text").value(text);
  if (is_heading)
    json.key("weight").value("Bolder").key("size").value("Large").key("style").value("heading");
  json.key("wrap").value(true).end_object();
}

void write_actions(JsonWriter& json, const Notice& notice) {
  std::size_t count = 0;
  json.key("actions").begin_array();
  for (const NoticeLink& link : notice.links) {
    if (link.url.size() > kTeamsUrlBytesMax || count == kTeamsActionsMax) continue;
    json.begin_object().key("type").value("Action.OpenUrl").key("title").value(link.label);
    json.key("url").value(link.url).end_object();
    ++count;
  }
  json.end_array();
}

}  // namespace

Composed compose_teams(const ChannelConfig& config, const Notification& notification) {
  const Notice notice = notice_of(config, notification);
  JsonWriter json;
  json.begin_object().key("type").value("message").key("attachments").begin_array().begin_object();
  json.key("contentType").value("application/vnd.microsoft.card.adaptive");
  json.key("contentUrl").null().key("content").begin_object();
  json.key("$schema").value("http://adaptivecards.io/schemas/adaptive-card.json");
  json.key("type").value("AdaptiveCard").key("version").value("1.4");
  json.key("body").begin_array();
  write_text_block(json, markdown_text(notice.title), true);
  const std::string body = styled_body(notice, teams_style());
  if (!body.empty()) write_text_block(json, body, false);
  json.end_array();
  write_actions(json, notice);
  json.key("msteams").begin_object().key("width").value("full").end_object();
  json.end_object().end_object().end_array().end_object();
  return json_request(ChannelKind::teams, notification, channel_value(config, "url"), json.take());
}

}  // namespace freshet
