// How often a client may ask: so many requests in a minute. Pure: time is an argument.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/time.h"

namespace freshet {

// Not thread-safe.
class RequestThrottle {
 public:
  static constexpr Duration kWindow = std::chrono::minutes(1);
  static constexpr std::size_t kClientsMax = 10'000;  // more: those of the window before go

  explicit RequestThrottle(int requests) : requests_(requests) {}

  // Counts a request. Returns how long the client has to wait; 0: it may go on.
  Duration admit(std::string_view client, Time now);

 private:
  struct Count {
    Time begin = {};
    int requests = 0;
  };

  const int requests_;
  std::unordered_map<std::string, Count> clients_;
};

}  // namespace freshet
