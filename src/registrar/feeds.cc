#include "registrar/feeds.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/json.h"
#include "notify/feed.h"
#include "registrar/happenings.h"
#include "registrar/json_parts.h"

namespace freshet {
namespace {

std::string feed_path(const Feed& feed, std::string_view form) {
  return fmt::format("{}{}.{}", kFeedPath, feed.address, form);
}

// Returns a name for people.
Result<std::string> title_of(Registry& registry, const Feed& feed) {
  if (!feed.watch) return feed.tag.empty() ? "Changes of watched pages" : "Changes: " + feed.tag;
  const auto row = registry.watches().find(*feed.watch);
  if (!row) return std::unexpected(row.error());
  if (!*row) return "Changes";
  const WatchSpec& spec = (*row)->spec;
  return "Changes: " + (spec.name.empty() ? spec.url : spec.name);
}

// A message as a happening has it; what another program wrote still has its page and time.
ChangeMessage told_message(const Happening& happening) {
  auto message = message_of(happening);
  if (!message)
    message = ChangeMessage{.kind = MessageKind::page_changed, .page = {.url = happening.page}};
  message->id = fmt::format("{}", happening.id);
  message->at = happening.time;
  message->links.silence.clear();  // whoever reads the feed may not be its owner
  message->links.unsubscribe.clear();
  return *std::move(message);
}

}  // namespace

std::string to_json(const Feed& feed) {
  JsonWriter json;
  json.begin_object().key("id").value(feed.id).key("watch");
  feed.watch ? json.value(*feed.watch) : json.null();
  json.key("tag").value(feed.tag).key("atom").value(feed_path(feed, "atom"));
  json.key("json").value(feed_path(feed, "json")).key("created").value(iso_time(feed.created));
  put_time(json, "last_used", feed.last_used);
  return json.end_object().take();
}

Result<Feed> make_feed(Registry& registry, const Member& who, const FeedWish& wish) {
  if (wish.watch && !wish.tag.empty())
    return std::unexpected(Error{Errc::invalid, "a feed is of a watch or of a tag, not of both"});
  return registry.feeds().add({.owner = who.person, .watch = wish.watch, .tag = wish.tag},
                              who.actor());
}

Result<Listed<Feed>> list_feeds(Registry& registry, const Member& who) {
  auto feeds = registry.feeds().list(who.person);
  if (!feeds) return std::unexpected(feeds.error());
  return Listed<Feed>{.items = *std::move(feeds)};
}

Status revoke_feed(Registry& registry, const Member& who, const std::string& id) {
  const auto feeds = registry.feeds().list(who.person);
  if (!feeds) return std::unexpected(feeds.error());
  if (std::ranges::find(*feeds, id, &Feed::id) == feeds->end())
    return std::unexpected(Error{Errc::not_found, "there is no such feed"});
  return registry.feeds().revoke(id, who.actor());
}

Result<std::optional<std::string>> feed_document(Registry& registry, std::string_view address,
                                                 FeedForm form, std::string_view origin, Time now) {
  const auto feed = registry.feeds().find(address, now);
  if (!feed) return std::unexpected(feed.error());
  if (!*feed) return std::nullopt;
  const auto happenings = registry.happenings().list(
      {.owner = (*feed)->owner, .watch = (*feed)->watch, .tag = (*feed)->tag}, std::nullopt,
      kFeedEntriesMax);
  if (!happenings) return std::unexpected(happenings.error());
  const auto title = title_of(registry, **feed);
  if (!title) return std::unexpected(title.error());
  std::vector<ChangeMessage> messages;
  for (const Happening& happening : *happenings) messages.push_back(told_message(happening));
  const FeedAbout about{
      .title = *title,
      // The id of a feed is public; its address is not.
      .id = fmt::format("tag:freshet,2026:feed/{}", (*feed)->id),
      .self =
          fmt::format("{}{}", origin, feed_path(**feed, form == FeedForm::atom ? "atom" : "json")),
      .home = std::string(origin),
      .updated = (*feed)->created};
  return form == FeedForm::atom ? atom_feed(about, messages) : json_feed(about, messages);
}

}  // namespace freshet
