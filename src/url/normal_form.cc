#include "url/normal_form.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.h"
#include "base/check.h"
#include "base/percent.h"
#include "url/host.h"

namespace freshet {
namespace {

// Characters that RFC 3986 permits in a path or a query besides percent-encoded bytes.
constexpr auto kAllowed = [] {
  std::array<bool, 256> allowed{};
  for (unsigned byte = 0; byte < 128; ++byte) {
    const char c = static_cast<char>(byte);
    allowed[byte] =
        is_unreserved(c) || std::string_view("!$&'()*+,;=:@/?").find(c) != std::string_view::npos;
  }
  return allowed;
}();

bool is_allowed(char c) { return kAllowed[static_cast<unsigned char>(c)]; }

// Appends `text` with a unique form of each byte: plain if it is unreserved, else as given, with
// upper-case digits.
void append_uniquely_encoded(std::string& out, std::string_view text) {
  for (std::size_t i = 0;;) {
    const std::size_t bare = i;
    while (i < text.size() && is_allowed(text[i])) ++i;
    out.append(text, bare, i - bare);
    if (i == text.size()) return;
    const bool is_encoded = is_percent_byte(text, i);
    const unsigned char byte =
        is_encoded ? percent_byte_at(text, i) : static_cast<unsigned char>(text[i]);
    if (is_unreserved(static_cast<char>(byte))) {
      out.push_back(static_cast<char>(byte));
    } else {
      append_percent_byte(out, byte);
    }
    i += is_encoded ? 3 : 1;
  }
}

bool matches(std::string_view name, std::string_view pattern) {
  if (!pattern.ends_with('*')) return equals_ignoring_case(name, pattern);
  return starts_with_ignoring_case(name, pattern.substr(0, pattern.size() - 1));
}

bool is_tracking(std::string_view parameter, const NormalFormOptions& options) {
  const std::string_view name = parameter.substr(0, parameter.find('='));
  return std::ranges::any_of(options.tracking_parameters,
                             [&](const std::string& pattern) { return matches(name, pattern); });
}

// Appends '?' and `query` without the parameters named in `options`, or nothing if none is left.
// The others stay unchanged.
void append_query(std::string& out, std::string_view query, const NormalFormOptions& options) {
  const std::size_t start = out.size();
  for (std::size_t at = 0; at <= query.size();) {
    const std::size_t end = std::min(query.find('&', at), query.size());
    const std::string_view parameter = query.substr(at, end - at);
    at = end + 1;
    if (is_tracking(parameter, options)) continue;
    out.push_back(out.size() == start ? '?' : '&');
    out.append(parameter);
  }
  if (out.size() == start + 1) out.resize(start);
}

std::string normal_text(const Url& url, const NormalFormOptions& options) {
  const std::string_view host = url.hostname();
  std::string text;
  text.reserve(url.href().size());
  text.append(url.scheme()).append("://");
  text.append(without_final_dot(host));
  if (url.port()) text.append(":").append(std::to_string(*url.port()));
  append_uniquely_encoded(text, url.path());
  if (url.query()) {
    std::string query;
    append_uniquely_encoded(query, *url.query());
    append_query(text, query, options);
  }
  return text;
}

Url parse_own(std::string_view text) {
  auto url = Url::parse(text);
  require(url.has_value(), "the start of a URL is a URL");
  return std::move(*url);
}

bool has_credentials(const Url& url) { return !url.username().empty() || !url.password().empty(); }

}  // namespace

Url without_credentials(const Url& url) {
  if (!has_credentials(url)) return url;
  const std::string_view href = url.href();
  const auto host = static_cast<std::size_t>(url.hostname().data() - href.data());
  return parse_own(std::string(url.scheme()).append("://").append(href.substr(host)));
}

Url normal_form(const Url& url, const NormalFormOptions& options) {
  if (!url.is_http()) return url.fragment() ? parse_own(url.href_without_fragment()) : url;
  const std::string text = normal_text(url, options);
  if (text == url.href()) return url;
  if (text.size() > kUrlBytesMax)
    return parse_own(without_credentials(url).href_without_fragment());
  return parse_own(text);
}

}  // namespace freshet
