#include "replay/replay_headers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/ascii.h"

namespace freshet {
namespace {

bool is_subtype_byte(char c) {
  return is_ascii_alnum(c) || c == '.' || c == '+' || c == '-' || c == '_';
}

// "image/png": a known top-level type and a subtype of safe characters.
bool is_shown_as_it_is(std::string_view type) {
  constexpr std::size_t kTypeBytesMax = 64;
  const auto slash = type.find('/');
  if (slash == std::string_view::npos || type.size() > kTypeBytesMax) return false;
  const std::string_view top = type.substr(0, slash);
  const std::string_view subtype = type.substr(slash + 1);
  return (top == "image" || top == "font" || top == "audio" || top == "video") &&
         !subtype.empty() && std::ranges::all_of(subtype, is_subtype_byte);
}

// The JavaScript MIME types of the MIME Sniffing standard that servers use.
bool is_script(std::string_view type) {
  constexpr auto kScriptTypes = std::to_array<std::string_view>(
      {"application/ecmascript", "application/javascript", "application/x-ecmascript",
       "application/x-javascript", "text/ecmascript", "text/javascript", "text/x-javascript"});
  return std::ranges::find(kScriptTypes, type) != kScriptTypes.end();
}

std::string shown_type(std::string_view media_type, bool keeps_scripts) {
  const std::string type = ascii_lower(trim_ascii_whitespace(media_type));
  if (type == "text/html" || type == "application/xhtml+xml") return "text/html; charset=utf-8";
  if (type == "text/css") return "text/css; charset=utf-8";
  // As plain text a browser that must not sniff would not run them.
  if (keeps_scripts && is_script(type)) return "text/javascript; charset=utf-8";
  if (type.starts_with("text/") || type == "application/json") return "text/plain; charset=utf-8";
  return is_shown_as_it_is(type) ? type : "application/octet-stream";
}

std::string embedder_list(const std::vector<std::string>& embedders) {
  if (embedders.empty()) return "'self'";
  std::string list = "'self'";
  for (const std::string& origin : embedders) list += ' ' + origin;
  return list;
}

}  // namespace

std::vector<ReplayHeader> replay_headers(std::string_view media_type, const ReplayAccess& access) {
  const std::string type = shown_type(media_type, access.keeps_scripts);
  // With scripts, the sandbox gives the page an origin of its own: no cookies, no storage, and no
  // access to other replays. Without them it keeps that of its URL, which nothing can use, so that
  // its frames and fonts load.
  const std::string policy = fmt::format(
      "sandbox{}; default-src 'none'; script-src {}; style-src 'self' 'unsafe-inline'; img-src "
      "'self' data:; font-src 'self' data:; media-src 'self' data:; frame-src 'self'; form-action "
      "'none'; base-uri 'none'; frame-ancestors {}",
      access.keeps_scripts ? " allow-scripts" : " allow-same-origin",
      access.keeps_scripts ? "'self' 'unsafe-inline'" : "'none'", embedder_list(access.embedders));
  std::vector<ReplayHeader> headers = {
      {"Content-Type", type},
      {"Content-Security-Policy", policy},
      {"Referrer-Policy", "no-referrer"},
      {"X-Content-Type-Options", "nosniff"},
      {"X-DNS-Prefetch-Control", "off"},
      {"Permissions-Policy",
       "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"},
      {"Cache-Control", "private, no-cache"}};
  if (type == "application/octet-stream") headers.push_back({"Content-Disposition", "attachment"});
  return headers;
}

}  // namespace freshet
