// A resolver on c-ares. It uses DNS only, neither /etc/hosts nor search domains, so that a name
// means the same on every machine.
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
  // "192.0.2.1", "127.0.0.1:5353", "[::1]:53"; empty: the system's (/etc/resolv.conf).
  std::vector<std::string> servers = {};
  Duration timeout = std::chrono::seconds(3);  // for a server's answer, at the first try
  int tries = 3;                               // of each server
  Duration total = std::chrono::seconds(15);   // for a name; then it is unavailable
  bool wants_ipv6 = true;                      // ask for AAAA too
  // Wait for the other IP version once one has answered: some servers never answer AAAA.
  Duration patience = std::chrono::milliseconds(500);

  Duration ttl_min = std::chrono::seconds(60);         // answers are cached at least this long ...
  Duration ttl_max = std::chrono::hours(24);           // ... and at most this long
  Duration ttl_nothing = std::chrono::minutes(10);     // for a name that does not exist
  Duration ttl_unavailable = std::chrono::seconds(5);  // for a failed query
  Duration ttl_name_servers = std::chrono::hours(6);   // regardless of their TTL
  std::size_t cache_entries = 50'000;                  // least recently used entries are evicted

  std::size_t addresses_max = 16;     // of each IP version and name; more are dropped
  std::size_t name_servers_max = 16;  // of a domain; more are dropped
};

// `loop` must outlive the Resolver, and runs all of it. Callbacks must not destroy it. Fails with
// Errc::invalid if a server's address cannot be parsed, Errc::unavailable if c-ares cannot start.
Result<std::unique_ptr<Resolver>> open_ares_resolver(EventLoop& loop,
                                                     const AresResolverOptions& options);

}  // namespace freshet
