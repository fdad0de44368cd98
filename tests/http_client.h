// A small HTTP client for tests of our server: one request, one connection.
#pragma once

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string>

struct Answered {
  int status = 0;  // 0: there was no answer
  std::string head;
  std::string body;
};

// Sends the bytes and returns all that comes back until the server closes.
inline std::string send_raw(std::uint16_t port, const std::string& bytes) {
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  std::string came;
  if (connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0 &&
      send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size())) {
    char buffer[65536];
    for (ssize_t got = 0; (got = recv(fd, buffer, sizeof buffer, 0)) > 0;)
      came.append(buffer, static_cast<std::size_t>(got));
  }
  close(fd);
  return came;
}

// `more` are header lines, each with its line end.
inline Answered ask(std::uint16_t port, const std::string& method, const std::string& target,
                    const std::string& body = "", const std::string& more = "") {
  std::string request =
      method + " " + target + " HTTP/1.1\r\nHost: localhost\r\n" + "Connection: close\r\n" + more;
  if (!body.empty())
    request +=
        "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n";
  const std::string came = send_raw(port, request + "\r\n" + body);
  const std::size_t end = came.find("\r\n\r\n");
  if (end == std::string::npos) return {};
  return {.status = std::atoi(came.c_str() + 9),
          .head = came.substr(0, end),
          .body = came.substr(end + 4)};
}
