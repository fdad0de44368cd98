// The names of the internet by c-ares. Only DNS is asked: neither /etc/hosts nor search domains, so
// a name means on every machine what it means on the web.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/time.h"
#include "web/event_loop.h"
#include "web/resolver.h"

namespace freshet {

struct AresResolverOptions {
  // "192.0.2.1", "127.0.0.1:5353", "[::1]:53"; none: the system's (/etc/resolv.conf).
  std::vector<std::string> servers = {};
  Duration timeout = std::chrono::seconds(3);  // for a server's answer, the first time
  int tries = 3;                               // of each server
  Duration total = std::chrono::seconds(15);   // for a name; then it is unavailable
  bool wants_ipv6 = true;                      // ask for AAAA too
  // For the other kind of address once there is one: some servers never answer for AAAA.
  Duration patience = std::chrono::milliseconds(500);

  Duration ttl_min = std::chrono::seconds(60);         // answers are kept at least so long ...
  Duration ttl_max = std::chrono::hours(24);           // ... and at most so long
  Duration ttl_nothing = std::chrono::minutes(10);     // that there is no such name
  Duration ttl_unavailable = std::chrono::seconds(5);  // that there was no answer
  Duration ttl_name_servers = std::chrono::hours(6);   // whatever their TTL says
  std::size_t cache_entries = 50'000;                  // the one used longest ago goes first

  std::size_t addresses_max = 16;     // of each kind and name; more are left out
  std::size_t name_servers_max = 16;  // of a domain; more are left out
};

// `loop` must outlive the Resolver, and runs all of it. Whoever is told must not destroy it. Fails
// with Errc::invalid if a server's address cannot be read, Errc::unavailable if c-ares cannot
// start.
Result<std::unique_ptr<Resolver>> open_ares_resolver(EventLoop& loop,
                                                     const AresResolverOptions& options);

}  // namespace freshet
