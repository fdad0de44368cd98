#include "html/css_urls.h"

#include <unordered_set>

#include "base/ascii.h"
#include "base/utf8.h"
#include "html/attributes.h"
#include "html/page_walk.h"

namespace freshet {
namespace {

bool is_newline(char c) { return c == '\n' || c == '\r' || c == '\f'; }
bool is_name_start(char c) { return is_ascii_alpha(c) || c == '_' || !is_ascii(c) || c == '\0'; }
bool is_name(char c) { return is_name_start(c) || is_ascii_digit(c) || c == '-'; }
bool is_unprintable(char c) {
  return (c > '\0' && c <= '\x08') || c == '\x0b' || (c >= '\x0e' && c <= '\x1f') || c == '\x7f';
}

void append_byte(std::string& to, char c) {
  if (c == '\0')
    append_utf8(to, kReplacementCharacter);
  else
    to += c;
}

// Resolves and stores URLs, each once.
class Collector {
 public:
  explicit Collector(const std::optional<Url>& base) : base_(base) {}

  void add_all(std::string_view sheet) {
    CssUrlReader reader(sheet);
    while (const auto written = reader.next()) add(*written);
  }
  CssUrls take() { return std::move(found_); }

 private:
  void add(const WrittenCssUrl& written) {
    const std::string_view text = trim_ascii_whitespace(written.text);
    if (text.empty() || text.front() == '#') return;
    if (starts_with_ignoring_case(text, "data:")) {
      ++found_.missing.inlined;
      return;
    }
    if (text.size() > kLinkBytesMax || found_.all.size() >= kCssUrlsMax) {
      ++found_.missing.over_limit;
      return;
    }
    auto url = base_ ? Url::parse(text, *base_) : Url::parse(text);
    if (!url) {
      ++found_.missing.unresolvable;
      return;
    }
    if (url->scheme() == "data") {
      ++found_.missing.inlined;
      return;
    }
    if (url->href().size() > kLinkBytesMax) {
      ++found_.missing.over_limit;
      return;
    }
    if (seen_.insert(std::string(url->href())).second)
      found_.all.push_back({.url = *std::move(url), .kind = written.kind});
  }

  const std::optional<Url>& base_;
  CssUrls found_;
  std::unordered_set<std::string> seen_;
};

// Passes the styles of a page to a collector.
class StyleFinder {
 public:
  StyleFinder(std::string_view page, const TagIndex& index, Collector& collector)
      : page_(page), index_(index), collector_(collector) {}

  void text(std::size_t, std::size_t, TextKind, const Surroundings&) {}
  void end_tag(std::size_t, TagName, Namespace, const Surroundings&) {}
  void start_tag(std::size_t i, TagName name, Namespace, const Surroundings& around) {
    if (around.are_inert()) return;
    const Tag& tag = index_[i];
    if (name == TagName::style) {
      const std::size_t end = i + 1 < index_.size() ? index_[i + 1].start : page_.size();
      collector_.add_all(page_.substr(tag.end(), end - tag.end()));
    }
    // Most tags have no style; searching each for one would cost more than all else here.
    const std::string_view bytes = page_.substr(tag.start, tag.length);
    if (bytes.find('(') == bytes.npos) return;
    if (const auto style = find_attribute(page_, tag, "style"))
      collector_.add_all(decode_attribute(*style));
  }

