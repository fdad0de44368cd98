#include "notify/stored_notification.h"

#include <nlohmann/json.hpp>
#include <optional>

#include "base/json.h"

namespace freshet {
namespace {

using Json = nlohmann::json;

std::int64_t microseconds_of(Time time) { return time.time_since_epoch().count(); }

void put(JsonWriter& json, std::string_view key, std::string_view text) {
  if (!text.empty()) json.key(key).value(text);
}

void put(JsonWriter& json, std::string_view key, const std::optional<Time>& time) {
  if (time) json.key(key).value(microseconds_of(*time));
}

void put(JsonWriter& json, std::string_view key, const std::optional<MessageVersion>& version) {
  if (!version) return;
  json.key(key).begin_object().key("id").value(version->id);
  json.key("fetched").value(microseconds_of(version->fetched)).end_object();
}

void put(JsonWriter& json, const MessageLinks& links) {
  json.key("links").begin_object();
  put(json, "difference", links.difference);
  put(json, "old", links.old_version);
  put(json, "new", links.new_version);
  put(json, "silence", links.silence);
  put(json, "unsubscribe", links.unsubscribe);
  json.end_object();
}

void put(JsonWriter& json, const ChangeMessage& message) {
  json.begin_object().key("id").value(message.id).key("kind").value(kind_name(message.kind));
  json.key("at").value(microseconds_of(message.at));
  json.key("watch").begin_object().key("id").value(message.watch.id);
  json.key("name").value(message.watch.name).key("tags").begin_array();
  for (const std::string& tag : message.watch.tags) json.value(tag);
  json.end_array().end_object();
  json.key("page").begin_object().key("url").value(message.page.url);
  json.key("title").value(message.page.title).end_object();
  put(json, "old", message.old_version);
  put(json, "new", message.new_version);
  put(json, "class", message.change_class);
  if (message.certainty) json.key("certainty").value(*message.certainty);
  put(json, "why", message.why);
  json.key("hunks").begin_array();
  for (const MessageHunk& hunk : message.hunks) {
    json.begin_array().value(hunk.before).value(hunk.removed).value(hunk.added).value(hunk.after);
    json.end_array();
  }
  json.end_array();
  json.key("words_added").value(message.words_added);
  json.key("words_removed").value(message.words_removed);
  json.key("truncated").value(message.truncated);
  put(json, "since", message.since);
  put(json, message.links);
  json.end_object();
}

// A member of an object: nothing if it is absent or of another type.
const Json* member(const Json& object, const char* name) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(name);
  return found == object.end() ? nullptr : &*found;
}

std::string text_of(const Json* value) {
  return value != nullptr && value->is_string() ? value->get<std::string>() : "";
}

std::string text_in(const Json& object, const char* name) { return text_of(member(object, name)); }

std::optional<Time> time_in(const Json& object, const char* name) {
  const Json* const value = member(object, name);
  if (value == nullptr || !value->is_number_integer()) return std::nullopt;
  return Time(Duration(value->get<std::int64_t>()));
}

std::uint64_t count_in(const Json& object, const char* name) {
  const Json* const value = member(object, name);
  return value != nullptr && value->is_number_unsigned() ? value->get<std::uint64_t>() : 0;
}

std::optional<MessageVersion> version_in(const Json& object, const char* name) {
  const Json* const value = member(object, name);
  if (value == nullptr || !value->is_object()) return std::nullopt;
  return MessageVersion{text_in(*value, "id"), time_in(*value, "fetched").value_or(Time{})};
}

MessageLinks links_in(const Json& object) {
  const Json* const links = member(object, "links");
  if (links == nullptr) return {};
  return {.difference = text_in(*links, "difference"),
          .old_version = text_in(*links, "old"),
          .new_version = text_in(*links, "new"),
          .silence = text_in(*links, "silence"),
          .unsubscribe = text_in(*links, "unsubscribe")};
}

MessageWatch watch_in(const Json& object) {
  const Json* const value = member(object, "watch");
  if (value == nullptr) return {};
  MessageWatch watch{.id = text_in(*value, "id"), .name = text_in(*value, "name")};
  if (const Json* const tags = member(*value, "tags"); tags != nullptr && tags->is_array())
    for (const Json& tag : *tags) watch.tags.push_back(text_of(&tag));
  return watch;
}

std::vector<MessageHunk> hunks_in(const Json& object) {
  std::vector<MessageHunk> hunks;
  const Json* const values = member(object, "hunks");
  if (values == nullptr || !values->is_array()) return hunks;
  for (const Json& value : *values)
    if (value.is_array() && value.size() == 4)
      hunks.push_back(
          {text_of(&value[0]), text_of(&value[1]), text_of(&value[2]), text_of(&value[3])});
  return hunks;
}

std::optional<ChangeMessage> message_of(const Json& object) {
  const auto kind = parse_message_kind(text_in(object, "kind"));
  if (!kind) return std::nullopt;
  ChangeMessage message{.id = text_in(object, "id"),
                        .kind = *kind,
                        .at = time_in(object, "at").value_or(Time{}),
                        .watch = watch_in(object),
                        .old_version = version_in(object, "old"),
                        .new_version = version_in(object, "new"),
                        .change_class = text_in(object, "class"),
                        .why = text_in(object, "why"),
                        .hunks = hunks_in(object),
                        .words_added = count_in(object, "words_added"),
                        .words_removed = count_in(object, "words_removed"),
                        .since = time_in(object, "since"),
                        .links = links_in(object)};
  if (const Json* const page = member(object, "page"))
    message.page = {text_in(*page, "url"), text_in(*page, "title")};
  if (const Json* const certainty = member(object, "certainty");
      certainty != nullptr && certainty->is_number())
    message.certainty = certainty->get<double>();
  const Json* const truncated = member(object, "truncated");
  message.truncated = truncated != nullptr && truncated->is_boolean() && truncated->get<bool>();
  return message;
}

Error not_stored() {
  return {Errc::corrupt, "a stored message cannot be read; it is left out of the queue"};
}

}  // namespace

std::string store_notification(const Notification& notification) {
  JsonWriter json;
  json.begin_object().key("id").value(notification.id);
  json.key("together").value(together_name(notification.together));
  json.key("at").value(microseconds_of(notification.at));
  json.key("left_out").value(notification.left_out);
  put(json, "from", notification.from);
  put(json, notification.links);
  json.key("messages").begin_array();
  for (const ChangeMessage& message : notification.messages) put(json, message);
  json.end_array().end_object();
  return json.take();
}

Result<Notification> read_notification(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  const auto together = parse_together(text_in(json, "together"));
  const Json* const messages = member(json, "messages");
  if (!together || messages == nullptr || !messages->is_array() || messages->empty())
    return std::unexpected(not_stored());
  Notification notification{.id = text_in(json, "id"),
                            .together = *together,
                            .at = time_in(json, "at").value_or(Time{}),
                            .left_out = count_in(json, "left_out"),
                            .from = time_in(json, "from"),
                            .links = links_in(json)};
  for (const Json& each : *messages) {
    auto message = message_of(each);
    if (!message) return std::unexpected(not_stored());
    notification.messages.push_back(std::move(*message));
  }
  return notification;
}

}  // namespace freshet
