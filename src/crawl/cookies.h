// The cookies of one visit (RFC 6265) that a redirect has set: some sites require them. They are
// discarded with the visit. A visit is of one host, so the domain of a cookie does not matter here.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "url/url.h"

namespace freshet {

inline constexpr std::size_t kCookiesMax = 50;
inline constexpr std::size_t kCookieBytesMax = 4096;

class CookieJar {
 public:
  // Stores the value of one Set-Cookie field in the answer for `url`.
  void set(const Url& url, std::string_view set_cookie);

  // Returns the value of the Cookie field for a request; empty if there is none.
  std::string header(const Url& url) const;

 private:
  struct Cookie {
    std::string name;
    std::string value;
    std::string path;
    bool is_secure = false;
  };
  std::vector<Cookie> cookies_;  // the oldest first
};

}  // namespace freshet
