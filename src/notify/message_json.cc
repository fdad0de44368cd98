#include "notify/message_json.h"

#include <algorithm>

#include "base/json.h"
#include "notify/notice.h"
#include "notify/shown_text.h"

namespace freshet {
namespace {

// Texts are cut to this many bytes, so that some fit into the smallest limit.
constexpr std::size_t kJsonTextMax = 1000;
constexpr std::size_t kJsonUrlMax = 2000;

struct JsonLimits {
  std::size_t hunks = 0;     // of a message
  std::size_t messages = 0;  // of a group
};

std::string json_text(std::string_view text) {
  return cut_text(shown_lines(text), kJsonTextMax, TextUnit::bytes);
}

std::string json_url(std::string_view url) {
  return url.size() <= kJsonUrlMax ? std::string(url) : std::string();
}

void write_version(JsonWriter& json, std::string_view key, const MessageVersion& version) {
  json.key(key).begin_object();
  json.key("version").value(version.id).key("fetched").value(iso_second(version.fetched));
  json.end_object();
}

void write_links(JsonWriter& json, const MessageLinks& links) {
  json.key("links").begin_object();
  const auto put = [&](std::string_view key, const std::string& url) {
    if (!url.empty()) json.key(key).value(json_url(url));
  };
  put("difference", links.difference);
  put("old", links.old_version);
  put("new", links.new_version);
  put("silence", links.silence);
  put("unsubscribe", links.unsubscribe);
  json.end_object();
}

void write_hunks(JsonWriter& json, const ChangeMessage& message, std::size_t hunks_max) {
  const std::size_t count = std::min(message.hunks.size(), hunks_max);
  json.key("diff").begin_array();
  for (std::size_t i = 0; i < count; ++i) {
    const MessageHunk& hunk = message.hunks[i];
    json.begin_object().key("before").value(json_text(hunk.before));
    json.key("removed").value(json_text(hunk.removed)).key("added").value(json_text(hunk.added));
    json.key("after").value(json_text(hunk.after)).end_object();
  }
  json.end_array();
  json.key("truncated").value(message.truncated || count < message.hunks.size());
}

// Writes the members of "data"; the object is open.
void write_members(JsonWriter& json, const ChangeMessage& message, std::size_t hunks_max) {
  json.key("change").value(message.id).key("watch").begin_object();
  json.key("id").value(message.watch.id).key("name").value(json_text(message.watch.name));
  json.key("tags").begin_array();
  for (const std::string& tag : message.watch.tags) json.value(json_text(tag));
  json.end_array().end_object().key("page").begin_object();
  json.key("url").value(json_url(message.page.url));
  json.key("title").value(json_text(message.page.title)).end_object();
  if (message.old_version) write_version(json, "old", *message.old_version);
  if (message.new_version) write_version(json, "new", *message.new_version);
  if (!message.change_class.empty()) json.key("kind").value(message.change_class);
  if (message.certainty) json.key("certainty").value(*message.certainty);
  json.key("why").value(json_text(message.why));
  if (message.since) json.key("since").value(iso_second(*message.since));
  json.key("words").begin_object().key("added").value(message.words_added);
  json.key("removed").value(message.words_removed).end_object();
  write_hunks(json, message, hunks_max);
  write_links(json, message.links);
}

std::string_view group_type(Together together) {
  switch (together) {
    case Together::redesign:
      return "site.redesigned";
    case Together::digest:
      return "messages.digest";
    default:
      return "messages.many";
  }
}

void write_group(JsonWriter& json, const Notification& notification, const JsonLimits& limits) {
  const std::size_t count = std::min(notification.messages.size(), limits.messages);
  json.key("type").value(group_type(notification.together));
  json.key("timestamp").value(iso_second(notification.at)).key("data").begin_object();
  json.key("together").value(together_name(notification.together));
  json.key("count").value(notification.messages.size() + notification.left_out);
  if (notification.from) json.key("from").value(iso_second(*notification.from));
  json.key("messages").begin_array();
  for (std::size_t i = 0; i < count; ++i) {
    const ChangeMessage& message = notification.messages[i];
    json.begin_object().key("type").value(kind_name(message.kind));
    json.key("timestamp").value(iso_second(message.at));
    write_members(json, message, limits.hunks);
    json.end_object();
  }
  json.end_array();
  json.key("truncated").value(count < notification.messages.size() || notification.left_out > 0);
  write_links(json, notification.links);
  json.end_object();
}

std::string json_within(const Notification& notification, const JsonLimits& limits) {
  JsonWriter json;
  json.begin_object();
  if (notification.together == Together::single) {
    const ChangeMessage& message = notification.messages.front();
    json.key("type").value(kind_name(message.kind));
    json.key("timestamp").value(iso_second(message.at)).key("data").begin_object();
    write_members(json, message, limits.hunks);
    json.end_object();
  } else {
    write_group(json, notification, limits);
  }
  json.end_object();
  return json.take();
}

}  // namespace

std::string message_json(const Notification& notification, std::size_t bytes_max) {
  JsonLimits limits{.hunks = kNoticeHunksMax, .messages = kNoticeItemsMax};
  while (true) {
    std::string json = json_within(notification, limits);
    const bool is_least = limits.hunks == 0 && limits.messages <= 1;
    if (json.size() <= bytes_max || is_least) return json;
    if (limits.hunks > 0) {
      limits.hunks /= 2;
    } else {
      limits.messages /= 2;
    }
  }
}

}  // namespace freshet
