// What links are for: the kinds that a page has, and the words of rel.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace freshet {

enum class LinkKind : std::uint8_t {
  // Where a reader may go.
  anchor,   // <a href>, in svg too
  area,     // <area href>
  form,     // <form action>
  refresh,  // <meta http-equiv=refresh>
  // Pages shown inside this one.
  iframe,
  frame,
  object,  // <object data>
  embed,
  // What the page says about its place among others.
  canonical,  // <link rel=canonical>
  alternate,  // <link rel=alternate>: other languages (hreflang), feeds
  link,       // any other <link>: next, prev, author, license, ...
  base,       // <base href>: what relative links are resolved against
  // What a browser needs to show the page.
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

// The words of a rel attribute that are known, as a set; others leave no trace here.
enum class Rel : std::uint8_t {
  alternate,
  author,
  bookmark,
  canonical,
  dns_prefetch,
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
  // `words`: the value of a rel attribute, in any case.
  explicit RelSet(std::string_view words);

  bool has(Rel rel) const { return (bits_ >> static_cast<unsigned>(rel)) & 1; }
  // The author does not vouch for the target.
  bool is_unendorsed() const { return has(Rel::nofollow) || has(Rel::ugc) || has(Rel::sponsored); }
  // The words, in alphabetical order, with a space between.
  std::string text() const;

  bool operator==(const RelSet&) const = default;

 private:
  std::uint32_t bits_ = 0;
};

// The kind of a <link> with these words.
LinkKind kind_of_link(RelSet rel);

}  // namespace freshet
