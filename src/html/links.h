// The links of a page: where they lead, what they are for, and what is written on them.
//
// Every URL that the page's markup names is here, resolved as a browser would: against the first
// <base href>, and that against the page's own URL. Only queries differ, on pages that were not in
// UTF-8: a browser encodes them in the page's encoding, we in UTF-8
// (docs/design/html.md). What is inside templates is not part of the page. Not
// read: style sheets, style attributes and scripts. An empty href or action is a link to the page
// itself; an empty src asks for nothing and is no link.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "html/link_kinds.h"
#include "html/tag_index.h"
#include "url/url.h"

namespace freshet {

inline constexpr std::size_t kLinksMax = 100'000;                   // of a page
inline constexpr std::size_t kLinkBytesMax = std::size_t{8} << 10;  // of a URL, written or resolved
inline constexpr std::size_t kLinkBytesOfPageMax = std::size_t{32} << 20;  // of all together
inline constexpr std::size_t kLinkTextBytesMax = 1024;                     // longer texts are cut
inline constexpr std::size_t kHreflangBytesMax = 64;  // so are longer names of a language

struct Link {
  Url url;
  LinkKind kind;
  RelSet rel;
  std::uint32_t tag;     // its number in the index: there the other attributes are
  std::string text;      // of an anchor, images by their alt; of an image or area the alt
  std::string hreflang;  // as written, but cut
};

// Links that were found but are not listed.
struct MissingLinks {
  std::size_t unresolvable = 0;  // not a URL, or relative where no base is known
  std::size_t inlined = 0;       // data: URLs, which lead nowhere
  std::size_t over_limit = 0;    // past one of the limits above

  bool operator==(const MissingLinks&) const = default;
};

struct Links {
  std::vector<Link> all;    // the <base href> first, then in order of the page
  std::optional<Url> base;  // what relative links were resolved against
  MissingLinks missing;
};

// A link before it is resolved.
struct WrittenLink {
  LinkKind kind;
  std::string_view url;            // references decoded
  std::string_view rel;            // as written; of anchors, areas, <link> and forms
  const std::optional<Url>& base;  // what it would be resolved against
};

// What the caller has use for. Resolving is most of the work, so what is known already, or led
// nowhere before, should not be wanted.
struct LinkWishes {
  bool texts = true;                                   // Link::text
  std::function<bool(const WrittenLink&)> wants = {};  // all but the base, if there is none
};

// `page`: the URL that the page came from, if it is known. `index` is that of `text` in the same
// scripting mode.
Links extract_links(std::string_view text, const TagIndex& index, Scripting scripting,
                    const std::optional<Url>& page, const LinkWishes& wishes = {});

}  // namespace freshet
