// Chooses the pages that a viewer lists as soon as it opens an export.
//
// replayweb.page reads its first list whole before it shows anything, which takes about a second
// for a thousand pages. A long list is therefore split: a reader starts from pages near the top of
// their host, and finds the others by links, by search, or in the second list, which is read late.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace freshet {

// One version of a page, as far as the choice needs it.
struct PageStart {
  std::uint64_t url_hash = 0;   // the same for all versions of a page
  std::uint32_t depth = 0;      // segments of the path, and one more for a query
  std::uint32_t url_bytes = 0;  // of pages of one depth the shorter URL goes first
};

// Returns the start of a URL: "http://a.test/" has depth 0, "/news/2026?page=2" has 3.
PageStart page_start(std::string_view url);

// Returns for each page if it is in the first list. Up to `most` pages all are. Of more, `most`
// are: last versions before earlier ones, then by depth, length of the URL and order. Versions of a
// page are in order of time.
std::vector<bool> choose_listed(const std::vector<PageStart>& pages, std::size_t most);

}  // namespace freshet
