// Where a server listens: an address and port, or a Unix socket.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"

namespace freshet {

struct ListenAddress {
  std::string host = {};   // an IP address without brackets; empty: `path` is meant
  std::uint16_t port = 0;  // 0: any free port
  std::string path = {};   // of a Unix socket

  // Parses "127.0.0.1:8787", "[::1]:8787" or "unix:PATH".
  static Result<ListenAddress> parse(std::string_view text);
  std::string text() const;

  // Returns true if only this machine can reach it.
  bool is_local() const;
};

}  // namespace freshet
