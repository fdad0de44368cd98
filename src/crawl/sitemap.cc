#include "crawl/sitemap.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/ascii.h"
#include "base/utf8.h"
#include "warc/body.h"

namespace freshet {
namespace {

// Longer fields are ignored.
constexpr std::size_t kFieldBytesMax = 2 * kSitemapUrlBytesMax;

constexpr std::array<std::string_view, 7> kFrequencies = {"always",  "hourly", "daily", "weekly",
                                                          "monthly", "yearly", "never"};

std::optional<ChangeFrequency> read_frequency(std::string_view text) {
  for (std::size_t i = 0; i < kFrequencies.size(); ++i)
    if (equals_ignoring_case(text, kFrequencies[i])) return static_cast<ChangeFrequency>(i);
  return std::nullopt;
}

std::optional<double> read_priority(std::string_view text) {
  double value = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (!(value >= 0 && value <= 1)) return std::nullopt;
  return value;
}

// Returns the character of the reference at the start of `text`, and its length; 0: there is none.
std::pair<char32_t, std::size_t> read_reference(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, char32_t>, 5> kNamed = {
      {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}}};
  for (const auto& [name, value] : kNamed)
    if (text.starts_with(name)) return {value, name.size()};
  if (!text.starts_with("&#")) return {0, 0};
  const bool is_hex = text.size() > 2 && text[2] == 'x';
  const std::size_t first = is_hex ? 3 : 2;
  const std::size_t end = text.substr(0, first + 9).find(';', first);
  if (end == text.npos) return {0, 0};
  std::uint32_t value = 0;
  const auto [stop, error] =
      std::from_chars(text.data() + first, text.data() + end, value, is_hex ? 16 : 10);
  const bool is_scalar = value != 0 && value <= 0x10FFFF && (value < 0xD800 || value > 0xDFFF);
  if (error != std::errc() || stop != text.data() + end || !is_scalar) return {0, 0};
  return {value, end + 1};
}

void append_text(std::string& to, std::string_view text) {
  while (!text.empty() && to.size() <= kFieldBytesMax) {
    const std::size_t plain = std::min(text.find('&'), text.size());
    to.append(text.substr(0, std::min(plain, kFieldBytesMax + 1)));
    text.remove_prefix(plain);
    if (text.empty()) return;
    const auto [value, length] = read_reference(text);
    if (length == 0)
      to += '&';
    else
      append_utf8(to, value);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
}

// "image:loc" is loc with the prefix image.
struct Name {
  std::string_view prefix;
  std::string_view local;

  bool operator==(const Name&) const = default;
};

Name read_name(std::string_view tag) {
  std::size_t end = 0;
  while (end < tag.size() && !is_ascii_whitespace(tag[end]) && tag[end] != '/') ++end;
  const std::string_view whole = tag.substr(0, end);
  const std::size_t colon = whole.find(':');
  if (colon == whole.npos) return {.prefix = {}, .local = whole};
  return {.prefix = whole.substr(0, colon), .local = whole.substr(colon + 1)};
}

// Returns the value of an attribute of the tag whose inside is `tag`; empty if absent.
std::string read_attribute(std::string_view tag, std::string_view name) {
  for (std::size_t at = tag.find('='); at != tag.npos;) {
    std::size_t end = at;
    while (end > 0 && is_ascii_whitespace(tag[end - 1])) --end;
    std::size_t begin = end;
    while (begin > 0 && !is_ascii_whitespace(tag[begin - 1]) && tag[begin - 1] != '"' &&
           tag[begin - 1] != '\'')
      --begin;
    std::size_t quote = at + 1;
    while (quote < tag.size() && is_ascii_whitespace(tag[quote])) ++quote;
    if (quote == tag.size() || (tag[quote] != '"' && tag[quote] != '\'')) return {};
    const std::size_t close = tag.find(tag[quote], quote + 1);
    if (close == tag.npos) return {};
    if (tag.substr(begin, end - begin) == name) {
      std::string value;
      append_text(value, tag.substr(quote + 1, close - quote - 1));
      return value;
    }
    at = tag.find('=', close + 1);
  }
  return {};
}

// Reads entries out of XML.
class XmlReader {
 public:
  XmlReader(std::string_view xml, const Url& from, Sitemap& into)
      : xml_(xml), from_(from), into_(into) {}

  void read() {
    while (at_ < xml_.size()) {
      const std::size_t open = std::min(xml_.find('<', at_), xml_.size());
      if (in_field_) append_text(text_, xml_.substr(at_, open - at_));
      at_ = open;
      if (at_ < xml_.size()) read_markup();
    }
  }

 private:
  // Returns the position after the next `end`, or the end of the text.
  std::size_t behind(std::string_view end, std::size_t from) const {
    const std::size_t found = xml_.find(end, from);
    return found == xml_.npos ? xml_.size() : found + end.size();
  }

  void read_markup() {
    const std::string_view rest = xml_.substr(at_);
    if (rest.starts_with("<!--")) {
      at_ = behind("-->", at_ + 4);
    } else if (rest.starts_with("<![CDATA[")) {
      const std::size_t end = behind("]]>", at_ + 9);
      const std::string_view inside = xml_.substr(at_ + 9, end - at_ - 9);
      if (in_field_ && text_.size() <= kFieldBytesMax)
        text_ += inside.substr(0, std::min(inside.rfind("]]>"), kFieldBytesMax));
      at_ = end;
    } else if (rest.starts_with("<?")) {
      at_ = behind("?>", at_ + 2);
    } else if (rest.starts_with("<!")) {
      skip_declaration();
    } else {
      read_tag();
    }
  }

  // Skips a DOCTYPE with its declarations.
  void skip_declaration() {
    const std::size_t end = behind(">", at_);
    const std::size_t bracket = xml_.substr(at_, end - at_).find('[');
    at_ = bracket == xml_.npos ? end : behind(">", behind("]", at_ + bracket));
  }

  // A quoted value may contain the character that ends a tag.
  std::size_t tag_end() const {
    char quote = '\0';
    for (std::size_t at = at_ + 1; at < xml_.size(); ++at) {
      const char c = xml_[at];
      if (quote != '\0')
        quote = c == quote ? '\0' : quote;
      else if (c == '"' || c == '\'')
        quote = c;
      else if (c == '>' || c == '<')
        return at;
    }
    return xml_.size();
  }

  void read_tag() {
    const std::size_t end = tag_end();
    const std::string_view tag = xml_.substr(at_ + 1, end - at_ - 1);
    at_ = end < xml_.size() && xml_[end] == '>' ? end + 1 : end;
    if (tag.starts_with('/')) return end_tag(read_name(tag.substr(1)));
    const Name name = read_name(tag);
    start_tag(name, tag);
    if (tag.ends_with('/')) end_tag(name);
  }

  void start_tag(const Name& name, std::string_view tag) {
    if (into_.kind == SitemapKind::none) return root(name);
    if (!entry_) {
      if (is_entry(name.local)) begin_entry(name);
      return;
    }
    in_field_ = false;
    if (name.prefix != entry_->prefix) return;
    if (into_.kind == SitemapKind::feed && name.local == "link") {
      const std::string rel = read_attribute(tag, "rel");
      const std::string href = read_attribute(tag, "href");
      if (loc_.empty() && !href.empty() && (rel.empty() || rel == "alternate")) loc_ = href;
    }
    field_ = name;
    in_field_ = true;
    text_.clear();
  }

  void root(const Name& name) {
    if (name.local == "urlset") into_.kind = SitemapKind::pages;
    if (name.local == "sitemapindex") into_.kind = SitemapKind::sitemaps;
    if (name.local == "rss" || name.local == "feed" || name.local == "RDF")
      into_.kind = SitemapKind::feed;
  }

  bool is_entry(std::string_view local) const {
    if (into_.kind == SitemapKind::pages) return local == "url";
    if (into_.kind == SitemapKind::sitemaps) return local == "sitemap";
    return local == "item" || local == "entry";
  }

  void begin_entry(const Name& name) {
    entry_ = name;
    loc_.clear();
    modified_.reset();
    changes_.reset();
    priority_.reset();
    in_field_ = false;
  }

  void end_tag(const Name& name) {
    if (!entry_) return;
    if (in_field_ && name == field_) return end_field();
    if (name != *entry_) return;
    end_entry();
    entry_.reset();
    in_field_ = false;
  }

  void end_field() {
    in_field_ = false;
    const std::string_view text = trim_ascii_whitespace(text_);
    const std::string_view field = field_.local;
    const bool is_loc = field == (into_.kind == SitemapKind::feed ? "link" : "loc");
    if (is_loc && loc_.empty()) loc_ = text;
    if (field == "lastmod" || field == "updated" || field == "modified")
      modified_ = parse_time(text);
    if (field == "changefreq") changes_ = read_frequency(text);
    if (field == "priority") priority_ = read_priority(text);
  }

  void end_entry();

  std::string_view xml_;
  const Url& from_;
  Sitemap& into_;
  std::size_t at_ = 0;
  std::optional<Name> entry_;
  Name field_;
  bool in_field_ = false;
  std::string text_;  // of the field
  std::string loc_;
  std::optional<Time> modified_;
  std::optional<ChangeFrequency> changes_;
  std::optional<double> priority_;
};

// Adds the URL if it can be fetched; returns true if so.
bool add_url(std::string_view written, const Url& from, Sitemap& into) {
  if (written.size() > kSitemapUrlBytesMax || into.entries.size() >= kSitemapUrlsMax) {
    ++into.over_limit;
    return false;
  }
  auto url = written.empty() ? Url::parse("") : Url::parse(written, from);
  if (!url || !url->is_http()) {
    ++into.bad;
    return false;
  }
  into.entries.push_back({.url = *std::move(url)});
  return true;
}

void XmlReader::end_entry() {
  if (!add_url(loc_, from_, into_)) return;
  SitemapEntry& made = into_.entries.back();
  made.last_modified = modified_;
  made.changes = changes_;
  made.priority = priority_;
}

// Lines that are not absolute URLs are ignored.
void read_lines(std::string_view text, const Url& from, Sitemap& into) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_of("\r\n", at), text.size());
    const std::string_view line = trim_ascii_whitespace(text.substr(at, end - at));
    at = end + 1;
    if (line.empty()) continue;
    if (starts_with_ignoring_case(line, "http://") || starts_with_ignoring_case(line, "https://"))
      add_url(line, from, into);
    else
      ++into.bad;
  }
  if (!into.entries.empty()) into.kind = SitemapKind::text;
}

}  // namespace

std::string_view change_frequency_text(ChangeFrequency frequency) {
  return kFrequencies[static_cast<std::size_t>(frequency)];
}

Sitemap read_sitemap(std::string_view bytes, const Url& from) {
  Sitemap sitemap;
  std::string unpacked;
  if (bytes.starts_with("\x1f\x8b")) {
    static const warc::HttpHead head =
        warc::read_http_head("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n");
    warc::DecodedBody body = warc::decode_body(head, bytes, kSitemapBytesMax);
    sitemap.error = std::move(body.error);
    unpacked = std::move(body.bytes);
    bytes = unpacked;
  } else if (bytes.size() > kSitemapBytesMax) {
    sitemap.error = Error{Errc::limit, fmt::format("a sitemap of {} bytes is longer than {}",
                                                   bytes.size(), kSitemapBytesMax)};
    bytes = bytes.substr(0, kSitemapBytesMax);
  }
  if (bytes.starts_with("\xef\xbb\xbf")) bytes.remove_prefix(3);
  if (trim_ascii_whitespace(bytes.substr(0, 1024)).starts_with('<'))
    XmlReader(bytes, from, sitemap).read();
  else
    read_lines(bytes, from, sitemap);
  return sitemap;
}

}  // namespace freshet
