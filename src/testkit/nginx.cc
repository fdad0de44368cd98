#include "testkit/nginx.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "base/check.h"

extern char** environ;

namespace freshet::testkit {
namespace {

constexpr const char* kProgram = "/usr/sbin/nginx";
constexpr int kStartTries = 2000;  // of a few milliseconds each

sockaddr_in loopback(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

bool answers(std::uint16_t port) {
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const sockaddr_in address = loopback(port);
  const bool does = connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  close(fd);
  return does;
}

// One process, everything below `directory`.
std::string settings(const std::string& directory, const std::string& http) {
  return fmt::format(
      "daemon off;\nmaster_process off;\npid {0}/nginx.pid;\nerror_log {0}/error.log;\n"
      "events {{ worker_connections 1024; }}\nhttp {{\naccess_log off;\n"
      "client_body_temp_path {0}/body;\nproxy_temp_path {0}/proxy;\n"
      "fastcgi_temp_path {0}/fastcgi;\nuwsgi_temp_path {0}/uwsgi;\nscgi_temp_path {0}/scgi;\n"
      "{1}\n}}\n",
      directory, http);
}

}  // namespace

std::uint16_t free_port() {
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = loopback(0);
  socklen_t length = sizeof address;
  auto* const any = reinterpret_cast<sockaddr*>(&address);
  require(bind(fd, any, length) == 0 && getsockname(fd, any, &length) == 0, "there is a free port");
  close(fd);
  return ntohs(address.sin_port);
}

Nginx::Nginx(const std::string& directory, const std::string& http, std::uint16_t port) {
  std::string file = directory + "/nginx.conf", log = directory + "/error.log";
  std::ofstream(file) << settings(directory, http);
  std::string program = kProgram, prefix = directory, p = "-p", c = "-c", e = "-e";
  char* arguments[] = {program.data(), p.data(), prefix.data(), c.data(),
                       file.data(),    e.data(), log.data(),    nullptr};
  require(posix_spawn(&process_, kProgram, nullptr, nullptr, arguments, environ) == 0,
          "nginx is installed");
  for (int tries = 0; !answers(port); ++tries) {
    require(waitpid(process_, nullptr, WNOHANG) == 0 && tries < kStartTries, "nginx starts");
    std::this_thread::sleep_for(std::chrono::milliseconds(3));
  }
}

Nginx::~Nginx() {
  kill(process_, SIGTERM);
  waitpid(process_, nullptr, 0);
}

}  // namespace freshet::testkit
