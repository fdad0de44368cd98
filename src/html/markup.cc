#include "html/markup.h"

namespace freshet {
namespace {

constexpr char byte_at(std::string_view text, std::size_t at) {
  return at < text.size() ? text[at] : '\0';
}

// Returns the offset after the next `c` at or after `from`.
std::size_t behind(std::string_view text, std::size_t from, char c) {
  const std::size_t at = text.find(c, from);
  return at == std::string_view::npos ? text.size() : at + 1;
}

// WHATWG HTML 13.2.5.43-51. `from` is after "<!--".
std::size_t end_of_comment(std::string_view text, std::size_t from) {
  if (byte_at(text, from) == '>') return from + 1;
  if (byte_at(text, from) == '-' && byte_at(text, from + 1) == '>') return from + 2;
  for (std::size_t at = from;; ++at) {
    at = text.find('>', at);
    if (at == std::string_view::npos) return text.size();
    const std::string_view inside = text.substr(from, at - from);
    if (inside.ends_with("--") || inside.ends_with("--!")) return at + 1;
  }
}

// Returns true if `name`, as a whole tag name, is at `at`.
bool tag_name_at(std::string_view text, std::size_t at, std::string_view name) {
  return at + name.size() < text.size() &&
         equals_ignoring_case(text.substr(at, name.size()), name) &&
         ends_tag_name(text[at + name.size()]);
}

constexpr std::string_view kScript = "script";

// The escaped states of a script (13.2.5.18-31), entered after "<!--". Either the script ends in
// here, or "-->" returns to plain script data.
struct Escaped {
  std::size_t at;
  bool script_ends;
};

Escaped skip_escaped_script(std::string_view text, std::size_t from) {
  bool inside_double = false;  // between an inner <script> and its </script>
  std::size_t dashes = 2;      // those of "<!--" count: "<!-->" is both beginning and end
  for (std::size_t at = from; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '-') {
      ++dashes;
      continue;
    }
    if (c == '>' && dashes >= 2) return {at + 1, false};
    dashes = 0;
    if (c != '<') continue;
    const bool closes = byte_at(text, at + 1) == '/';
    if (!tag_name_at(text, at + (closes ? 2 : 1), kScript)) continue;
    if (!inside_double && closes) return {at, true};
    if (inside_double == closes) inside_double = !inside_double;
  }
  return {text.size(), true};
}

}  // namespace

bool opens_tag(std::string_view text, std::size_t at) {
  const char next = byte_at(text, at + 1);
  return is_ascii_alpha(next == '/' ? byte_at(text, at + 2) : next);
}

bool opens_declaration(std::string_view text, std::size_t at) {
  const char next = byte_at(text, at + 1);
  if (next == '/') return at + 2 < text.size() && !is_ascii_alpha(text[at + 2]);
  return next == '!' || next == '?';
}

std::size_t end_of_declaration(std::string_view text, std::size_t at, bool cdata_allowed) {
  const std::string_view rest = text.substr(at);
  if (rest.starts_with("<!--")) return end_of_comment(text, at + 4);
  if (cdata_allowed && rest.starts_with(kCdataOpening)) {
    const std::size_t end = text.find("]]>", at + kCdataOpening.size());
    return end == std::string_view::npos ? text.size() : end + 3;
  }
  return behind(text, at + 2, '>');
}

std::size_t end_of_raw_text(std::string_view text, std::size_t from, std::string_view name) {
  for (std::size_t at = from;; ++at) {
    at = text.find('<', at);
    if (at == std::string_view::npos) return text.size();
    if (byte_at(text, at + 1) == '/' && tag_name_at(text, at + 2, name)) return at;
  }
}

std::size_t end_of_script(std::string_view text, std::size_t from) {
  std::size_t at = from;
  while ((at = text.find('<', at)) != std::string_view::npos) {
    if (byte_at(text, at + 1) == '/' && tag_name_at(text, at + 2, kScript)) return at;
    if (text.substr(at).starts_with("<!--")) {
      const Escaped escaped = skip_escaped_script(text, at + 4);
      if (escaped.script_ends) return escaped.at;
      at = escaped.at;
    } else {
      ++at;
    }
  }
  return text.size();
}

}  // namespace freshet
