// The parts of an apprise address. They are not those of a URL: "tgram://123:abc/-5" has no port.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace freshet {

struct AppriseParts {
  std::string scheme = {};  // in lower case
  std::string user = {};    // percent-decoded, as what follows
  std::string password = {};
  std::string authority = {};          // host and port; not decoded
  std::vector<std::string> path = {};  // without empty segments
  std::vector<std::pair<std::string, std::string>> query = {};

  // Returns the first value of this name; "" if there is none.
  std::string parameter(std::string_view name) const;
};

// None if there is no "scheme://".
std::optional<AppriseParts> parse_apprise_parts(std::string_view line);

}  // namespace freshet
