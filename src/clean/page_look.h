// How a home page looks to the parking detector: its structure, where it leads, and signs that it
// was generated.
//
// No sign is proof. Registrars write about domains for sale, script applications have five tags,
// and blogs of one theme have one structure. parking.h weighs the signs together and compares pages
// of different owners.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clean/page_redirect.h"
#include "clean/tag_distance.h"

namespace freshet {

inline constexpr std::size_t kLookBytesMax = std::size_t{512} << 10;  // the rest is not searched
inline constexpr std::size_t kLookBlocksMax = 256;                    // of text; more are ignored
inline constexpr std::size_t kLookSitesMax = 64;                      // other sites; likewise

struct PageLook {
  TagSequence tags = {};
  std::optional<PageRedirect> redirect = {};
  std::string title = {};  // lower case; the site's own name replaced by kOwnName

  // Signs of parking.
  std::string_view service =
      {};                        // of a known parking service whose markup is in the page; or empty
  std::size_t sale_phrases = 0;  // distinct phrases of parked pages, in several languages
  bool names_itself = false;     // its full domain name is its title, a heading or a line of text
  bool carries_name = false;     // its bare domain name is an argument: in scripts, links, base64
  std::size_t search_links = 0;  // links to its own home page or a search, with a query

  // Signs of an owner.
  std::size_t words = 0;         // visible
  std::size_t prose_words = 0;   // in sentences of some length
  std::size_t own_paths = 0;     // distinct paths of its own that it links to
  bool has_description = false;  // <meta name=description> that does not name the domain

  std::vector<std::uint64_t> blocks = {};      // hashes of lines of text, own name replaced; unique
  std::vector<std::string> other_sites = {};   // that it links to or loads from; sorted, unique
  std::vector<std::string> linked_sites = {};  // those that it links to by <a>; sorted, unique
};

// Stands for the site's own name in texts, so that lines which differ only by it are equal.
inline constexpr std::string_view kOwnName = "\x01";

// Reads one answer. Total, in time linear in the page.
PageLook look_at_page(const CapturedPage& page);

}  // namespace freshet
