// The listening sockets of the practice server.
#pragma once

#include <cstdint>
#include <utility>

#include "base/error.h"
#include "web/address.h"

namespace freshet {

// Owns a file descriptor.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor();

  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }

 private:
  int number_ = -1;
};

struct BoundSocket {
  Descriptor socket;
  std::uint16_t port = 0;
};

// Listens for TCP on `port` (0: any) of every local address.
Result<BoundSocket> listen_tcp(std::uint16_t port);

// Binds UDP `port` (0: any) of 127.0.0.1.
Result<BoundSocket> bind_udp(std::uint16_t port);

// Returns the local IPv4 address of an accepted connection.
IpAddress local_address(int socket);

}  // namespace freshet
