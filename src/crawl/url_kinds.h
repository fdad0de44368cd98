// The kinds that a URL belongs to among those of its host, from narrow to wide. Pages of one kind
// come from one program of the site, so what some of them brought tells what the others will.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "url/url.h"

namespace freshet {

// By hashes that stay the same from run to run.
struct UrlKinds {
  // One argument of the query.
  struct Argument {
    std::uint64_t name = 0;
    std::uint64_t rest = 0;     // the URL without the argument
    std::uint64_t variant = 0;  // the same, said of URLs that have the argument
  };

  std::uint64_t url = 0;
  // Numbers as '#', of the query the names: "/news/#?page".
  std::uint64_t exact = 0;
  // Whose texts are compared: the exact kind of a query, else the folder.
  std::uint64_t family = 0;
  // One segment as '*', the path with any query, the number of segments. The last is the host.
  std::vector<std::uint64_t> wide = {};
  std::vector<Argument> arguments = {};
};

UrlKinds kinds_of(const Url& url);

// The kind that every URL of a host is of.
std::uint64_t kind_of_host();

// The exact kind of a pattern as url_pattern() gives it.
std::uint64_t kind_of_pattern(std::string_view pattern);

}  // namespace freshet
