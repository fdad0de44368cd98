// The order in which a visit fetches the pages that it finds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "crawl/link_table.h"
#include "crawl/sitemap.h"

namespace freshet {

// A page that waits for its first request.
struct WaitingPage {
  LinkNumber number = 0;
  std::string url = {};
  std::uint16_t depth = 0;
  SitemapWord sitemap = {};  // empty if no sitemap dates it
};

// Takes the place of breadth first. One visit at a time uses it, on its thread.
class PageOrder {
 public:
  virtual ~PageOrder() = default;

  // Adds a page that was found; each number once.
  virtual void add(const WaitingPage& page) = 0;
  // Returns the page to fetch next, each page once; none if all that were added were returned.
  virtual std::optional<LinkNumber> next() = 0;
};

}  // namespace freshet
