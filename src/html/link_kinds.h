// The purposes of links: their kinds, and the words of rel.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace freshet {

enum class LinkKind : std::uint8_t {
  // Targets of navigation.
  anchor,   // <a href>, in svg too
  area,     // <area href>
  form,     // <form action>
  refresh,  // <meta http-equiv=refresh>
  // Pages shown inside this one.
  iframe,
  frame,
  object,  // <object data>
  embed,
  // Relations of the page to others.
  canonical,  // <link rel=canonical>
  alternate,  // <link rel=alternate>: other languages (hreflang), feeds
  link,       // any other <link>: next, prev, author, license, ...
  base,       // <base href>: the base of relative links
  // Requisites to show the page.
  stylesheet,
  icon,
  hint,    // preload, prefetch, preconnect, dns-prefetch, ...
  script,  // in svg too
  image,   // <img src>, <input type=image src>, <image href> in svg
  srcset,  // one candidate of <img srcset> or <source srcset>
  source,  // <source src>
  video,
  audio,
  poster,  // <video poster>
  track,
};

enum class LinkRole : std::uint8_t { navigation, frame, statement, requisite };

constexpr LinkRole role_of(LinkKind kind) {
  if (kind <= LinkKind::refresh) return LinkRole::navigation;
  if (kind <= LinkKind::embed) return LinkRole::frame;
  if (kind <= LinkKind::base) return LinkRole::statement;
  return LinkRole::requisite;
}

std::string_view link_kind_text(LinkKind kind);

// The known words of a rel attribute, as a set; others are ignored.
enum class Rel : std::uint8_t {
  alternate,
  author,
  bookmark,
  canonical,
  dns_prefetch,
  edit,
  external,
  help,
  icon,
  license,
  manifest,
  me,
  modulepreload,
  next,
  nofollow,
  noopener,
  noreferrer,
  opener,
  pingback,
  preconnect,
  prefetch,
  preload,
  prerender,
  prev,
  privacy_policy,
  search,
  shortcut,
  sponsored,
  stylesheet,
  tag,
  terms_of_service,
  ugc,
};

class RelSet {
 public:
  RelSet() = default;
  // `words`: the value of a rel attribute, case-insensitive.
  explicit RelSet(std::string_view words);

  bool has(Rel rel) const { return (bits_ >> static_cast<unsigned>(rel)) & 1; }
  // Returns true if the author does not endorse the target.
  bool is_unendorsed() const { return has(Rel::nofollow) || has(Rel::ugc) || has(Rel::sponsored); }
  // Returns the words in alphabetical order, separated by a space.
  std::string text() const;

  bool operator==(const RelSet&) const = default;

 private:
  std::uint32_t bits_ = 0;
};

// Returns the kind of a <link> with these words.
LinkKind kind_of_link(RelSet rel);

}  // namespace freshet
