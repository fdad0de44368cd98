// The kinds of a URL among those of its host, from narrow to wide. Pages of one kind come from one
// program of the site, so some of them predict the value of the others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "url/url.h"

namespace freshet {

// By hashes that are stable between runs.
struct UrlKinds {
  // One argument of the query.
  struct Argument {
    std::uint64_t name = 0;
    std::uint64_t rest = 0;     // the URL without the argument
    std::uint64_t variant = 0;  // the same for URLs that have the argument
  };

  std::uint64_t url = 0;
  // Numbers as '#', and the names of the query: "/news/#?page".
  std::uint64_t exact = 0;
  // The kind within which texts are compared: the exact kind if there is a query, else the folder.
  std::uint64_t family = 0;
  // One segment as '*', the path with any query, the number of segments. The last is the host.
  std::vector<std::uint64_t> wide = {};
  // How many of `wide` have one segment as '*'. They come first.
  std::size_t narrow = 0;
  // The folders that it is in, the widest first.
  std::vector<std::uint64_t> folders = {};
  std::vector<Argument> arguments = {};
};

UrlKinds kinds_of(const Url& url);

// Returns the kind of all URLs of a host.
std::uint64_t kind_of_host();

// Returns the exact kind of a pattern from url_pattern().
std::uint64_t kind_of_pattern(std::string_view pattern);

}  // namespace freshet
