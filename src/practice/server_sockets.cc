#include "practice/server_sockets.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace freshet {

namespace {

constexpr int kBacklog = 4096;

Error cannot(const char* what, std::uint16_t port) {
  const std::string why = std::generic_category().message(errno);
  return {Errc::unavailable,
          fmt::format("cannot {} port {}: {}; choose another port or end what uses it", what, port,
                      why)};
}

Result<BoundSocket> bind_to(int type, std::uint32_t address, std::uint16_t port) {
  Descriptor socket(::socket(AF_INET, type | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  const char* const what = type == SOCK_STREAM ? "listen at TCP" : "take UDP";
  if (!socket.is_open()) return std::unexpected(cannot(what, port));
  const int yes = 1;
  if (type == SOCK_STREAM) setsockopt(socket.number(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in name{};
  name.sin_family = AF_INET;
  name.sin_port = htons(port);
  name.sin_addr.s_addr = htonl(address);
  if (bind(socket.number(), reinterpret_cast<const sockaddr*>(&name), sizeof name) != 0 ||
      (type == SOCK_STREAM && listen(socket.number(), kBacklog) != 0))
    return std::unexpected(cannot(what, port));
  socklen_t size = sizeof name;
  getsockname(socket.number(), reinterpret_cast<sockaddr*>(&name), &size);
  return BoundSocket{std::move(socket), ntohs(name.sin_port)};
}

}  // namespace

Descriptor::~Descriptor() {
  if (number_ >= 0) close(number_);
}

Result<BoundSocket> listen_tcp(std::uint16_t port) {
  return bind_to(SOCK_STREAM, INADDR_ANY, port);
}

Result<BoundSocket> bind_udp(std::uint16_t port) {
  return bind_to(SOCK_DGRAM, INADDR_LOOPBACK, port);
}

IpAddress local_address(int socket) {
  sockaddr_in name{};
  socklen_t size = sizeof name;
  getsockname(socket, reinterpret_cast<sockaddr*>(&name), &size);
  return IpAddress::v4(ntohl(name.sin_addr.s_addr));
}

}  // namespace freshet
