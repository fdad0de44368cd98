#include "url/url_parser.h"

#include <cstdint>
#include <cstring>
#include <utility>

#include "base/ascii.h"
#include "base/utf8.h"
#include "url/drive_letter.h"
#include "url/host_parser.h"
#include "url/scheme.h"

namespace freshet {
namespace {

constexpr bool is_c0_control_or_space(char c) { return static_cast<unsigned char>(c) <= ' '; }
constexpr bool is_tab_or_newline(char c) { return c == '\t' || c == '\n' || c == '\r'; }

std::string_view trim_controls(std::string_view text) {
  while (!text.empty() && is_c0_control_or_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_c0_control_or_space(text.back())) text.remove_suffix(1);
  return text;
}

// Returns true if there are no control characters and only ASCII: nothing to repair or to remove.
bool is_plain(std::string_view text) {
  constexpr std::uint64_t kSpaces = 0x2020202020202020u;
  constexpr std::uint64_t kHighBits = 0x8080808080808080u;
  std::uint64_t seen = 0;
  while (text.size() >= sizeof seen) {
    std::uint64_t eight;
    std::memcpy(&eight, text.data(), sizeof eight);
    // The subtraction borrows, and sets a high bit, exactly if some byte is below the space.
    seen |= (eight - kSpaces) | eight;
    text.remove_prefix(sizeof eight);
  }
  bool plain = (seen & kHighBits) == 0;
  for (const char c : text) plain &= static_cast<signed char>(c) >= ' ';
  return plain;
}

std::string without_tabs_and_bad_utf8(std::string_view text) {
  std::string clean;
  clean.reserve(text.size());
  for (const char c : text)
    if (!is_tab_or_newline(c)) clean.push_back(c);
  return valid_utf8_length(clean) == clean.size() ? clean : repair_utf8(clean);
}

// Returns the length of the scheme at the start of `text`, or npos if there is none.
std::size_t scheme_length(std::string_view text) {
  if (text.empty() || !is_ascii_alpha(text.front())) return std::string_view::npos;
  for (std::size_t i = 1; i < text.size(); ++i) {
    const char c = text[i];
    if (c == ':') return i;
    if (!is_ascii_alnum(c) && c != '+' && c != '-' && c != '.') break;
  }
  return std::string_view::npos;
}

}  // namespace

Result<Url> UrlParser::parse(std::string_view input, const Url* base) {
  if (input.size() > kUrlBytesMax)
    return std::unexpected(Error{Errc::limit, "not a URL: it is too long"});
  UrlParser parser(input, base);
  if (parser.read_plain_web_url()) return std::move(parser.url_);
  parser.input_ = trim_controls(input);
  std::string repaired;
  if (!is_plain(parser.input_)) {
    repaired = without_tabs_and_bad_utf8(parser.input_);
    parser.input_ = repaired;
  }
  if (!parser.read_url())
    return std::unexpected(Error{Errc::invalid, std::string("not a URL: ") + parser.why_});
  if (parser.url_.href_.size() > kUrlBytesMax)
    return std::unexpected(Error{Errc::limit, "not a URL: it is too long"});
  return std::move(parser.url_);
}

// "scheme start state" and "scheme state".
bool UrlParser::read_url() {
  const std::size_t length = scheme_length(input_);
  if (length == std::string_view::npos) return read_without_scheme();
  out().reserve(input_.size() + 16);
  for (const char c : input_.substr(0, length)) out().push_back(to_ascii_lower(c));
  parts().scheme_end = here();
  parts().is_special = is_special_scheme(out());
  out().push_back(':');
  at_ = length + 1;
  if (is_file()) return read_file();
  if (parts().is_special) {
    const bool has_authority = peek() == '/' && peek(1) == '/';
    if (!has_authority && base_ && base_->scheme() == url_.scheme()) return read_relative();
    return read_authority();
  }
  if (peek() != '/') return read_opaque_path();
  if (peek(1) == '/') {
    at_ += 2;
    return read_authority();
  }
  ++at_;
  start_path();
  return read_path();
}

// "no scheme state".
bool UrlParser::read_without_scheme() {
  if (!base_) return fail("it has no scheme");
  if (base_->has_opaque_path()) {
    if (peek() != '#') return fail("it is relative to a base that has no path");
    copy_base_until_fragment();
    return read_fragment();
  }
  return base_->scheme() == "file" ? read_file() : read_relative();
}

// "relative state" and "relative slash state". at_ is after the scheme, if there was one.
bool UrlParser::read_relative() {
  parts().is_special = base_->is_special();
  if (is_slash(peek()) && is_slash(peek(1))) {
    out().assign(base_->scheme()).push_back(':');
    parts().scheme_end = base_->parts_.scheme_end;
    at_ += 2;
    return read_authority();
  }
  if (at_end() || peek() == '#') {
    copy_base_until_fragment();
    return read_fragment();
  }
  if (peek() == '?') {
    copy_base_until_query();
    return read_query_and_fragment();
  }
  copy_base_authority();
  if (is_slash(peek())) {
    ++at_;
  } else {
    copy_base_path(base_->path());
    shorten_path();
  }
  return read_path();
}

// "file state" and "file slash state". at_ is after the scheme, if there was one.
bool UrlParser::read_file() {
  const Url* base = base_ && base_->scheme() == "file" ? base_ : nullptr;
  out().assign("file:");
  parts().scheme_end = here() - 1;
  parts().is_special = true;
  if (is_slash(peek()) && is_slash(peek(1))) {
    at_ += 2;
    return read_file_host();
  }
  if (!base) {
    write_empty_host();
    if (is_slash(peek())) ++at_;
    return read_path();
  }
  if (at_end() || peek() == '#') {
    copy_base_until_fragment();
    return read_fragment();
  }
  if (peek() == '?') {
    copy_base_until_query();
    return read_query_and_fragment();
  }
  copy_base_authority();
  const bool absolute = is_slash(peek());
  if (absolute) ++at_;
  if (starts_with_drive_letter(input_.substr(at_))) return read_path();
  if (!absolute) {
    copy_base_path(base->path());
    shorten_path();
  } else if (is_normal_drive_letter(base->path().substr(1, base->path().find('/', 1) - 1))) {
    copy_base_path(base->path().substr(0, 3));
  }
  return read_path();
}

// "file host state".
bool UrlParser::read_file_host() {
  std::size_t end = at_;
  while (end < input_.size() && !is_slash(input_[end]) && input_[end] != '?' && input_[end] != '#')
    ++end;
  const std::string_view host = input_.substr(at_, end - at_);
  write_empty_host();
  if (is_drive_letter(host)) return read_path();
  if (!host.empty()) {
    if (!append_host(out(), host, HostKind::domain)) return fail("its host is not valid");
    if (std::string_view(out()).substr(parts().host) == "localhost") out().resize(parts().host);
    parts().host_end = here();
    start_path();
  }
  at_ = end;
  if (is_slash(peek())) ++at_;
  return read_path();
}

// "authority state". Reads the part between "//" and the path, user and password first.
bool UrlParser::read_authority() {
  if (parts().is_special)
    while (is_slash(peek())) ++at_;
  std::size_t end = at_;
  std::size_t host = at_;  // after the last '@'
  while (end < input_.size() && !is_slash(input_[end]) && input_[end] != '?' &&
         input_[end] != '#') {
    if (input_[end] == '@') host = end + 1;
    ++end;
  }
  out().append("//");
  parts().has_host = true;
  parts().username_end = here();
  if (host != at_) {
    if (host == end) return fail("it has a user but no host");
    write_userinfo(input_.substr(at_, host - 1 - at_));
  }
  parts().host = here();
  at_ = end;
  if (!read_host_and_port(input_.substr(host, end - host))) return false;
  start_path();
  if (parts().is_special || is_slash(peek())) {
    if (is_slash(peek())) ++at_;
    return read_path();
  }
  end_path();
  return read_query_and_fragment();
}

void UrlParser::write_userinfo(std::string_view userinfo) {
  const std::size_t colon = userinfo.find(':');
  append_percent_encoded(out(), userinfo.substr(0, colon), EncodeSet::userinfo);
  const bool has_password = colon != std::string_view::npos && colon + 1 < userinfo.size();
  if (here() == parts().username_end && !has_password) return;
  parts().username_end = here();
  if (has_password) {
    out().push_back(':');
    append_percent_encoded(out(), userinfo.substr(colon + 1), EncodeSet::userinfo);
  }
  out().push_back('@');
}

// "host state" and "port state".
bool UrlParser::read_host_and_port(std::string_view text) {
  std::size_t colon = 0;
  for (bool inside_brackets = false; colon < text.size(); ++colon) {
    if (text[colon] == '[') inside_brackets = true;
    if (text[colon] == ']') inside_brackets = false;
    if (text[colon] == ':' && !inside_brackets) break;
  }
  const std::string_view host = text.substr(0, colon);
  const bool has_colon = colon < text.size();
  if (host.empty() && (has_colon || parts().is_special)) return fail("it has no host");
  const HostKind kind = parts().is_special ? HostKind::domain : HostKind::opaque;
  if (!append_host(out(), host, kind)) return fail("its host is not valid");
  parts().host_end = here();
  return !has_colon || read_port(text.substr(colon + 1));
}

bool UrlParser::read_port(std::string_view digits) {
  if (digits.empty()) return true;
  std::uint32_t port = 0;
  for (const char c : digits) {
    if (!is_ascii_digit(c)) return fail("its port is not a number");
    port = port * 10 + static_cast<std::uint32_t>(c - '0');
    if (port > 0xFFFF) return fail("its port is over 65535");
  }
  if (default_port(url_.scheme()) == port) return true;
  parts().port = static_cast<std::uint16_t>(port);
  out().append(":").append(std::to_string(port));
  return true;
}

void UrlParser::write_empty_host() {
  out().append("//");
  parts().has_host = true;
  parts().username_end = parts().host = parts().host_end = here();
  start_path();
}

bool UrlParser::read_opaque_path() {
  parts().has_opaque_path = true;
  start_path();
  std::size_t end = at_;
  while (end < input_.size() && input_[end] != '?' && input_[end] != '#') ++end;
  std::string_view path = input_.substr(at_, end - at_);
  at_ = end;
  // A space right before '?' or '#' would be lost if that part were removed, so it is encoded.
  const bool ends_in_space = !at_end() && path.ends_with(' ');
  if (ends_in_space) path.remove_suffix(1);
  append_percent_encoded(out(), path, EncodeSet::c0_control);
  if (ends_in_space) out().append("%20");
  end_path();
  return read_query_and_fragment();
}

// "query state".
bool UrlParser::read_query_and_fragment() {
  if (peek() == '?') {
    const std::string_view query = input_.substr(at_ + 1, input_.find('#', at_) - at_ - 1);
    out().push_back('?');
    append_percent_encoded(out(), query,
                           parts().is_special ? EncodeSet::special_query : EncodeSet::query);
    at_ += 1 + query.size();
  }
  parts().fragment = here();
  return read_fragment();
}

// "fragment state". parts().fragment is already set.
bool UrlParser::read_fragment() {
  if (at_end()) return true;
  out().push_back('#');
  append_percent_encoded(out(), input_.substr(at_ + 1), EncodeSet::fragment);
  return true;
}

void UrlParser::copy_base_until_fragment() {
  out().assign(base_->href_without_fragment());
  parts() = base_->parts_;
}

void UrlParser::copy_base_until_query() {
  out().assign(base_->part(0, base_->parts_.query));
  parts() = base_->parts_;
}

void UrlParser::copy_base_authority() {
  const Url::Parts& base = base_->parts_;
  // A URL without host may have "/." before its path, which belongs to neither.
  out().reserve(base_->href_.size() + input_.size());
  out().assign(base_->part(0, base.has_host ? base.path : base.scheme_end + 1));
  parts() = base;
  start_path();
}

void UrlParser::copy_base_path(std::string_view path) { out().append(path); }

}  // namespace freshet
