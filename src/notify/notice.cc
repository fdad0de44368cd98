#include "notify/notice.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/ascii.h"
#include "base/check.h"
#include "base/wording.h"
#include "notify/escape_text.h"
#include "notify/notice_template.h"
#include "notify/notice_words.h"
#include "notify/shown_text.h"

namespace freshet {
namespace {

// A longer one would leave no room for the others.
constexpr std::size_t kItemLinkBytesMax = 500;

MessageHunk shown_hunk(const MessageHunk& hunk) {
  const auto unit = TextUnit::utf16;
  return {.before = cut_front(shown_line(hunk.before), kHunkPartMax, unit),
          .removed = cut_text(trim_ascii_whitespace(shown_line(hunk.removed)), kHunkPartMax, unit),
          .added = cut_text(trim_ascii_whitespace(shown_line(hunk.added)), kHunkPartMax, unit),
          .after = cut_text(shown_line(hunk.after), kHunkPartMax, unit)};
}

void add_link(Notice& notice, std::string_view label, std::string_view url) {
  if (std::string target = link_target(url); !target.empty())
    notice.links.push_back({label, std::move(target)});
}

void add_links(Notice& notice, const MessageLinks& links, std::string_view page) {
  add_link(notice, "Difference", links.difference);
  add_link(notice, "Page", page);
  add_link(notice, "Old version", links.old_version);
  add_link(notice, "New version", links.new_version);
  add_link(notice, "Do not tell me of this again", links.silence);
  if (!notice.links.empty()) notice.main_link = notice.links.front().url;
  notice.unsubscribe = link_target(links.unsubscribe);
}

std::string thread_of(const ChangeMessage& message) {
  std::string name = cut_text(trim_ascii_whitespace(shown_line(message.watch.name)),
                              kNoticeTitleMax, TextUnit::utf16);
  if (name.empty()) name = cut_text(shown_line(message.page.url), kNoticeTitleMax, TextUnit::utf16);
  return name.empty() ? "freshet" : "Watch: " + name;
}

Notice notice_of_one(const ChangeMessage& message) {
  Notice notice{.title = message_title(message),
                .thread = thread_of(message),
                .summary = message_summary(message)};
  for (const MessageHunk& hunk : message.hunks) {
    if (notice.hunks.size() == kNoticeHunksMax) break;
    notice.hunks.push_back(shown_hunk(hunk));
  }
  notice.left_out = message.hunks.size() - notice.hunks.size();
  notice.has_more = message.truncated;
  notice.remarks = message_remarks(message);
  notice.site = site_of_page(message.page.url);
  add_links(notice, message.links, message.page.url);
  return notice;
}

std::string group_title(const Notification& notification, std::size_t sites,
                        std::string_view site) {
  const std::uint64_t count = notification.messages.size() + notification.left_out;
  if (notification.together == Together::redesign)
    return fmt::format("{} was redesigned: {} changed", site, counted(count, "page", "pages"));
  const std::string what = counted(count, "message", "messages");
  if (notification.together == Together::digest && notification.from)
    return fmt::format("{} since {} UTC", what, second_words(*notification.from));
  return sites == 1 ? fmt::format("{} about {}", what, site)
                    : fmt::format("{} about {}", what, counted(sites, "site", "sites"));
}

Notice notice_of_many(const Notification& notification) {
  Notice notice;
  std::set<std::string> sites;
  for (const ChangeMessage& message : notification.messages) {
    sites.insert(site_of_page(message.page.url));
    if (notice.items.size() == kNoticeItemsMax) continue;
    std::string link = link_target(message.links.difference);
    if (link.empty()) link = link_target(message.page.url);
    if (link.size() > kItemLinkBytesMax) link.clear();
    notice.items.push_back({message_title(message), message_summary(message), std::move(link)});
  }
  notice.left_out = notification.left_out + (notification.messages.size() - notice.items.size());
  notice.site = sites.size() == 1 ? *sites.begin() : counted(sites.size(), "site", "sites");
  notice.title = group_title(notification, sites.size(), notice.site);
  notice.thread = notification.together == Together::digest ? "Digest" : "Site: " + notice.site;
  notice.summary = notice.items.front().title;
  if (notification.together == Together::redesign)
    notice.remarks.emplace_back(
        "The pages of this site look different now; their changes are told as one.");
  if (notification.together == Together::many)
    notice.remarks.emplace_back("There were more messages than this channel takes in a minute.");
  add_links(notice, notification.links, "");
  return notice;
}

// A template that was valid when the channel was saved; if it is not any more, our words stay.
std::string rendered(const ChannelConfig& config, std::string_view field, const Notice& notice,
                     const Notification& notification) {
  const std::string text = channel_value(config, field);
  if (text.empty()) return "";
  const auto parsed = Template::parse(text, notice_template_names());
  if (!parsed) return "";
  return parsed->render(notice_template_values(notice, notification));
}

}  // namespace

Notice notice_of(const ChannelConfig& config, const Notification& notification) {
  require(!notification.messages.empty(), "a notification has a message");
  Notice notice = notification.together == Together::single
                      ? notice_of_one(notification.messages.front())
                      : notice_of_many(notification);
  const std::string title = shown_line(rendered(config, "title_template", notice, notification));
  notice.written_body = shown_lines(rendered(config, "body_template", notice, notification));
  if (!trim_ascii_whitespace(title).empty()) {
    notice.title = trim_ascii_whitespace(title);
    notice.thread = notice.title;
  }
  notice.title = cut_text(notice.title, kNoticeTitleMax, TextUnit::utf16);
  return notice;
}

std::string iso_second(Time time) {
  std::string text = iso_time(time);
  text.erase(text.find('.'));
  return text + "Z";
}

}  // namespace freshet
