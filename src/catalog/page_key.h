// The key of a page.
#pragma once

#include <optional>
#include <string>

#include "url/host.h"

namespace freshet {

// The host of a page, and its URL without fragment. URLs that are not http(s) have no host.
struct PageKey {
  std::optional<Host> host;
  std::string url;

  friend bool operator==(const PageKey&, const PageKey&) = default;
};

}  // namespace freshet
