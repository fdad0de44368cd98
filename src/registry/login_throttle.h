// Slows down who guesses passwords, for each account and each address. Pure: time is an argument.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/time.h"

namespace freshet {

struct ThrottleLimits {
  int free_failures;    // that cost no time
  Duration first_wait;  // after the next one; it doubles
  Duration wait_max;
};

// A stranger can make the owner of an account wait, so that wait is short.
inline constexpr ThrottleLimits kAccountThrottle{5, std::chrono::seconds(1),
                                                 std::chrono::seconds(30)};
inline constexpr ThrottleLimits kAddressThrottle{20, std::chrono::seconds(1),
                                                 std::chrono::minutes(15)};
inline constexpr Duration kThrottleMemory = std::chrono::hours(24);  // since the last failure
inline constexpr std::size_t kThrottledMax = 10'000;                 // accounts; as many addresses

// Not thread-safe: the thread that handles logins owns it.
class LoginThrottle {
 public:
  // Returns how long the client has to wait before this attempt; if it is 0, the attempt may be
  // made now. It counts as failed from here on, so that attempts at the same time all count.
  // `account` is any text that a client sent as a name.
  Duration admit(std::string_view account, std::string_view address, Time now);

  // The attempt that was admitted last for them was right. The account starts anew. The address
  // loses this failure only, or else somebody with an account could guess for ever.
  void succeeded(std::string_view account, std::string_view address);

  std::size_t size() const { return accounts_.size() + addresses_.size(); }

 private:
  struct Failures {
    int count = 0;
    Time last = {};
  };
  using Book = std::unordered_map<std::string, Failures>;

  static Duration wait(const Book& book, const std::string& key, const ThrottleLimits& limits,
                       Time now);
  static void count(Book& book, const std::string& key, Time now);

  Book accounts_;
  Book addresses_;
};

// Returns the network of a client: an IPv4 address itself, the first 64 bits of an IPv6 address,
// since one client has all of those; other text as it is.
std::string network_of(std::string_view address);

}  // namespace freshet
