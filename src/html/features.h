// Numeric features of a page, from which its change rate is predicted.
//
// The names and definitions are those of the public histories used for training (links, images,
// text_bytes, ... at first sight); details that they leave open are defined here.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "html/links.h"
#include "html/tag_index.h"
#include "url/url.h"

namespace freshet {

struct PageFeatures {
  std::size_t links = 0;           // <a href> and <area href>, with any target
  std::size_t internal_links = 0;  // those to the page's own host (url/host.h)
  std::size_t external_links = 0;  // those to other hosts; both are 0 if the page's host is unknown
  std::size_t emails = 0;          // distinct addresses in the text and in mailto: links
  std::size_t images = 0;          // <img>
  std::size_t headings = 0;        // <h1> to <h6>
  std::size_t scripts = 0;
  std::size_t forms = 0;
  std::size_t elements = 0;       // start tags
  std::size_t text_bytes = 0;     // of the visible text
  std::size_t raw_bytes = 0;      // of the page
  std::size_t url_dir_level = 0;  // folders in the URL's path: 1 for /a/b.html

  bool operator==(const PageFeatures&) const = default;
};

// `index` and `links` were read from `text` in the same scripting mode. Of the links only mail
// links and, for the two counts by host, those to pages are used.
PageFeatures measure_features(std::string_view text, const TagIndex& index, Scripting scripting,
                              const std::vector<Link>& links, const std::optional<Url>& page);

}  // namespace freshet
