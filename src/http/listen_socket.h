// Sockets that wait for connections.
#pragma once

#include <sys/socket.h>

#include <string>

#include "base/error.h"
#include "http/listen_address.h"

namespace freshet {

struct ListenSocket {
  int descriptor;
  int family;
  ListenAddress address;  // with the port that it got
};

// Binds and listens. A file of a Unix socket on which nobody listens is replaced. The caller closes
// the descriptor.
Result<ListenSocket> listen_on(const ListenAddress& address);

// Removes the file of a Unix socket.
void remove_socket_file(const ListenAddress& address);

// Returns the address of a client without port; empty for a Unix socket. A client that came by IPv4
// has an IPv4 address, even if the server listens on IPv6.
std::string peer_of(const sockaddr* address);

}  // namespace freshet
