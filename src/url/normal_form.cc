#include "url/normal_form.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.h"
#include "base/check.h"
#include "url/host.h"
#include "url/percent.h"

namespace freshet {
namespace {

constexpr bool is_unreserved(char c) {
  return is_ascii_alnum(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

// What RFC 3986 lets stand in a path or a query besides percent-encoded bytes.
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

// One way to write each byte: bare if it is unreserved, else as it came, with upper-case digits.
std::string with_unique_encoding(std::string_view text) {
  std::string unique;
  unique.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (!is_percent_byte(text, i)) {
      if (is_allowed(c))
        unique.push_back(c);
      else
        append_percent_byte(unique, static_cast<unsigned char>(c));
      continue;
    }
    const unsigned char byte = percent_byte_at(text, i);
    if (is_unreserved(static_cast<char>(byte)))
      unique.push_back(static_cast<char>(byte));
    else
      append_percent_byte(unique, byte);
    i += 2;
  }
  return unique;
}

bool matches(std::string_view name, std::string_view pattern) {
  if (!pattern.ends_with('*')) return equals_ignoring_case(name, pattern);
  return starts_with_ignoring_case(name, pattern.substr(0, pattern.size() - 1));
}

// `query` without the parameters that `options` names. What stays, stays as it was.
std::string without_tracking(std::string_view query, const NormalFormOptions& options) {
  std::string kept;
  kept.reserve(query.size());
  bool first = true;
  for (std::size_t at = 0; at <= query.size();) {
    const std::size_t end = std::min(query.find('&', at), query.size());
    const std::string_view parameter = query.substr(at, end - at);
    at = end + 1;
    const std::string_view name = parameter.substr(0, parameter.find('='));
    if (std::ranges::any_of(options.tracking_parameters,
                            [&](const std::string& pattern) { return matches(name, pattern); }))
      continue;
    if (!first) kept.push_back('&');
    first = false;
    kept.append(parameter);
  }
  return kept;
}

std::string normal_text(const Url& url, const NormalFormOptions& options) {
  const std::string_view host = url.hostname();
  std::string text(url.href().substr(0, static_cast<std::size_t>(host.data() - url.href().data())));
  text.append(without_final_dot(host));
  if (url.port()) text.append(":").append(std::to_string(*url.port()));
  text.append(with_unique_encoding(url.path()));
  if (url.query()) {
    const std::string query = without_tracking(with_unique_encoding(*url.query()), options);
    if (!query.empty()) text.append("?").append(query);
  }
  return text;
}

Url parse_own(std::string_view text) {
  auto url = Url::parse(text);
  require(url.has_value(), "the start of a URL is a URL");
  return std::move(*url);
}

}  // namespace

Url normal_form(const Url& url, const NormalFormOptions& options) {
  if (!url.is_http()) return url.fragment() ? parse_own(url.href_without_fragment()) : url;
  const std::string text = normal_text(url, options);
  if (text == url.href()) return url;
  if (text.size() > kUrlBytesMax) return parse_own(url.href_without_fragment());
  return parse_own(text);
}

}  // namespace freshet
