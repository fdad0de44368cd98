// A receiver of webhooks on 127.0.0.1: keeps what is posted to it.
#pragma once

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

struct Posted {
  std::map<std::string, std::string> headers;  // names in lower case
  std::string body;
};

class HookReceiver {
 public:
  HookReceiver() {
    listening_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    if (bind(listening_, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
        listen(listening_, 16) != 0 ||
        getsockname(listening_, reinterpret_cast<sockaddr*>(&address), &size) != 0)
      std::abort();
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
  }
  ~HookReceiver() {
    is_ending_ = true;
    thread_.join();
    close(listening_);
  }
  HookReceiver(const HookReceiver&) = delete;
  HookReceiver& operator=(const HookReceiver&) = delete;

  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_) + "/hook"; }

  // The next requests are answered with this status.
  void answer(int status) { status_ = status; }

  std::vector<Posted> posted() const {
    const std::lock_guard lock(mutex_);
    return posted_;
  }

 private:
  static constexpr int kTurnMs = 20;

  void serve() {
    while (!is_ending_) {
      pollfd polled{listening_, POLLIN, 0};
      poll(&polled, 1, kTurnMs);
      if (!(polled.revents & POLLIN)) continue;
      const int fd = accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC);
      if (fd < 0) continue;
      take(fd);
      close(fd);
    }
  }

  // Reads one request: the head, and as many bytes as it says.
  void take(int fd) {
    std::string text;
    std::size_t head_end = std::string::npos, length = 0;
    Posted posted;
    char buffer[4096];
    for (ssize_t got = 0; (got = read(fd, buffer, sizeof buffer)) > 0;) {
      text.append(buffer, static_cast<std::size_t>(got));
      if (head_end == std::string::npos &&
          (head_end = text.find("\r\n\r\n")) != std::string::npos) {
        posted.headers = headers_of(text.substr(0, head_end));
        length = static_cast<std::size_t>(std::atoi(posted.headers["content-length"].c_str()));
      }
      if (head_end != std::string::npos && text.size() >= head_end + 4 + length) break;
    }
    if (head_end == std::string::npos) return;
    posted.body = text.substr(head_end + 4);
    const std::string answer =
        "HTTP/1.1 " + std::to_string(status_) + " So\r\nContent-Length: 0\r\n\r\n";
    const std::lock_guard lock(mutex_);
    posted_.push_back(std::move(posted));
    static_cast<void>(!send(fd, answer.data(), answer.size(), MSG_NOSIGNAL));
  }

  static std::map<std::string, std::string> headers_of(const std::string& head) {
    std::map<std::string, std::string> headers;
    for (std::size_t at = head.find("\r\n"); at != std::string::npos;) {
      const std::size_t next = head.find("\r\n", at + 2);
      const std::string line =
          head.substr(at + 2, next == std::string::npos ? next : next - at - 2);
      std::string name = line.substr(0, line.find(':'));
      std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
      headers[name] = line.size() > name.size() + 2 ? line.substr(name.size() + 2) : "";
      at = next;
    }
    return headers;
  }

  int listening_ = -1;
  int port_ = 0;
  std::atomic<int> status_ = 200;
  std::atomic<bool> is_ending_ = false;
  mutable std::mutex mutex_;  // guards posted_
  std::vector<Posted> posted_;
  std::thread thread_;
};
