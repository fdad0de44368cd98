#include "notify/feed.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/json.h"
#include "notify/escape_text.h"
#include "notify/json_request.h"
#include "notify/mail_parts.h"
#include "notify/notice.h"
#include "notify/shown_text.h"

namespace freshet {
namespace {

constexpr std::size_t kFeedHtmlBytesMax = 16'000;  // of an entry
constexpr std::size_t kFeedTextMax = 8'000;

Notice feed_notice(const FeedAbout& about, const ChangeMessage& message) {
  ChannelConfig config;
  config.settings = {{"title_template", about.title_template},
                     {"body_template", about.body_template}};
  return notice_of(config, single_notification(message.id, message));
}

Time updated_of(const FeedAbout& about, std::span<const ChangeMessage> messages) {
  return messages.empty() ? about.updated : std::ranges::max(messages, {}, &ChangeMessage::at).at;
}

std::string entry_id(const FeedAbout& about, const ChangeMessage& message) {
  return fmt::format("{}/{}", about.id, message.id);
}

std::string atom_link(std::string_view relation, std::string_view type, std::string_view url) {
  const std::string target = link_target(url);
  if (target.empty()) return "";
  return fmt::format("<link rel=\"{}\" type=\"{}\" href=\"{}\"/>\n", relation, type,
                     html_text(target));
}

std::string atom_entry(const FeedAbout& about, const ChangeMessage& message) {
  const Notice notice = feed_notice(about, message);
  std::string out =
      fmt::format("<entry>\n<id>{}</id>\n<title type=\"text\">{}</title>\n",
                  html_text(entry_id(about, message)), html_text(mail_first_line(notice)));
  const std::string time = iso_second(message.at);
  out += fmt::format("<published>{0}</published>\n<updated>{0}</updated>\n", time);
  out += atom_link("alternate", "text/html", notice.main_link);
  for (const std::string& tag : message.watch.tags)
    out += fmt::format("<category term=\"{}\"/>\n", html_text(shown_line(tag)));
  // The content is HTML within XML, so its marks are escaped once more.
  return out + fmt::format("<content type=\"html\">{}</content>\n</entry>\n",
                           html_text(notice_html(notice, kFeedHtmlBytesMax)));
}

}  // namespace

std::string atom_feed(const FeedAbout& about, std::span<const ChangeMessage> messages) {
  messages = messages.first(std::min(messages.size(), kFeedEntriesMax));
  std::string out = fmt::format(
      "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n"
      "<id>{}</id>\n<title type=\"text\">{}</title>\n<updated>{}</updated>\n",
      html_text(about.id), html_text(shown_line(about.title)),
      iso_second(updated_of(about, messages)));
  out += "<author><name>freshet</name></author>\n<generator>freshet</generator>\n";
  out += atom_link("self", "application/atom+xml", about.self);
  out += atom_link("alternate", "text/html", about.home);
  for (const ChangeMessage& message : messages) out += atom_entry(about, message);
  return out + "</feed>\n";
}

std::string json_feed(const FeedAbout& about, std::span<const ChangeMessage> messages) {
  messages = messages.first(std::min(messages.size(), kFeedEntriesMax));
  JsonWriter json;
  json.begin_object().key("version").value("https://jsonfeed.org/version/1.1");
  json.key("title").value(shown_line(about.title));
  if (!about.home.empty()) json.key("home_page_url").value(link_target(about.home));
  if (!about.self.empty()) json.key("feed_url").value(link_target(about.self));
  json.key("items").begin_array();
  for (const ChangeMessage& message : messages) {
    const Notice notice = feed_notice(about, message);
    json.begin_object().key("id").value(entry_id(about, message));
    if (!notice.main_link.empty()) json.key("url").value(notice.main_link);
    if (const std::string page = link_target(message.page.url); !page.empty())
      json.key("external_url").value(page);
    json.key("title").value(mail_first_line(notice));
    json.key("content_html").value(notice_html(notice, kFeedHtmlBytesMax));
    json.key("content_text").value(styled_body(notice, plain_style(kFeedTextMax)));
    json.key("date_published").value(iso_second(message.at));
    if (!message.watch.tags.empty()) {
      json.key("tags").begin_array();
      for (const std::string& tag : message.watch.tags) json.value(shown_line(tag));
      json.end_array();
    }
    json.end_object();
  }
  json.end_array().end_object();
  return json.take();
}

}  // namespace freshet
