#include "watch/page_kind.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/utf8.h"
#include "charset/charset.h"
#include "select/xml_tree.h"

namespace freshet {
namespace {

constexpr std::size_t kSniffedBytes = 1024;

std::string media_type(std::string_view content_type) {
  return ascii_lower(trim_ascii_whitespace(content_type.substr(0, content_type.find(';'))));
}

// Returns the beginning of the page in lower case, without byte order mark and white space.
std::string beginning(std::string_view body) {
  if (body.starts_with("\xEF\xBB\xBF")) body.remove_prefix(3);
  return ascii_lower(trim_ascii_whitespace(body.substr(0, kSniffedBytes)));
}

bool has_feed_root(std::string_view begin) {
  const auto root = [&](std::string_view name) { return begin.find(name) != begin.npos; };
  return root("<rss") || root("<rdf:rdf") || root("<feed");
}

bool is_html_begin(std::string_view begin) {
  return begin.starts_with("<!doctype html") || begin.starts_with("<html") ||
         begin.find("<html") != begin.npos;
}

PageKind kind_of_xml(std::string_view begin) {
  if (has_feed_root(begin)) return PageKind::feed;
  return is_html_begin(begin) ? PageKind::html : PageKind::xml;
}

bool is_text(std::string_view body) {
  return body.find('\0') == body.npos && valid_utf8_length(body) == body.size();
}

PageKind kind_of_unnamed(std::string_view begin, std::string_view body) {
  if (begin.starts_with('{') || begin.starts_with('[')) return PageKind::json;
  if (begin.starts_with('<')) return PageKind::html;
  return is_text(body) ? PageKind::text : PageKind::other;
}

}  // namespace

std::string_view page_kind_text(PageKind kind) {
  switch (kind) {
    case PageKind::html:
      return "HTML";
    case PageKind::json:
      return "JSON";
    case PageKind::feed:
      return "feed";
    case PageKind::xml:
      return "XML";
    case PageKind::text:
      return "text";
    case PageKind::pdf:
      return "PDF";
    case PageKind::other:
      return "other";
  }
  return "";
}

PageKind find_page_kind(std::string_view content_type, std::string_view body) {
  const std::string type = media_type(content_type);
  const std::string begin = beginning(body);
  if (begin.starts_with("%pdf-")) return PageKind::pdf;
  const bool is_xml_feed = begin.starts_with('<') && !is_html_begin(begin) &&
                           has_feed_root(begin) &&
                           (begin.starts_with("<?xml") || begin.starts_with("<rss") ||
                            begin.starts_with("<feed") || begin.starts_with("<rdf"));
  if (is_xml_feed) return PageKind::feed;
  if (type == "text/html" || type == "application/xhtml+xml") return PageKind::html;
  if (type.ends_with("/json") || type.ends_with("+json")) return PageKind::json;
  if (type.ends_with("/xml") || type.ends_with("+xml") || begin.starts_with("<?xml"))
    return type == "image/svg+xml" ? PageKind::text : kind_of_xml(begin);
  if (type.starts_with("text/")) return PageKind::text;
  if (type.empty() || type == "application/octet-stream" || type == "application/pdf")
    return kind_of_unnamed(begin, body);
  return type.starts_with("application/") && is_text(body) ? PageKind::text : PageKind::other;
}

std::string decode_page(PageKind kind, std::string_view content_type, std::string_view body) {
  std::string type(content_type);
  const bool is_xml = kind == PageKind::feed || kind == PageKind::xml;
  if (is_xml && ascii_lower(type).find("charset") == std::string::npos) {
    const std::string_view declared = declared_xml_encoding(body);
    type = "text/xml; charset=" + std::string(declared.empty() ? "utf-8" : declared);
  }
  if (kind == PageKind::json) type = "application/json; charset=utf-8";
  const Utf8Text decoded = to_utf8(body, type);
  return std::string(decoded.text(body));
}

}  // namespace freshet
