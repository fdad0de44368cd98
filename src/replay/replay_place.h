// Where an archived page is shown: under which prefix, as of which time.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/time.h"
#include "url/url.h"

namespace freshet {

// A replayed URL is <prefix><digits time>/<url>: /replay/20261116003446/https://a.example/b?c
struct ReplayPlace {
  std::string prefix = "/replay/";  // an absolute path or a URL, with a slash at its end
  Time time = {};
};

// Returns how long a page or sheet of this size may become. Short links to a long URL would
// otherwise multiply it: a million of "<a href=x>" below a path of 8 KiB made 8 GB.
constexpr std::size_t replayed_bytes_max(std::size_t bytes) {
  return (std::size_t{16} << 20) + 4 * bytes;
}

// Returns the replayed form of a URL; none if its scheme is not http or https.
std::optional<std::string> replay_url(const ReplayPlace& place, const Url& url);

struct ReplayTarget {
  Time time;
  Url url;
};

// Reads the part of a request behind the prefix, query included:
// "20261116003446/https://a.example/b". None for other texts, and for URLs that are not http or
// https.
std::optional<ReplayTarget> replay_target(std::string_view rest);

}  // namespace freshet
