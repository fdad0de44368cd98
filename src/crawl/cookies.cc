#include "crawl/cookies.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"

namespace freshet {
namespace {

bool is_safe(std::string_view text) {
  return std::ranges::all_of(
      text, [](char c) { return static_cast<unsigned char>(c) > 0x1f && c != 0x7f && c != ';'; });
}

// RFC 6265, 5.1.4
std::string default_path(const Url& url) {
  const std::string_view path = url.path();
  const std::size_t slash = path.rfind('/');
  if (slash == 0 || slash == std::string_view::npos) return "/";
  return std::string(path.substr(0, slash));
}

bool path_matches(std::string_view cookie, std::string_view request) {
  if (!request.starts_with(cookie)) return false;
  return request.size() == cookie.size() || cookie.ends_with('/') || request[cookie.size()] == '/';
}

}  // namespace

void CookieJar::set(const Url& url, std::string_view set_cookie) {
  if (set_cookie.size() > kCookieBytesMax) return;
  std::size_t end = set_cookie.find(';');
  const std::string_view pair = set_cookie.substr(0, end);
  const std::size_t equals = pair.find('=');
  if (equals == std::string_view::npos || equals == 0) return;
  Cookie cookie{.name = std::string(trim_ascii_whitespace(pair.substr(0, equals))),
                .value = std::string(trim_ascii_whitespace(pair.substr(equals + 1))),
                .path = default_path(url)};
  if (cookie.name.empty() || !is_safe(cookie.name) || !is_safe(cookie.value)) return;
  bool is_over = false;
  while (end != std::string_view::npos) {
    set_cookie.remove_prefix(end + 1);
    end = set_cookie.find(';');
    const std::string_view attribute = trim_ascii_whitespace(set_cookie.substr(0, end));
    const std::size_t sign = attribute.find('=');
    const std::string_view name = attribute.substr(0, sign);
    const std::string_view value =
        sign == std::string_view::npos ? std::string_view() : attribute.substr(sign + 1);
    if (equals_ignoring_case(name, "secure")) cookie.is_secure = true;
    if (equals_ignoring_case(name, "path") && value.starts_with('/') && is_safe(value))
      cookie.path = value;
    if (equals_ignoring_case(name, "max-age")) is_over = value.starts_with('-') || value == "0";
  }
  std::erase_if(cookies_, [&](const Cookie& known) {
    return known.name == cookie.name && known.path == cookie.path;
  });
  if (is_over) return;
  if (cookies_.size() >= kCookiesMax) cookies_.erase(cookies_.begin());
  cookies_.push_back(std::move(cookie));
}

std::string CookieJar::header(const Url& url) const {
  std::string out;
  for (const Cookie& cookie : cookies_) {
    if (cookie.is_secure && url.scheme() != "https") continue;
    if (!path_matches(cookie.path, url.path())) continue;
    if (out.size() + cookie.name.size() + cookie.value.size() > kCookieBytesMax) break;
    if (!out.empty()) out += "; ";
    out += cookie.name + "=" + cookie.value;
  }
  return out;
}

}  // namespace freshet
