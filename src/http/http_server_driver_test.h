// A client that sends bytes, and a server for tests.
#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "http/http_server.h"

namespace freshet {

// A client that sends bytes and shows what came back.
class Client {
 public:
  explicit Client(const ListenAddress& address) {
    if (address.path.empty()) {
      socket_ = socket(AF_INET, SOCK_STREAM, 0);
      sockaddr_in to{};
      to.sin_family = AF_INET;
      to.sin_port = htons(address.port);
      to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
      is_connected_ = connect(socket_, reinterpret_cast<sockaddr*>(&to), sizeof to) == 0;
    } else {
      socket_ = socket(AF_UNIX, SOCK_STREAM, 0);
      sockaddr_un to{};
      to.sun_family = AF_UNIX;
      std::strcpy(to.sun_path, address.path.c_str());
      is_connected_ = connect(socket_, reinterpret_cast<sockaddr*>(&to), sizeof to) == 0;
    }
    const timeval patience{10, 0};
    setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  }
  ~Client() { close(socket_); }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  bool is_connected() const { return is_connected_; }
  void send(std::string_view bytes) const {
    EXPECT_EQ(::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(bytes.size()));
  }
  // Sends one byte after some milliseconds; the server may have closed.
  void drip() const {
    poll(nullptr, 0, 5);
    ::send(socket_, "x", 1, MSG_NOSIGNAL);
  }
  // Reads until the server closes, some bytes after each millisecond.
  std::string read_slowly() {
    std::string got;
    char bytes[1000];
    while (poll(nullptr, 0, 1) == 0) {
      const auto count = recv(socket_, bytes, sizeof bytes, 0);
      if (count <= 0) break;
      got.append(bytes, static_cast<std::size_t>(count));
    }
    return got;
  }
  // Reads until `end` has come, or until the server closes.
  std::string read(std::string_view end = {}) {
    std::string got;
    char bytes[4096];
    while (end.empty() || !got.contains(end)) {
      const auto count = recv(socket_, bytes, sizeof bytes, 0);
      if (count <= 0) break;
      got.append(bytes, static_cast<std::size_t>(count));
    }
    return got;
  }

 private:
  int socket_ = -1;
  bool is_connected_ = false;
};

inline std::string get(std::string_view target, std::string_view more = "") {
  return "GET " + std::string(target) + " HTTP/1.1\r\nHost: localhost\r\n" + std::string(more) +
         "\r\n";
}

class HttpServerTest : public testing::Test {
 protected:
  void serve(HttpServerOptions options = {}, const char* address = "127.0.0.1:0") {
    auto server = HttpServer::open(
        *ListenAddress::parse(address), std::move(options),
        [this](const HttpRequest& request, HttpAnswer answer) {
          handle(request, std::move(answer));
        },
        [this](const HttpServed& served) { last_status_ = served.status; });
    ASSERT_TRUE(server) << server.error().message;
    server_ = std::move(*server);
  }

  void handle(const HttpRequest& request, HttpAnswer answer) {
    if (request.path() == "/drop") return;
    if (request.path() == "/hold") {
      held_.set_value(std::move(answer));
      return;
    }
    if (request.path() == "/stream") {
      const std::lock_guard lock(mutex_);
      stream_ = std::move(answer).stream({.fields = {{"Content-Type", "text/event-stream"}}});
      stream_->send("first\n");
      return;
    }
    std::string fields;
    if (request.path() == "/fields")
      for (const HttpField& field : request.fields) fields += field.name + "=" + field.value + ";";
    std::move(answer).send(
        {.fields = {{"Content-Type", "text/plain"}},
         .body = request.method + " " + request.target + " " + request.body + fields});
  }

  std::string ask(std::string_view bytes) {
    Client client(server_->address());
    client.send(bytes);
    return client.read();
  }
  int status(std::string_view bytes) {
    const auto answer = ask(bytes);
    return answer.starts_with("HTTP/1.1 ") ? std::stoi(answer.substr(9, 3)) : 0;
  }

  std::mutex mutex_;  // guards stream_
  std::unique_ptr<HttpStream> stream_;
  std::promise<HttpAnswer> held_;
  std::atomic<int> last_status_ = 0;
  std::unique_ptr<HttpServer> server_;
};

}  // namespace freshet
