// A page as the list of its blocks, the unit of change.
//
// A block is one paragraph, heading, list item or table row for the reader. It has words, link
// targets and markup; each of the three can change alone. It also has its place in the page, since
// a new line in a menu matters less than one in an article. Blocks are read off the tag index in
// one pass, without a tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "html/tag_index.h"

namespace freshet {

inline constexpr std::size_t kBlocksMax = 200'000;       // of a page; the rest is one block
inline constexpr std::size_t kPlaceDepthMax = 512;       // open elements that are tracked
inline constexpr std::size_t kBlockLinkBytesMax = 4096;  // of a link; longer ones are cut

// The surroundings of a block; a set of these bits.
enum BlockPlace : unsigned {
  kInMain = 1,      // <main>, <article>, role=main
  kInMenu = 2,      // <nav>, role=navigation and the like
  kInFooter = 4,    // <footer>, role=contentinfo
  kInHeader = 8,    // <header>, role=banner
  kInAside = 16,    // <aside>, role=complementary
  kInControl = 32,  // forms: buttons, options, labels
  kInOverlay = 64,  // dialogs, cookie banners: by role, class or id
  kHidden = 128,    // hidden, aria-hidden, display:none, <noscript>
  kIsHeading = 256,
  kInTemplate = 512,  // all of its text is the template of its site
};

struct Block {
  std::string text;                 // spaces collapsed; empty if there are only links or images
  std::vector<std::string> links;   // targets of its anchors, by readable_link
  std::vector<std::string> images;  // sources of its images, except inlined ones
  std::string markup;               // names of the elements around it: "h2 strong "
  unsigned place = 0;
};

// Returns a link in a form that can be compared. An e-mail address that a proxy encoded with a
// random key, different in every answer ("/cdn-cgi/l/email-protection#..."), becomes its mailto:
// link.
std::string readable_link(std::string_view href);

// `index` is the index of `text` in the same scripting mode. `template_texts`: where texts begin
// that the pages of the site repeat (TemplateMarks of clean/template.h), ascending.
std::vector<Block> read_blocks(std::string_view text, const TagIndex& index, Scripting scripting,
                               std::span<const std::uint32_t> template_texts = {});

}  // namespace freshet
