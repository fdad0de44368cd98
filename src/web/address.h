// IP addresses, and the guard that keeps the crawl out of private networks.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace freshet {

class IpAddress {
 public:
  // Parses "192.0.2.1" or "2001:db8::1", without brackets or zone. IPv4 must be four decimal
  // numbers. IPv4 in IPv6 ("::ffff:192.0.2.1") stays IPv6.
  static std::optional<IpAddress> parse(std::string_view text);
  static IpAddress v4(std::uint32_t address);
  static IpAddress v6(const std::array<std::uint8_t, 16>& bytes);

  bool is_v4() const { return is_v4_; }
  std::uint32_t v4() const;                                             // of an IPv4 address
  const std::array<std::uint8_t, 16>& bytes() const { return bytes_; }  // IPv4: the first four

  // Returns the canonical text form (RFC 5952).
  std::string text() const;

  friend auto operator<=>(const IpAddress&, const IpAddress&) = default;

 private:
  std::array<std::uint8_t, 16> bytes_{};
  bool is_v4_ = true;
};

// A range of addresses: "10.0.0.0/8", "fc00::/7", or one address.
class Network {
 public:
  static Result<Network> parse(std::string_view cidr);
  bool contains(const IpAddress& address) const;  // false for the other IP version
  std::string text() const;

 private:
  IpAddress base_;
  int bits_ = 0;
};

// Decides which addresses may be connected to. Private, loopback, link-local, multicast and
// reserved ranges are refused, also as IPv4 inside IPv6 (mapped, NAT64, 6to4), unless a network is
// allowed.
class AddressGuard {
 public:
  AddressGuard() = default;
  explicit AddressGuard(std::vector<Network> allowed) : allowed_(std::move(allowed)) {}
  // Refuses all addresses outside these networks, for the given reason; a literal.
  AddressGuard(std::vector<Network> allowed, std::string_view why_not_others)
      : allowed_(std::move(allowed)), why_not_others_(why_not_others) {}

  // Returns why the address must not be connected to ("loopback", "private network"); nothing if it
  // may be.
  std::optional<std::string_view> refusal(const IpAddress& address) const;

 private:
  std::vector<Network> allowed_;
  std::optional<std::string_view> why_not_others_;
};

}  // namespace freshet
