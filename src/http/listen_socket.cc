#include "http/listen_socket.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

namespace freshet {

namespace {

constexpr int kBacklog = 256;
constexpr mode_t kSocketMode = 0660;

union AnyAddress {
  sockaddr any;
  sockaddr_in v4;
  sockaddr_in6 v6;
  sockaddr_un local;
};

struct Endpoint {
  AnyAddress address;
  socklen_t size;
};

Endpoint endpoint_of(const ListenAddress& address) {
  Endpoint endpoint{};
  if (!address.path.empty()) {
    endpoint.address.local.sun_family = AF_UNIX;
    std::memcpy(endpoint.address.local.sun_path, address.path.c_str(), address.path.size() + 1);
    endpoint.size = sizeof(sockaddr_un);
  } else if (inet_pton(AF_INET, address.host.c_str(), &endpoint.address.v4.sin_addr) == 1) {
    endpoint.address.v4.sin_family = AF_INET;
    endpoint.address.v4.sin_port = htons(address.port);
    endpoint.size = sizeof(sockaddr_in);
  } else {
    inet_pton(AF_INET6, address.host.c_str(), &endpoint.address.v6.sin6_addr);
    endpoint.address.v6.sin6_family = AF_INET6;
    endpoint.address.v6.sin6_port = htons(address.port);
    endpoint.size = sizeof(sockaddr_in6);
  }
  return endpoint;
}

std::unexpected<Error> cannot_listen(const ListenAddress& address, int number) {
  const auto advice = number == EADDRINUSE ? "; another program listens there already" : "";
  return std::unexpected(Error{number == EACCES ? Errc::denied : Errc::unavailable,
                               fmt::format("cannot listen on {}: {}{}", address.text(),
                                           std::generic_category().message(number), advice)});
}

// A socket's file stays behind after kill -9. It goes if nobody answers on it.
void remove_dead_socket(const Endpoint& endpoint, const std::string& path) {
  struct stat file{};
  if (lstat(path.c_str(), &file) != 0 || !S_ISSOCK(file.st_mode)) return;
  const int probe = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (probe < 0) return;
  if (connect(probe, &endpoint.address.any, endpoint.size) != 0 && errno == ECONNREFUSED)
    unlink(path.c_str());
  close(probe);
}

}  // namespace

Result<ListenSocket> listen_on(const ListenAddress& address) {
  auto endpoint = endpoint_of(address);
  const int family = endpoint.address.any.sa_family;
  if (family == AF_UNIX) remove_dead_socket(endpoint, address.path);
  const int descriptor = socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return cannot_listen(address, errno);
  const int on = 1;
  setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(descriptor, &endpoint.address.any, endpoint.size) != 0 ||
      (family == AF_UNIX && chmod(address.path.c_str(), kSocketMode) != 0) ||
      listen(descriptor, kBacklog) != 0) {
    const int number = errno;
    close(descriptor);
    return cannot_listen(address, number);
  }
  auto bound = address;
  if (family != AF_UNIX && getsockname(descriptor, &endpoint.address.any, &endpoint.size) == 0)
    bound.port =
        ntohs(family == AF_INET ? endpoint.address.v4.sin_port : endpoint.address.v6.sin6_port);
  return ListenSocket{descriptor, family, std::move(bound)};
}

void remove_socket_file(const ListenAddress& address) {
  if (!address.path.empty()) unlink(address.path.c_str());
}

std::string peer_of(const sockaddr* address) {
  char text[INET6_ADDRSTRLEN] = "";
  if (address->sa_family == AF_INET) {
    inet_ntop(AF_INET, &reinterpret_cast<const sockaddr_in*>(address)->sin_addr, text, sizeof text);
  } else if (address->sa_family == AF_INET6) {
    const in6_addr& v6 = reinterpret_cast<const sockaddr_in6*>(address)->sin6_addr;
    constexpr std::size_t kPrefixBytes = 12;  // of ::ffff:192.0.2.7
    if (IN6_IS_ADDR_V4MAPPED(&v6))
      inet_ntop(AF_INET, v6.s6_addr + kPrefixBytes, text, sizeof text);
    else
      inet_ntop(AF_INET6, &v6, text, sizeof text);
  }
  return text;
}

}  // namespace freshet
