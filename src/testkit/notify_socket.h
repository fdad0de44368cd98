// The socket of a supervisor, as systemd has it, for tests.
#pragma once

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <string>

namespace freshet::testkit {

class NotifySocket {
 public:
  explicit NotifySocket(const std::string& path)
      : descriptor_(::socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, path.data(), path.size());
    if (path.front() == '@') address.sun_path[0] = '\0';
    const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size());
    EXPECT_EQ(::bind(descriptor_, reinterpret_cast<const sockaddr*>(&address), length), 0);
  }
  ~NotifySocket() { ::close(descriptor_); }
  NotifySocket(const NotifySocket&) = delete;
  NotifySocket& operator=(const NotifySocket&) = delete;

  // Returns the next message; "" if there is none.
  std::string heard() const {
    std::array<char, 1000> buffer{};
    const auto got = ::recv(descriptor_, buffer.data(), buffer.size(), 0);
    return got <= 0 ? std::string() : std::string(buffer.data(), static_cast<std::size_t>(got));
  }

 private:
  int descriptor_;
};

}  // namespace freshet::testkit
