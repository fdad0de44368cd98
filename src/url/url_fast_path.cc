// The fast path: an http or https URL with a host name that is already in its final form. Most
// links on real pages are such; they are scanned once and copied whole. Anything unusual, even if
// valid, is left to the states of the standard, which give the same result.
#include <array>
#include <cstdint>

#include "base/ascii.h"
#include "url/url_parser.h"

namespace freshet {
namespace {

// The parts of a URL where a byte needs no encoding.
enum PlainIn : std::uint8_t { kHost = 1, kPath = 2, kQuery = 4, kFragment = 8 };

constexpr auto kPlainIn = [] {
  std::array<std::uint8_t, 256> plain_in{};
  for (unsigned byte = 0; byte < 256; ++byte) {
    const char c = static_cast<char>(byte);
    unsigned bits = 0;
    if (is_ascii_lower(c) || is_ascii_digit(c) || c == '.' || c == '-' || c == '_') bits |= kHost;
    if (!is_in(EncodeSet::path, c) && c != '\\') bits |= kPath;
    if (!is_in(EncodeSet::special_query, c)) bits |= kQuery;
    if (!is_in(EncodeSet::fragment, c)) bits |= kFragment;
    plain_in[byte] = static_cast<std::uint8_t>(bits);
  }
  return plain_in;
}();

// Returns the end of the bytes from `at` on that are plain in `where`.
std::size_t plain_end(std::string_view text, std::size_t at, PlainIn where) {
  while (at < text.size() && (kPlainIn[static_cast<unsigned char>(text[at])] & where) != 0) ++at;
  return at;
}

// Like plain_end, but also stops before a segment that begins with a dot, and before "%2".
std::size_t plain_path_end(std::string_view text, std::size_t at) {
  char before = '\0';
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if ((kPlainIn[static_cast<unsigned char>(c)] & kPath) == 0) return at;
    if ((c == '.' && before == '/') || (c == '2' && before == '%')) return at;
    before = c;
  }
  return at;
}

// Returns false if the last label is empty or starts with a digit, so that the name may be an
// address.
bool is_surely_a_name(std::string_view host) {
  const char first_of_last_label = host.substr(host.rfind('.') + 1).front();
  return !is_ascii_digit(first_of_last_label);
}

}  // namespace

bool UrlParser::read_plain_web_url() {
  const std::uint32_t scheme_end = input_.starts_with("https://") ? 5 : 4;
  if (scheme_end == 4 && !input_.starts_with("http://")) return false;
  const std::size_t host = scheme_end + 3;
  const std::size_t path = plain_end(input_, host, kHost);
  if (path == host || path == input_.size() || input_[path] != '/' || input_[path - 1] == '.' ||
      !is_surely_a_name(input_.substr(host, path - host)))
    return false;
  const std::size_t query = plain_path_end(input_, path);
  std::size_t fragment = query;
  if (query < input_.size() && input_[query] == '?')
    fragment = plain_end(input_, query + 1, kQuery);
  std::size_t end = fragment;
  if (fragment < input_.size() && input_[fragment] == '#')
    end = plain_end(input_, fragment + 1, kFragment);
  if (end != input_.size()) return false;

  out().assign(input_);
  parts().scheme_end = scheme_end;
  parts().username_end = parts().host = scheme_end + 3;
  parts().host_end = parts().path = static_cast<std::uint32_t>(path);
  parts().query = static_cast<std::uint32_t>(query);
  parts().fragment = static_cast<std::uint32_t>(fragment);
  parts().has_host = parts().is_special = true;
  return true;
}

}  // namespace freshet
