// The sockets that the practice server listens at.
#pragma once

#include <cstdint>
#include <utility>

#include "base/error.h"
#include "web/address.h"

namespace freshet {

// A file descriptor that is closed when nobody has it any more.
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

// Listens for TCP at `port` (0: any) of every local address.
Result<BoundSocket> listen_tcp(std::uint16_t port);

// Takes UDP at `port` (0: any) of 127.0.0.1.
Result<BoundSocket> bind_udp(std::uint16_t port);

// The IPv4 address at which a connection came in.
IpAddress local_address(int socket);

}  // namespace freshet
