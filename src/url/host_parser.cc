#include "url/host_parser.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/ascii.h"
#include "base/percent.h"
#include "base/utf8.h"
#include "url/idna.h"
#include "url/ip_address.h"
#include "url/percent.h"

namespace freshet {
namespace {

// Classes of bytes in a host.
enum HostByte : std::uint8_t {
  kForbiddenInHost = 1,
  kForbiddenInDomain = 2,
  kUpper = 4,
  kPercent = 8,
  kBeyondAscii = 16,
};

constexpr auto kHostBytes = [] {
  constexpr std::string_view kForbidden("\0\t\n\r #/:<>?@[\\]^|", 17);
  std::array<std::uint8_t, 256> bytes{};
  for (unsigned byte = 0; byte < 256; ++byte) {
    const char c = static_cast<char>(byte);
    unsigned bits = 0;
    if (kForbidden.find(c) != std::string_view::npos) bits |= kForbiddenInHost | kForbiddenInDomain;
    if (byte <= 0x1F || c == '%' || byte == 0x7F) bits |= kForbiddenInDomain;
    if (is_ascii_upper(c)) bits |= kUpper;
    if (c == '%') bits |= kPercent;
    if (!is_ascii(c)) bits |= kBeyondAscii;
    bytes[byte] = static_cast<std::uint8_t>(bits);
  }
  return bytes;
}();

unsigned bytes_seen(std::string_view text) {
  unsigned seen = 0;
  for (const char c : text) seen |= kHostBytes[static_cast<unsigned char>(c)];
  return seen;
}

// Appends `domain`, which is lower-case ASCII, as a name or an address.
bool append_ascii_domain(std::string& out, std::string_view domain) {
  if (domain.empty() || (bytes_seen(domain) & kForbiddenInDomain) != 0) return false;
  if (!ends_in_number(domain)) {
    out.append(domain);
    return true;
  }
  const auto address = parse_ipv4(domain);
  if (!address) return false;
  append_ipv4(out, *address);
  return true;
}

bool append_domain(std::string& out, std::string_view text) {
  const unsigned seen = bytes_seen(text);
  if (seen == 0) return append_ascii_domain(out, text);
  if ((seen & (kPercent | kBeyondAscii)) == 0) return append_ascii_domain(out, ascii_lower(text));
  const std::string domain = percent_decode(text);
  if (std::all_of(domain.begin(), domain.end(), is_ascii))
    return append_ascii_domain(out, ascii_lower(domain));
  const auto ascii = domain_to_ascii(domain);
  return ascii && append_ascii_domain(out, *ascii);
}

}  // namespace

bool append_host(std::string& out, std::string_view text, HostKind kind) {
  if (text.starts_with('[')) {
    if (!text.ends_with(']')) return false;
    const auto address = parse_ipv6(text.substr(1, text.size() - 2));
    if (!address) return false;
    out.push_back('[');
    append_ipv6(out, *address);
    out.push_back(']');
    return true;
  }
  if (kind == HostKind::domain) return append_domain(out, text);
  if ((bytes_seen(text) & kForbiddenInHost) != 0) return false;
  append_percent_encoded(out, text, EncodeSet::c0_control);
  return true;
}

}  // namespace freshet
