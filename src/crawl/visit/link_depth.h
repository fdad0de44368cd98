// The depth of a link in its site.
#pragma once

#include <cstdint>

#include "crawl/link_table.h"
#include "crawl/page_reader.h"
#include "url/url.h"

namespace freshet {

struct LinkDepth {
  std::uint16_t depth = 0;
  std::uint8_t steps = 0;  // beyond it, along a list
};

// A link is one level deeper than its page. Steps along the pages of a list ("next", or URLs that
// differ only in their numbers) count less: 50 of them are one level. `from`: the page's own link.
LinkDepth depth_of(const FoundLink& link, const Url& page, const Url& target,
                   const KnownLink& from);

}  // namespace freshet
