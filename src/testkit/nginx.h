// nginx, as an independent server.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>

namespace freshet::testkit {

// Returns an unused port of 127.0.0.1.
std::uint16_t free_port();

class Nginx {
 public:
  // Serves until destroyed. `http` is the content of the http block of its configuration; `port`
  // one of its ports. Its files go to `directory`. Stops the program if nginx does not start: it is
  // among the packages of the tests.
  Nginx(const std::string& directory, const std::string& http, std::uint16_t port);
  ~Nginx();
  Nginx(const Nginx&) = delete;
  Nginx& operator=(const Nginx&) = delete;

 private:
  pid_t process_ = -1;
};

}  // namespace freshet::testkit
