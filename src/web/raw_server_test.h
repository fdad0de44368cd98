// A server that sends exactly the given bytes, on 127.0.0.1, in its own thread.
#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace freshet {

inline sockaddr_in loopback_address(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

// Returns a bound socket, and its port.
inline int bind_loopback(int type, std::uint16_t& port) {
  const int fd = socket(AF_INET, type | SOCK_CLOEXEC, 0);
  sockaddr_in address = loopback_address(port);
  socklen_t length = sizeof address;
  EXPECT_EQ(bind(fd, reinterpret_cast<sockaddr*>(&address), length), 0);
  EXPECT_EQ(getsockname(fd, reinterpret_cast<sockaddr*>(&address), &length), 0);
  port = ntohs(address.sin_port);
  return fd;
}

// One connection, as seen by the server's script.
class Peer {
 public:
  Peer(int fd, const std::atomic<bool>& is_stopping) : fd_(fd), is_stopping_(is_stopping) {}

  // Reads up to the empty line, or until the client closes.
  std::string hear_head() {
    while (heard_.find("\r\n\r\n") == std::string::npos && hear_more()) {
    }
    const std::size_t end = heard_.find("\r\n\r\n");
    std::string head = heard_.substr(0, end == std::string::npos ? end : end + 4);
    heard_.erase(0, head.size());
    return head;
  }

  // Returns false once the client has closed its end.
  bool say(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }

  // Sends one byte of `bytes` per millisecond, repeatedly, until the client closes.
  void drip(std::string_view bytes) {
    for (std::size_t i = 0; !is_stopping_ && say(bytes.substr(i % bytes.size(), 1)); ++i)
      if (!hear_or_wait(1)) return;
  }

  void wait_until_closed() {
    while (hear_more()) {
    }
  }

  // Resets the connection, as a crash would.
  void reset() {
    const linger now{.l_onoff = 1, .l_linger = 0};
    setsockopt(fd_, SOL_SOCKET, SO_LINGER, &now, sizeof now);
  }

 private:
  // Waits this long; returns false if the client closed meanwhile.
  bool hear_or_wait(int ms) {
    pollfd waiting{.fd = fd_, .events = POLLIN, .revents = 0};
    if (poll(&waiting, 1, ms) <= 0) return true;
    char bytes[4096];
    const ssize_t count = recv(fd_, bytes, sizeof bytes, 0);
    if (count <= 0) return false;
    heard_.append(bytes, static_cast<std::size_t>(count));
    return true;
  }
  bool hear_more() {
    for (const std::size_t before = heard_.size(); heard_.size() == before;)
      if (is_stopping_ || !hear_or_wait(10)) return false;
    return true;
  }

  int fd_;
  const std::atomic<bool>& is_stopping_;
  std::string heard_;
};

class RawServer {
 public:
  // Runs `script` for each connection, one after another; the number counts from 0. The connection
  // is closed after it.
  explicit RawServer(std::function<void(Peer&, int)> script) : script_(std::move(script)) {
    listener_ = bind_loopback(SOCK_STREAM, port_);
    EXPECT_EQ(listen(listener_, 16), 0);
    thread_ = std::thread([this] { serve(); });
  }
  // Reads a head and then sends `answer`, on each connection.
  explicit RawServer(const std::string& answer)
      : RawServer([answer](Peer& peer, int) {
          peer.hear_head();
          peer.say(answer);
        }) {}
  ~RawServer() {
    is_stopping_ = true;
    thread_.join();
    close(listener_);
  }
  RawServer(const RawServer&) = delete;
  RawServer& operator=(const RawServer&) = delete;

  std::uint16_t port() const { return port_; }
  int connections() const { return connections_; }
  int closed() const { return closed_; }  // of these connections

 private:
  void serve() {
    while (!is_stopping_) {
      pollfd waiting{.fd = listener_, .events = POLLIN, .revents = 0};
      if (poll(&waiting, 1, 5) <= 0) continue;
      const int fd = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
      if (fd < 0) continue;
      Peer peer(fd, is_stopping_);
      script_(peer, connections_++);
      close(fd);
      ++closed_;
    }
  }

  std::function<void(Peer&, int)> script_;
  int listener_ = -1;
  std::uint16_t port_ = 0;
  std::atomic<int> connections_ = 0;
  std::atomic<int> closed_ = 0;
  std::atomic<bool> is_stopping_ = false;
  std::thread thread_;
};

}  // namespace freshet
