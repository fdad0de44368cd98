// What a *host* is in freshet. The one definition: the frontier hands out hosts, politeness, the
// spam filter and captures work host by host, and the catalog spreads hosts over its partitions.
// docs/formats/host.md is the same for other programs, with examples; neither may ever change.
//
// A host is a host name and a port class of the web:
//   - http and https of one name are one host. Ports 80 and 443 are one class and are not written,
//     with either scheme; any other port is another server and is part of the host.
//   - "www.example.com" and "example.com" are two hosts: they may lie at two addresses and say
//     different things. What belongs together beyond that is a matter of the site (site.h).
//   - Names are in ASCII and lower case ("xn--..."), without the final dot of a fully qualified
//     name; addresses are as the URL standard writes them, IPv6 in brackets.
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

// "example.com" of "example.com.", which is the same name to a resolver. A name that ends in an
// empty label is left alone.
std::string_view without_final_dot(std::string_view hostname);

class Host {
 public:
  // The host that `url` is fetched from; none if its scheme is not http or https.
  static std::optional<Host> of(const Url& url);

  // Reads a stored key. Fails with Errc::corrupt on anything that key() would not have written.
  static Result<Host> from_key(std::string_view key);

  // The host in one text: "example.com", "example.com:8080", "[::1]". Equal for equal hosts only.
  std::string_view key() const { return key_; }

  // The host name without the port, as a resolver wants it; an IPv6 address keeps its brackets.
  std::string_view name() const { return std::string_view(key_).substr(0, name_length_); }

  // XXH64 with seed 0 of the bytes of key().
  std::uint64_t hash() const;

  // The partition that holds this host for ever: hash() % kPartitionCount.
  unsigned partition() const { return static_cast<unsigned>(hash() % kPartitionCount); }

  friend bool operator==(const Host& a, const Host& b) { return a.key_ == b.key_; }
  friend auto operator<=>(const Host& a, const Host& b) { return a.key_ <=> b.key_; }

 private:
  Host(std::string_view name, std::uint16_t port);

  std::string key_;
  std::size_t name_length_;
};

}  // namespace freshet