 private:
  std::string_view page_;
  const TagIndex& index_;
  Collector& collector_;
};

}  // namespace

// A space after the end is part of no relevant token.
char CssUrlReader::peek(std::size_t ahead) const {
  return ahead < sheet_.size() - at_ ? sheet_[at_ + ahead] : ' ';
}

// 4.3.8, "two code points are a valid escape"; at the end of the sheet too.
bool CssUrlReader::is_escape(std::size_t ahead) const {
  return peek(ahead) == '\\' && !is_newline(peek(ahead + 1));
}

// 4.3.9, "would start an ident sequence"
bool CssUrlReader::starts_name(std::size_t ahead) const {
  if (peek(ahead) != '-') return is_name_start(peek(ahead)) || is_escape(ahead);
  return is_name_start(peek(ahead + 1)) || peek(ahead + 1) == '-' || is_escape(ahead + 1);
}

void CssUrlReader::skip_comment() {
  const std::size_t end = sheet_.find("*/", at_ + 2);
  at_ = end == sheet_.npos ? sheet_.size() : end + 2;
}

void CssUrlReader::skip_whitespace() {
  while (at_ < sheet_.size() && is_ascii_whitespace(sheet_[at_])) ++at_;
}

// 4.3.7, from the backslash on.
void CssUrlReader::append_escaped(std::string& to) {
  ++at_;
  if (at_ >= sheet_.size()) return append_utf8(to, kReplacementCharacter);
  if (!is_ascii_hex_digit(sheet_[at_])) {
    const CodePoint read = read_utf8(sheet_, at_);
    append_utf8(to, read.value == 0 ? kReplacementCharacter : read.value);
    at_ += read.length;
    return;
  }
  char32_t value = 0;
  for (int digits = 0; digits < 6 && at_ < sheet_.size() && is_ascii_hex_digit(sheet_[at_]);
       ++digits)
    value = value * 16 + hex_value(sheet_[at_++]);
  if (peek() == '\r' && peek(1) == '\n') ++at_;
  if (at_ < sheet_.size() && is_ascii_whitespace(sheet_[at_])) ++at_;
  const bool is_scalar = value != 0 && value <= 0x10FFFF && (value < 0xD800 || value > 0xDFFF);
  append_utf8(to, is_scalar ? value : kReplacementCharacter);
}

std::string CssUrlReader::read_name() {
  std::string name;
  while (at_ < sheet_.size()) {
    if (is_name(sheet_[at_]))
      append_byte(name, sheet_[at_++]);
    else if (is_escape(0))
      append_escaped(name);
    else
      break;
  }
  return name;
}

// 4.3.5, from the quote on; nothing if a line ends in it.
std::optional<std::string> CssUrlReader::read_string() {
  const char quote = sheet_[at_++];
  std::string value;
  while (at_ < sheet_.size()) {
    const char c = sheet_[at_];
    if (c == quote) {
      ++at_;
      return value;
    }
    if (is_newline(c)) return std::nullopt;
    if (c != '\\') {
      append_byte(value, c);
      ++at_;
    } else if (at_ + 1 == sheet_.size()) {
      ++at_;
    } else if (is_newline(peek(1))) {
      at_ += peek(1) == '\r' && peek(2) == '\n' ? 3 : 2;
    } else {
      append_escaped(value);
    }
  }
  return value;
}

// 4.3.6, after "url(" and its spaces.
std::optional<std::string> CssUrlReader::read_bare_url() {
  std::string value;
  while (at_ < sheet_.size()) {
    const char c = sheet_[at_];
    if (c == ')') {
      ++at_;
      return value;
    }
    if (is_ascii_whitespace(c)) {
      skip_whitespace();
      if (at_ == sheet_.size() || sheet_[at_] == ')') continue;
      skip_bad_url();
      return std::nullopt;
    }
    const bool is_bad = c == '"' || c == '\'' || c == '(' || is_unprintable(c);
    if (is_bad || (c == '\\' && !is_escape(0))) {
      skip_bad_url();
      return std::nullopt;
    }
    if (c == '\\') {
      append_escaped(value);
    } else {
      append_byte(value, c);
      ++at_;
    }
  }
  return value;
}

// 4.3.14
void CssUrlReader::skip_bad_url() {
  std::string ignored;
  while (at_ < sheet_.size()) {
    if (sheet_[at_] == ')') {
      ++at_;
      return;
    }
    if (is_escape(0)) {
      append_escaped(ignored);
      ignored.clear();
    } else {
      ++at_;
    }
  }
}

// After "url(".
std::optional<std::string> CssUrlReader::read_url() {
  skip_whitespace();
  if (at_ < sheet_.size() && (sheet_[at_] == '"' || sheet_[at_] == '\'')) {
    ++depth_;
    from_ = at_;
    is_bare_ = false;
    return read_string();
  }
  is_bare_ = true;
  return read_bare_url();
}

// Reads a name and what it opens; returns the URL if it is one.
std::optional<std::string> CssUrlReader::read_word() {
  from_ = at_;
  const std::string name = read_name();
  if (peek() != '(') return std::nullopt;
  ++at_;
  if (equals_ignoring_case(name, "url")) return read_url();
  ++depth_;
  const bool is_set =
      equals_ignoring_case(name, "image-set") || equals_ignoring_case(name, "-webkit-image-set");
  if (is_set && image_set_depth_ == 0) image_set_depth_ = depth_;
  return std::nullopt;
}

// Reads a string; returns it if it is a URL.
std::optional<std::string> CssUrlReader::read_quoted() {
  from_ = at_;
  is_bare_ = false;
  auto value = read_string();
  const bool counts = rule_ != At::nothing || (image_set_depth_ != 0 && depth_ == image_set_depth_);
  return counts ? std::move(value) : std::nullopt;
}

void CssUrlReader::at_keyword() {
  ++at_;
  const std::string name = read_name();
  rule_ = equals_ignoring_case(name, "import")      ? At::import
          : equals_ignoring_case(name, "namespace") ? At::name_space
                                                    : At::nothing;
}

// Skips a number with its unit, a hash, a bracket or any other single character.
void CssUrlReader::other() {
  const char c = sheet_[at_++];
  const bool is_number = is_ascii_digit(c);
  if (is_number)
    while (at_ < sheet_.size() && (is_ascii_digit(sheet_[at_]) || sheet_[at_] == '.')) ++at_;
  if ((is_number && starts_name()) || (c == '#' && (is_name(peek()) || is_escape(0)))) read_name();
  if (c == '(') ++depth_;
  if (c == ')' && depth_ > 0 && depth_-- == image_set_depth_) image_set_depth_ = 0;
  if (c == ';' || c == '{' || c == '}') {
    rule_ = At::nothing;
    depth_ = image_set_depth_ = 0;
  }
}

std::optional<WrittenCssUrl> CssUrlReader::next() {
  while (at_ < sheet_.size()) {
    std::optional<std::string> url;
    const char c = sheet_[at_];
    if (is_ascii_whitespace(c)) {
      skip_whitespace();
    } else if (c == '/' && peek(1) == '*') {
      skip_comment();
    } else if (c == '"' || c == '\'') {
      url = read_quoted();
    } else if (sheet_.substr(at_, 3) == "-->") {
      at_ += 3;
    } else if (starts_name()) {
      url = read_word();
    } else if (c == '@' && starts_name(1)) {
      at_keyword();
    } else {
      other();
    }
    if (!url || rule_ == At::name_space) continue;
    const CssUrlKind kind = rule_ == At::import ? CssUrlKind::import : CssUrlKind::asset;
    rule_ = At::nothing;
    return WrittenCssUrl{
        .text = *std::move(url), .kind = kind, .from = from_, .to = at_, .is_bare = is_bare_};
  }
  return std::nullopt;
}

CssUrls extract_css_urls(std::string_view sheet, const std::optional<Url>& base) {
  Collector collector(base);
  collector.add_all(sheet);
  return collector.take();
}

CssUrls extract_style_urls(std::string_view text, const TagIndex& index, Scripting scripting,
                           const std::optional<Url>& base) {
  Collector collector(base);
  StyleFinder finder(text, index, collector);
  walk_page(text, index, scripting, finder);
  return collector.take();
}

}  // namespace freshet
