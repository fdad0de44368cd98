// The links of a page: their targets, purposes and texts.
//
// It has every URL in the page's markup, resolved as in a browser: against the first <base href>,
// and that against the page's own URL. Only queries differ, on pages that were not in UTF-8: a
// browser encodes them in the page's encoding, freshet in UTF-8 (docs/design/html.md). The content
// of templates is not part of the page. Style sheets, style attributes and scripts are not read. An
// empty href or action is a link to the page itself; an empty src requests nothing and is not a
// link.
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
inline constexpr std::size_t kHreflangBytesMax = 64;  // longer names of a language are cut

struct Link {
  Url url;
  LinkKind kind;
  RelSet rel;
  std::uint32_t tag;     // its number in the index, for other attributes
  std::string text;      // of an anchor, with the alt of images; of an image or area, its alt
  std::string hreflang;  // as written, but cut
};

// Counts of links that were found but are not listed.
struct MissingLinks {
  std::size_t unresolvable = 0;  // not a URL, or relative without a base
  std::size_t inlined = 0;       // data: URLs, which have no target
  std::size_t over_limit = 0;    // beyond one of the limits above

  bool operator==(const MissingLinks&) const = default;
};

struct Links {
  std::vector<Link> all;    // the <base href> first, then in order of the page
  std::optional<Url> base;  // the base of relative links
  MissingLinks missing;
};

// A link before it is resolved.
struct WrittenLink {
  LinkKind kind;
  std::string_view url;            // references decoded
  std::string_view rel;            // as written; of anchors, areas, <link> and forms
  const std::optional<Url>& base;  // its base
};

// The links that the caller needs. Resolving is most of the work, so known links, and those that
// led nowhere before, should be excluded.
struct LinkWishes {
  bool texts = true;                                   // Link::text
  std::function<bool(const WrittenLink&)> wants = {};  // empty: all except the base
};

// `page`: the URL of the page, if known. `index` is that of `text` in the same scripting mode.
Links extract_links(std::string_view text, const TagIndex& index, Scripting scripting,
                    const std::optional<Url>& page, const LinkWishes& wishes = {});

}  // namespace freshet
