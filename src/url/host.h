// The definition of a *host* in freshet: the frontier hands out hosts, politeness, the spam filter
// and captures work per host, and the catalog assigns hosts to partitions. docs/formats/host.md
// specifies the same for other programs, with examples; neither may ever change.
//
// A host is a host name and a port class of the web:
//   - http and https of one name are one host. Ports 80 and 443 are one class and are not written,
//     with either scheme; any other port is another server and is part of the host.
//   - "www.example.com" and "example.com" are two hosts: they may have two addresses and different
//     content. Larger units are a matter of the site (site.h).
//   - Names are in ASCII and lower case ("xn--..."), without the final dot of a fully qualified
//     name; addresses are in the form of the URL standard, IPv6 in brackets.
//   - URLs of other schemes have no host in this sense.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "url/url.h"

namespace freshet {

inline constexpr unsigned kPartitionCount = 256;

// Returns "example.com" for "example.com.", which is the same name to a resolver. A name that ends
// in an empty label is returned unchanged.
std::string_view without_final_dot(std::string_view hostname);

class Host {
 public:
  // Returns the host of `url`; none if its scheme is not http or https.
  static std::optional<Host> of(const Url& url);

  // Parses a stored key. Fails with Errc::corrupt on any text that key() does not produce.
  static Result<Host> from_key(std::string_view key);

  // Returns the host as one text: "example.com", "example.com:8080", "[::1]". Unique per host.
  std::string_view key() const { return key_; }

  // Returns the host name without the port, for a resolver; an IPv6 address keeps its brackets.
  std::string_view name() const { return std::string_view(key_).substr(0, name_length_); }

  // Returns XXH64 with seed 0 of the bytes of key().
  std::uint64_t hash() const;

  // Returns the permanent partition of this host: hash() % kPartitionCount.
  unsigned partition() const { return static_cast<unsigned>(hash() % kPartitionCount); }

  friend bool operator==(const Host& a, const Host& b) { return a.key_ == b.key_; }
  friend auto operator<=>(const Host& a, const Host& b) { return a.key_ <=> b.key_; }

 private:
  Host(std::string_view name, std::uint16_t port);

  std::string key_;
  std::size_t name_length_;
};

}  // namespace freshet
