// Facts about elements shared by the rules for tags (WHATWG HTML 13.2).
#pragma once

#include <array>

#include "html/tag_content.h"
#include "html/tag_index.h"
#include "html/tag_names.h"

namespace freshet {

// Returns how the text after the start tag of this HTML element is read.
constexpr Content content_of(TagName name, Scripting scripting) {
  switch (name) {
    case TagName::script:
      return Content::script;
    case TagName::plaintext:
      return Content::plain_text;
    case TagName::noscript:
      return scripting == Scripting::on ? Content::raw_text : Content::markup;
    case TagName::title:
    case TagName::textarea:
    case TagName::style:
    case TagName::xmp:
    case TagName::iframe:
    case TagName::noembed:
    case TagName::noframes:
      return Content::raw_text;
    default:
      return Content::markup;
  }
}

// The role of an HTML element in the stack of open elements; a set of these bits.
enum ElementTrait : unsigned {
  kSpecial = 1,           // stops the search for the match of a stray end tag
  kScope = 2,             // hides the elements below it from most tags
  kListItemScope = 4,     // ... from list items
  kButtonScope = 8,       // ... from paragraphs
  kTableScope = 16,       // ... from table parts
  kImpliedEnd = 32,       // its end tag may be omitted
  kImpliedEndTable = 64,  // ... when a template ends
};

namespace element_rules {

template <class Enum, class... Names>
constexpr bool any_of(Enum name, Names... names) {
  return ((name == names) || ...);
}

constexpr unsigned find_traits(TagName n) {
  using enum TagName;
  unsigned traits = 0;
  if (any_of(n, address, applet, area, article, aside, base, basefont, bgsound, blockquote, body,
             br, button, caption, center, col, colgroup, dd, details, dir, div, dl, dt, embed,
             fieldset, figcaption, figure, footer, form, frame, frameset, h1, h2, h3, h4, h5, h6,
             head, header, hgroup, hr, html, iframe, img, input) ||
      any_of(n, keygen, li, link, listing, main, marquee, menu, meta, nav, noembed, noframes,
             noscript, object, ol, p, param, plaintext, pre, script, search, section, select,
             source, style, summary, table, tbody, td, template_, textarea, tfoot, th, thead, title,
             tr, track, ul, wbr, xmp))
    traits |= kSpecial;
  if (any_of(n, applet, caption, html, table, td, th, marquee, object, template_))
    traits |= kScope | kListItemScope | kButtonScope;
  if (any_of(n, ol, ul)) traits |= kListItemScope;
  if (n == button) traits |= kButtonScope;
  if (any_of(n, html, table, template_)) traits |= kTableScope;
  if (any_of(n, dd, dt, li, optgroup, option, p, rb, rp, rt, rtc)) traits |= kImpliedEnd;
  if (any_of(n, caption, colgroup, tbody, td, tfoot, th, thead, tr)) traits |= kImpliedEndTable;
  return traits;
}

constexpr auto make_traits() {
  std::array<unsigned char, kTagNameCount> traits{};
  for (std::size_t i = 0; i < kTagNameCount; ++i)
    traits[i] = static_cast<unsigned char>(find_traits(static_cast<TagName>(i)));
  return traits;
}

inline constexpr auto kTraits = make_traits();

}  // namespace element_rules

constexpr bool has_trait(TagName name, unsigned traits) {
  return (element_rules::kTraits[static_cast<std::size_t>(name)] & traits) != 0;
}

}  // namespace freshet
