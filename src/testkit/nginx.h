// nginx, as a server that we did not write.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>

namespace freshet::testkit {

// A port of 127.0.0.1 that nobody listens on.
std::uint16_t free_port();

class Nginx {
 public:
  // Serves until destroyed. `http` is what stands in the http block of its settings; `port` one of
  // those that it listens on. Its files go to `directory`. Stops the program if it does not start:
  // nginx is among the packages of the tests.
  Nginx(const std::string& directory, const std::string& http, std::uint16_t port);
  ~Nginx();
  Nginx(const Nginx&) = delete;
  Nginx& operator=(const Nginx&) = delete;

 private:
  pid_t process_ = -1;
};

}  // namespace freshet::testkit
