#include "notify/json_request.h"

#include <fmt/format.h>

#include <utility>

#include "base/ascii.h"
#include "base/split.h"
#include "notify/base64.h"
#include "notify/escape_text.h"
#include "notify/header_line.h"
#include "url/url.h"

namespace freshet {
namespace {

std::string markdown_link(std::string_view text, std::string_view url) {
  return fmt::format("[{}]({})", markdown_text(text), url);
}

std::string html_link(std::string_view text, std::string_view url) {
  return fmt::format("<a href=\"{}\">{}</a>", html_text(url), html_text(text));
}

// Returns the address in the form of the URL standard: libcurl reads that one as we do.
std::string canonical(const std::string& address) {
  const auto url = Url::parse(address);
  return url ? std::string(url->href_without_fragment()) : address;
}

}  // namespace

Composed json_request(ChannelKind kind, const Notification& notification, const std::string& url,
                      std::string body) {
  return {.kind = kind,
          .url = canonical(url),
          .headers = {{"Content-Type", "application/json"}},
          .body = std::move(body),
          .id = notification.id};
}

std::string server_path(std::string_view server, std::string_view path) {
  while (server.ends_with('/')) server.remove_suffix(1);
  return fmt::format("{}{}", server, path);
}

ComposedHeader basic_authorization(std::string_view user, std::string_view password) {
  return {"Authorization", "Basic " + encode_base64(fmt::format("{}:{}", user, password))};
}

void add_header_lines(Composed& composed, std::string_view lines) {
  for (const std::string_view line : split_at('\n', lines))
    if (auto header = parse_header_line(trim_ascii_whitespace(line)))
      composed.headers.push_back({std::move(header->name), std::move(header->value)});
}

TextStyle markdown_style(std::size_t limit) {
  return {.escape = &markdown_text,
          .link = &markdown_link,
          .removed_begin = "~~",
          .removed_end = "~~",
          .added_begin = "**",
          .added_end = "**",
          .limit = limit};
}

TextStyle html_style(std::size_t limit) {
  return {.escape = &html_text,
          .link = &html_link,
          .removed_begin = "<del>",
          .removed_end = "</del>",
          .added_begin = "<b>",
          .added_end = "</b>",
          .line_end = "<br>\n",
          .limit = limit};
}

TextStyle plain_style(std::size_t limit) {
  return {.escape = &plain_text,
          .link = &plain_link,
          .removed_begin = "[-",
          .removed_end = "-]",
          .added_begin = "{+",
          .added_end = "+}",
          .limit = limit};
}

}  // namespace freshet
