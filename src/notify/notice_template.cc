#include "notify/notice_template.h"

#include <fmt/format.h>

#include "base/wording.h"
#include "notify/notice_words.h"

namespace freshet {
namespace {

constexpr TemplateName kNoticeNames[] = {
    {"title", "the title as we would write it: \"Water changed\""},
    {"summary", "one line: \"two thirds → one half\""},
    {"kind", "the kind of message, like page.changed"},
    {"together", "why several messages come as one: single, redesign, many, digest"},
    {"count", "how many messages these are"},
    {"watch", "the name of the watch"},
    {"tags", "the tags of the watch", true},
    {"tag", "one of them", false, "tags"},
    {"page", "the title of the page"},
    {"url", "the address of the page"},
    {"site", "its host"},
    {"time", "when the change was found, in UTC"},
    {"old_time", "when the old version was fetched, in UTC"},
    {"new_time", "when the new version was fetched, in UTC"},
    {"since", "when the trouble of the page began, in UTC"},
    {"class", "the size of the change: cosmetic, minor, major"},
    {"certainty", "how sure we are that it matters, in percent"},
    {"why", "the reason, as a sentence"},
    {"words_added", "how many words were added"},
    {"words_removed", "how many words were removed"},
    {"truncated", "not empty if there are more places than these"},
    {"hunks", "the places that differ", true},
    {"before", "words before the place", false, "hunks"},
    {"removed", "words that were removed there", false, "hunks"},
    {"added", "words that were added there", false, "hunks"},
    {"after", "words after the place", false, "hunks"},
    {"pages", "the pages, if several messages come as one", true},
    {"page_title", "the title of one of them, with what happened", false, "pages"},
    {"page_summary", "one line about it", false, "pages"},
    {"page_link", "a link to its difference", false, "pages"},
    {"left_out", "how many more there are"},
    {"remarks", "our sentences: since when, how sure, why", true},
    {"remark", "one of them", false, "remarks"},
    {"difference", "a link to the difference"},
    {"old_link", "a link to the old version"},
    {"new_link", "a link to the new version"},
    {"silence", "a link to \"do not tell me of this again\""},
    {"unsubscribe", "a link to end this watch's messages"},
};

std::string time_of(const std::optional<MessageVersion>& version) {
  return version ? second_words(version->fetched) : "";
}

void put_lists(TemplateValues& values, const Notice& notice, const ChangeMessage& message) {
  auto& hunks = values.lists["hunks"];
  for (const MessageHunk& hunk : notice.hunks)
    hunks.push_back({.texts = {{"before", hunk.before},
                               {"removed", hunk.removed},
                               {"added", hunk.added},
                               {"after", hunk.after}}});
  auto& pages = values.lists["pages"];
  for (const NoticeItem& item : notice.items)
    pages.push_back({.texts = {{"page_title", item.title},
                               {"page_summary", item.summary},
                               {"page_link", item.link}}});
  auto& tags = values.lists["tags"];
  for (const std::string& tag : message.watch.tags) tags.push_back({.texts = {{"tag", tag}}});
  auto& remarks = values.lists["remarks"];
  for (const std::string& remark : notice.remarks)
    remarks.push_back({.texts = {{"remark", remark}}});
}

}  // namespace

std::span<const TemplateName> notice_template_names() { return kNoticeNames; }

TemplateValues notice_template_values(const Notice& notice, const Notification& notification) {
  const ChangeMessage& message = notification.messages.front();
  TemplateValues values;
  values.texts = {
      {"title", notice.title},
      {"summary", notice.summary},
      {"kind", std::string(kind_name(message.kind))},
      {"together", std::string(together_name(notification.together))},
      {"count", fmt::to_string(notification.messages.size() + notification.left_out)},
      {"watch", message.watch.name},
      {"page", message.page.title},
      {"url", message.page.url},
      {"site", notice.site},
      {"time", second_words(notification.at)},
      {"old_time", time_of(message.old_version)},
      {"new_time", time_of(message.new_version)},
      {"since", message.since ? second_words(*message.since) : ""},
      {"class", message.change_class},
      {"certainty", message.certainty ? fmt::to_string(certainty_percent(*message.certainty)) : ""},
      {"why", message.why},
      {"words_added", fmt::to_string(message.words_added)},
      {"words_removed", fmt::to_string(message.words_removed)},
      {"truncated", notice.left_out > 0 || notice.has_more ? "yes" : ""},
      {"left_out", notice.left_out > 0 ? fmt::to_string(notice.left_out) : ""},
      {"difference", notification.links.difference},
      {"old_link", notification.links.old_version},
      {"new_link", notification.links.new_version},
      {"silence", notification.links.silence},
      {"unsubscribe", notification.links.unsubscribe},
  };
  put_lists(values, notice, message);
  return values;
}

}  // namespace freshet
