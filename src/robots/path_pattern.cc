#include "robots/path_pattern.h"

#include <cstring>

#include "base/ascii.h"
#include "base/percent.h"

namespace freshet {
namespace {

// RFC 3986, section 2.2.
constexpr bool is_reserved(char c) { return std::string_view(":/?#[]@!$&'()*+,;=").contains(c); }

enum class Side { path, pattern };

// Returns true if the character at `at`, reserved by RFC 3986, is not escaped.
bool keeps_reserved(std::string_view text, std::size_t at, Side side) {
  if (text[at] == '*') return side == Side::pattern;
  if (text[at] == '$') return side == Side::pattern && at + 1 == text.size();
  return true;
}

std::string normalize_for_rfc(std::string_view text, Side side) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (is_percent_byte(text, at)) {
      const unsigned char octet = percent_byte_at(text, at);
      if (is_unreserved(static_cast<char>(octet))) {
        out += static_cast<char>(octet);
      } else {
        append_percent_byte(out, octet);
      }
      at += 2;
    } else if (is_unreserved(text[at]) ||
               (is_reserved(text[at]) && keeps_reserved(text, at, side))) {
      out += text[at];
    } else {
      append_percent_byte(out, static_cast<unsigned char>(text[at]));
    }
  }
  return out;
}

std::string normalize_for_google(std::string_view pattern) {
  std::string out;
  out.reserve(pattern.size());
  for (std::size_t at = 0; at < pattern.size(); ++at) {
    if (is_percent_byte(pattern, at)) {
      append_percent_byte(out, percent_byte_at(pattern, at));
      at += 2;
    } else if (is_ascii(pattern[at])) {
      out += pattern[at];
    } else {
      append_percent_byte(out, static_cast<unsigned char>(pattern[at]));
    }
  }
  return out;
}

// Characters that are delimiters elsewhere in a URL but not within its query; and the apostrophe,
// which the URL standard escapes there.
constexpr std::string_view kPlainInQuery = ":/?@[]'";

// Returns `text` with those escaped after its first '?'; empty if there are none.
std::string escape_query(std::string_view text) {
  const std::size_t query = text.find('?');
  if (query == std::string_view::npos) return {};
  if (text.find_first_of(kPlainInQuery, query + 1) == std::string_view::npos) return {};
  std::string out(text.substr(0, query + 1));
  for (const char c : text.substr(query + 1)) {
    if (kPlainInQuery.contains(c)) {
      append_percent_byte(out, static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  }
  return out;
}

// memmem, unlike std::string_view::find, does not take time n * m on hostile text.
std::size_t find(std::string_view text, std::string_view piece) {
  if (piece.empty()) return 0;
  const void* found = memmem(text.data(), text.size(), piece.data(), piece.size());
  if (!found) return std::string_view::npos;
  return static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
}

// The pieces between stars are placed from left to right, each as early as possible; that leaves
// the most room for the rest, so no backtracking is needed. Only the last piece of a pattern with
// `$` is placed at the end instead.
bool matches_text(std::string_view pattern, std::string_view path) {
  const bool to_the_end = pattern.ends_with('$');
  if (to_the_end) pattern.remove_suffix(1);

  const std::size_t first_star = pattern.find('*');
  const std::string_view head = pattern.substr(0, first_star);
  if (!path.starts_with(head)) return false;
  path.remove_prefix(head.size());
  if (first_star == std::string_view::npos) return path.empty() || !to_the_end;

  if (to_the_end) {
    const std::size_t last_star = pattern.rfind('*');
    const std::string_view tail = pattern.substr(last_star + 1);
    if (!path.ends_with(tail)) return false;
    path.remove_suffix(tail.size());
    pattern = pattern.substr(0, last_star + 1);
  }
  pattern.remove_prefix(first_star + 1);
  while (!pattern.empty()) {
    const std::string_view piece = pattern.substr(0, pattern.find('*'));
    const std::size_t at = find(path, piece);
    if (at == std::string_view::npos) return false;
    path.remove_prefix(at + piece.size());
    pattern.remove_prefix(piece.size() < pattern.size() ? piece.size() + 1 : piece.size());
  }
  return true;
}

}  // namespace

std::string path_to_match(std::string_view url) {
  url = url.substr(0, url.find('#'));
  if (url.starts_with("//")) url.remove_prefix(2);
  const std::size_t scheme_end = url.find("://");
  // After the path has begun, "://" is part of it.
  if (scheme_end < url.find_first_of("/?;")) url.remove_prefix(scheme_end + 3);
  const std::size_t path = url.find_first_of("/?;");
  if (path == std::string_view::npos) return "/";
  url.remove_prefix(path);
  return url.front() == '/' ? std::string(url) : '/' + std::string(url);
}

std::string normalize_pattern(std::string_view pattern, RobotsCompat compat) {
  return compat == RobotsCompat::google ? normalize_for_google(pattern)
                                        : normalize_for_rfc(pattern, Side::pattern);
}

RobotsPath::RobotsPath(std::string_view path_and_query, RobotsCompat compat) {
  if (compat == RobotsCompat::google) {
    text_ = path_and_query;
    return;
  }
  text_ = normalize_for_rfc(path_and_query, Side::path);
  escaped_ = escape_query(text_);
}

PathPattern::PathPattern(std::string_view written, RobotsCompat compat)
    : text_(normalize_pattern(written, compat)) {
  if (compat == RobotsCompat::rfc) escaped_ = escape_query(text_);
}

bool PathPattern::matches(const RobotsPath& path) const {
  if (matches_text(text_, path.text())) return true;
  const std::string& pattern = with_query_escaped();
  const std::string& whole = path.with_query_escaped();
  if (&pattern == &text_ && &whole == &path.text()) return false;
  return matches_text(pattern, whole);
}

}  // namespace freshet
