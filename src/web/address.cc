#include "web/address.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/escape.h"
#include "url/ip_address.h"

namespace freshet {
namespace {

// Returns the IPv4 address embedded in an IPv6 address, if its range has one.
std::optional<std::uint32_t> embedded_v4(const std::array<std::uint8_t, 16>& b) {
  const auto four = [&](std::size_t at) {
    return std::uint32_t{b[at]} << 24 | std::uint32_t{b[at + 1]} << 16 |
           std::uint32_t{b[at + 2]} << 8 | b[at + 3];
  };
  const auto is_zero = [&](std::size_t from, std::size_t to) {
    return std::all_of(b.begin() + static_cast<std::ptrdiff_t>(from),
                       b.begin() + static_cast<std::ptrdiff_t>(to),
                       [](std::uint8_t byte) { return byte == 0; });
  };
  if (is_zero(0, 10) && b[10] == 0xff && b[11] == 0xff) return four(12);  // mapped
  if (is_zero(0, 8) && b[8] == 0xff && b[9] == 0xff && b[10] == 0 && b[11] == 0)
    return four(12);                                    // translated (SIIT)
  if (is_zero(0, 12) && four(12) > 1) return four(12);  // compatible
  if (b[0] == 0 && b[1] == 0x64 && b[2] == 0xff && b[3] == 0x9b && is_zero(4, 12))
    return four(12);                                 // NAT64
  if (b[0] == 0x20 && b[1] == 0x02) return four(2);  // 6to4
  return std::nullopt;
}

struct Range {
  const char* cidr;
  std::string_view why;
};

// IANA's special-purpose registries: ranges that have no public web servers.
constexpr Range kRefused[] = {
    {"0.0.0.0/8", "this network"},
    {"10.0.0.0/8", "private network"},
    {"100.64.0.0/10", "shared network"},
    {"127.0.0.0/8", "loopback"},
    {"169.254.0.0/16", "link-local"},
    {"172.16.0.0/12", "private network"},
    {"192.0.0.0/24", "reserved"},
    {"192.0.2.0/24", "documentation"},
    {"192.88.99.0/24", "reserved"},
    {"192.168.0.0/16", "private network"},
    {"198.18.0.0/15", "benchmarking"},
    {"198.51.100.0/24", "documentation"},
    {"203.0.113.0/24", "documentation"},
    {"224.0.0.0/4", "multicast"},
    {"240.0.0.0/4", "reserved"},
    {"::/128", "unspecified"},
    {"::1/128", "loopback"},
    {"64:ff9b:1::/48", "local-use NAT64"},
    {"100::/64", "discard"},
    {"2001::/23", "reserved"},
    {"2001:db8::/32", "documentation"},
    {"3fff::/20", "documentation"},
    {"5f00::/16", "reserved"},
    {"fc00::/7", "private network"},
    {"fe80::/10", "link-local"},
    {"fec0::/10", "site-local"},
    {"ff00::/8", "multicast"},
};

const std::vector<std::pair<Network, std::string_view>>& refused_networks() {
  static const auto networks = [] {
    std::vector<std::pair<Network, std::string_view>> made;
    for (const Range& range : kRefused) made.emplace_back(*Network::parse(range.cidr), range.why);
    return made;
  }();
  return networks;
}

bool is_dotted_quad(std::string_view text) {
  return std::count(text.begin(), text.end(), '.') == 3 &&
         text.find_first_not_of("0123456789.") == std::string_view::npos &&
         text.find("..") == std::string_view::npos && text.front() != '.' && text.back() != '.';
}

}  // namespace

IpAddress IpAddress::v4(std::uint32_t address) {
  IpAddress made;
  for (std::size_t i = 0; i < 4; ++i)
    made.bytes_[i] = static_cast<std::uint8_t>(address >> (24 - 8 * i));
  return made;
}

IpAddress IpAddress::v6(const std::array<std::uint8_t, 16>& bytes) {
  IpAddress made;
  made.bytes_ = bytes;
  made.is_v4_ = false;
  return made;
}

std::uint32_t IpAddress::v4() const {
  return std::uint32_t{bytes_[0]} << 24 | std::uint32_t{bytes_[1]} << 16 |
         std::uint32_t{bytes_[2]} << 8 | bytes_[3];
}

std::optional<IpAddress> IpAddress::parse(std::string_view text) {
  if (text.find(':') == std::string_view::npos) {
    if (text.empty() || !is_dotted_quad(text)) return std::nullopt;
    const auto parsed = parse_ipv4(text);
    if (!parsed) return std::nullopt;
    std::string written;
    append_ipv4(written, *parsed);
    if (written != text) return std::nullopt;  // octal and the like may hide an address
    return v4(*parsed);
  }
  const auto parsed = parse_ipv6(text);
  if (!parsed) return std::nullopt;
  std::array<std::uint8_t, 16> bytes{};
  for (std::size_t i = 0; i < 8; ++i) {
    bytes[2 * i] = static_cast<std::uint8_t>((*parsed)[i] >> 8);
    bytes[2 * i + 1] = static_cast<std::uint8_t>((*parsed)[i]);
  }
  return v6(bytes);
}

std::string IpAddress::text() const {
  std::string out;
  if (is_v4_) {
    append_ipv4(out, v4());
    return out;
  }
  Ipv6Address pieces{};
  for (std::size_t i = 0; i < 8; ++i)
    pieces[i] = static_cast<std::uint16_t>(bytes_[2 * i] << 8 | bytes_[2 * i + 1]);
  append_ipv6(out, pieces);
  return out;
}

Result<Network> Network::parse(std::string_view cidr) {
  const auto wrong = [&](std::string_view why) {
    return std::unexpected(
        Error{Errc::invalid, fmt::format("\"{}\" is no network: {}; write it as 10.0.0.0/8, "
                                         "fd00::/8, or as one address",
                                         visible(cidr), why)});
  };
  const std::size_t slash = cidr.find('/');
  const auto base = IpAddress::parse(cidr.substr(0, slash));
  if (!base) return wrong("its address cannot be read");
  Network made;
  made.base_ = *base;
  const int bits_max = base->is_v4() ? 32 : 128;
  made.bits_ = bits_max;
  if (slash == std::string_view::npos) return made;
  const std::string_view digits = cidr.substr(slash + 1);
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), made.bits_);
  if (error != std::errc() || end != digits.data() + digits.size() || made.bits_ < 0 ||
      made.bits_ > bits_max)
    return wrong(fmt::format("behind the slash there must be a number up to {}", bits_max));
  return made;
}

bool Network::contains(const IpAddress& address) const {
  if (address.is_v4() != base_.is_v4()) return false;
  for (int bit = 0; bit < bits_; bit += 8) {
    const auto at = static_cast<std::size_t>(bit / 8);
    const int left = std::min(8, bits_ - bit);
    const auto mask = static_cast<std::uint8_t>(0xff << (8 - left));
    if (((address.bytes()[at] ^ base_.bytes()[at]) & mask) != 0) return false;
  }
  return true;
}

std::string Network::text() const { return fmt::format("{}/{}", base_.text(), bits_); }

std::optional<std::string_view> AddressGuard::refusal(const IpAddress& address) const {
  for (const Network& network : allowed_)
    if (network.contains(address)) return std::nullopt;
  if (!address.is_v4()) {
    if (const auto inner = embedded_v4(address.bytes())) return refusal(IpAddress::v4(*inner));
  }
  for (const auto& [network, why] : refused_networks())
    if (network.contains(address)) return why;
  return why_not_others_;
}

}  // namespace freshet
