#include "url/surt.h"

#include <unicode/ucasemap.h>

#include <algorithm>
#include <vector>

#include "base/ascii.h"
#include "base/check.h"
#include "base/utf8.h"
#include "url/url.h"

namespace freshet {
namespace {

// Turns "http://www2.x" into "http://x"; only lower case is recognised.
std::string without_www(std::string_view url) {
  const std::size_t name = url.starts_with("https://") ? 8 : 7;
  if (!url.starts_with("http://") && name == 7) return std::string(url);
  std::string_view rest = url.substr(name);
  if (!rest.starts_with("www")) return std::string(url);
  rest.remove_prefix(3);
  while (!rest.empty() && is_ascii_digit(rest.front())) rest.remove_prefix(1);
  if (!rest.starts_with('.')) return std::string(url);
  return std::string(url.substr(0, name)).append(rest.substr(1));
}

// Like JavaScript's toLowerCase: by Unicode, independent of a language.
std::string unicode_lower(const std::string& text) {
  if (std::ranges::all_of(text, is_ascii)) return ascii_lower(text);
  UErrorCode status = U_ZERO_ERROR;
  UCaseMap* const root = ucasemap_open("", 0, &status);
  const std::string valid = repair_utf8(text);
  std::string lower(valid.size() * 3, '\0');  // no character grows more
  const std::int32_t length =
      ucasemap_utf8ToLower(root, lower.data(), static_cast<std::int32_t>(lower.size()),
                           valid.data(), static_cast<std::int32_t>(valid.size()), &status);
  ucasemap_close(root);
  require(U_SUCCESS(status), "ICU can bring text to lower case");
  lower.resize(static_cast<std::size_t>(length));
  return lower;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(separator, at), text.size());
    parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

void append_joined(std::string& out, const std::vector<std::string_view>& parts, char separator) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) out.push_back(separator);
    out.append(parts[i]);
  }
}

}  // namespace

std::string surt(std::string_view url) {
  if (url.size() > kUrlBytesMax || (!url.starts_with("https:") && !url.starts_with("http:")))
    return std::string(url);
  std::string bare = without_www(url);
  const auto parsed = Url::parse(unicode_lower(bare));
  if (!parsed) return bare;

  std::string key;
  key.reserve(parsed->href().size());
  std::vector<std::string_view> labels = split(parsed->hostname(), '.');
  std::ranges::reverse(labels);
  append_joined(key, labels, ',');
  if (parsed->port()) key.append(":").append(std::to_string(*parsed->port()));
  key.append(")").append(parsed->path());
  if (const auto query = parsed->query(); query && !query->empty()) {
    std::vector<std::string_view> arguments = split(*query, '&');
    std::ranges::sort(arguments);
    key.push_back('?');
    append_joined(key, arguments, '&');
  }
  return key;
}

}  // namespace freshet
