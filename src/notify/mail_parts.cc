#include "notify/mail_parts.h"

#include <fmt/format.h>

#include "notify/escape_text.h"
#include "notify/json_request.h"
#include "notify/styled_text.h"

namespace freshet {
namespace {

// In quoted-printable a byte may become three, and some mail readers cut parts of about 100 KB.
constexpr std::size_t kMailBodyBytesMax = 24'000;

// Added and removed words differ by more than colour.
constexpr std::string_view kDel =
    "<del style=\"color:#86181d;background-color:#ffeef0;text-decoration:line-through\">";
constexpr std::string_view kIns =
    "<ins style=\"color:#165c26;background-color:#e6ffed;text-decoration:underline;"
    "font-weight:bold\">";

TextStyle mail_html_style(std::size_t limit) {
  TextStyle style = html_style(limit);
  style.removed_begin = kDel;
  style.removed_end = "</del>";
  style.added_begin = kIns;
  style.added_end = "</ins>";
  style.unit = TextUnit::bytes;
  return style;
}

std::string html_links(const Notice& notice) {
  std::string out;
  for (const NoticeLink& link : notice.links)
    out += fmt::format("{}<a href=\"{}\">{}</a>", out.empty() ? "" : " · ", html_text(link.url),
                       html_text(link.label));
  return out;
}

}  // namespace

std::string mail_first_line(const Notice& notice) {
  return notice.summary.empty() ? notice.title
                                : fmt::format("{}: {}", notice.title, notice.summary);
}

std::string mail_text_part(const Notice& notice) {
  TextStyle style = plain_style(kMailBodyBytesMax);
  style.unit = TextUnit::bytes;
  std::string out =
      fmt::format("{}\n\n{}\n\n", mail_first_line(notice), styled_body(notice, style));
  for (const NoticeLink& link : notice.links)
    out += fmt::format("{}:\n  {}\n", link.label, link.url);
  if (!notice.unsubscribe.empty())
    out += fmt::format("End these messages:\n  {}\n", notice.unsubscribe);
  return out;
}

std::string mail_html_part(const Notice& notice) {
  std::string out = fmt::format(
      "<!doctype html>\n<html><head><meta charset=\"utf-8\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title></head>\n"
      "<body style=\"font-family:sans-serif;font-size:15px;line-height:1.5\">\n"
      "<p style=\"font-size:18px;margin:0 0 12px\"><b>{}</b></p>\n",
      html_text(notice.title), html_text(mail_first_line(notice)));
  out += fmt::format("<p style=\"margin:0 0 12px;overflow-wrap:anywhere\">{}</p>\n",
                     styled_body(notice, mail_html_style(kMailBodyBytesMax)));
  if (!notice.links.empty())
    out += fmt::format("<p style=\"margin:0 0 12px\">{}</p>\n", html_links(notice));
  if (!notice.unsubscribe.empty())
    out += fmt::format("<p style=\"font-size:13px\"><a href=\"{}\">End these messages</a></p>\n",
                       html_text(notice.unsubscribe));
  return out + "</body></html>\n";
}

std::string notice_html(const Notice& notice, std::size_t bytes_max) {
  std::string out = fmt::format("<p>{}</p>", styled_body(notice, mail_html_style(bytes_max)));
  if (!notice.links.empty()) out += fmt::format("<p>{}</p>", html_links(notice));
  return out;
}

}  // namespace freshet
