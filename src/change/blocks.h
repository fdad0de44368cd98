// A page as the list of its blocks: what change is counted in.
//
// A block is what a reader sees as one paragraph, heading, list item or table row. It knows its
// words, where its links lead, and what it is marked up as; each of the three can change alone. It
// also knows what kind of place of the page it stands in, since a new line in a menu is less than a
// new line in an article. Blocks are read off the tag index in one walk; there is no tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "html/tag_index.h"

namespace freshet {

inline constexpr std::size_t kBlocksMax = 200'000;       // of a page; what follows is one block
inline constexpr std::size_t kPlaceDepthMax = 512;       // open elements that are remembered
inline constexpr std::size_t kBlockLinkBytesMax = 4096;  // of a link; longer ones are cut

// What surrounds a block; a set of these bits.
enum BlockPlace : unsigned {
  kInMain = 1,      // <main>, <article>, role=main
  kInMenu = 2,      // <nav>, role=navigation and the like
  kInFooter = 4,    // <footer>, role=contentinfo
  kInHeader = 8,    // <header>, role=banner
  kInAside = 16,    // <aside>, role=complementary
  kInControl = 32,  // forms: buttons, options, labels
  kInOverlay = 64,  // dialogs, cookie banners: by role, or by what the page calls them
  kHidden = 128,    // hidden, aria-hidden, display:none, <noscript>
  kIsHeading = 256,
};

struct Block {
  std::string text;                 // spaces collapsed; may be empty: only links or images
  std::vector<std::string> links;   // what its anchors name, by readable_link
  std::vector<std::string> images;  // the sources of its images, but for inlined ones
  std::string markup;               // names of the elements that mark it up: "h2 strong "
  unsigned place = 0;
};

// A link as it can be compared. An e-mail address that a proxy encoded with a random key, so that
// every answer has another link ("/cdn-cgi/l/email-protection#..."), becomes the mailto: link that
// it stands for.
std::string readable_link(std::string_view href);

// `index` is that of `text` in the same scripting mode.
std::vector<Block> read_blocks(std::string_view text, const TagIndex& index, Scripting scripting);

}  // namespace freshet
