// A web server of a few pages on 127.0.0.1, for tests of the crawl command.
#pragma once

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

class SmallServer {
 public:
  // A page that is asked for and never answered.
  static constexpr const char* kSilence = "(silence)";

  // `pages` by path. What is not there is a 404; /robots.txt allows all if it is not there.
  // `port` is one that was free a moment ago; 0: any.
  explicit SmallServer(std::map<std::string, std::string> pages, int port = 0)
      : pages_(std::move(pages)) {
    listening_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int on = 1;
    setsockopt(listening_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    sockaddr_in address{};
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    if (bind(listening_, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
        listen(listening_, 64) != 0 ||
        getsockname(listening_, reinterpret_cast<sockaddr*>(&address), &size) != 0)
      std::abort();
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
  }
  ~SmallServer() {
    is_ending_ = true;
    thread_.join();
    close(listening_);
  }
  SmallServer(const SmallServer&) = delete;
  SmallServer& operator=(const SmallServer&) = delete;

  // Changes a page from now on.
  void set(const std::string& path, const std::string& body) {
    const std::lock_guard lock(mutex_);
    pages_[path] = body;
  }

  int port() const { return port_; }
  std::string url(const std::string& path = "/") const {
    return "http://127.0.0.1:" + std::to_string(port_) + path;
  }

  // What was asked for, in order.
  std::vector<std::string> asked() const {
    const std::lock_guard lock(mutex_);
    return asked_;
  }
  // The head of the last request.
  std::string last_head() const {
    const std::lock_guard lock(mutex_);
    return last_head_;
  }

 private:
  static constexpr int kTurnMs = 20;

  void serve() {
    std::map<int, std::string> clients;  // what each has sent
    while (!is_ending_) {
      std::vector<pollfd> polled = {{listening_, POLLIN, 0}};
      for (const auto& [fd, text] : clients) polled.push_back({fd, POLLIN, 0});
      poll(polled.data(), polled.size(), kTurnMs);
      if (polled[0].revents & POLLIN) {
        const int fd = accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC);
        if (fd >= 0) clients[fd];
      }
      for (std::size_t i = 1; i < polled.size(); ++i)
        if (polled[i].revents != 0 && !take(polled[i].fd, clients[polled[i].fd])) {
          close(polled[i].fd);
          clients.erase(polled[i].fd);
        }
    }
    for (const auto& [fd, text] : clients) close(fd);
  }

  // False when the client is gone.
  bool take(int fd, std::string& text) {
    char buffer[4096];
    const ssize_t got = read(fd, buffer, sizeof buffer);
    if (got <= 0) return false;
    text.append(buffer, static_cast<std::size_t>(got));
    for (std::size_t end; (end = text.find("\r\n\r\n")) != std::string::npos;) {
      const std::string head = text.substr(0, end);
      text.erase(0, end + 4);
      const std::size_t begin = head.find(' ') + 1;
      const std::string path = head.substr(begin, head.find(' ', begin) - begin);
      const std::lock_guard lock(mutex_);
      asked_.push_back(path);
      last_head_ = head;
      const auto page = pages_.find(path);
      const bool is_there = page != pages_.end();
      if (is_there && page->second == kSilence) continue;
      const std::string body = is_there ? page->second : "not here";
      const std::string answer =
          std::string("HTTP/1.1 ") + (is_there ? "200 OK" : "404 Not Found") +
          "\r\nContent-Type: " + (path == "/robots.txt" ? "text/plain" : "text/html") +
          "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
      if (send(fd, answer.data(), answer.size(), MSG_NOSIGNAL) < 0) return false;
    }
    return true;
  }

  int listening_ = -1;
  int port_ = 0;
  std::atomic<bool> is_ending_ = false;
  mutable std::mutex mutex_;  // guards what follows
  std::map<std::string, std::string> pages_;
  std::vector<std::string> asked_;
  std::string last_head_;
  std::thread thread_;
};
