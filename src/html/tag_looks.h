// The layout of elements, as far as the name alone decides.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>

#include "html/tag_names.h"

namespace freshet {

enum class Look : std::uint8_t {
  empty = 1,         // no content and no end tag: <br>
  block = 2,         // on lines of its own
  box = 4,           // in the line, but separate from the words around it: <img>
  preformatted = 8,  // its spaces and line ends are as written
  unseen = 16,       // browsers do not show its content, though it is markup
};

namespace tag_looks {

inline constexpr auto kTable = [] {
  using enum TagName;
  std::array<std::uint8_t, kTagNameCount> all{};
  const auto mark = [&](Look look, std::initializer_list<TagName> names) {
    for (const TagName name : names)
      all[static_cast<std::size_t>(name)] |= static_cast<std::uint8_t>(look);
  };
  mark(Look::empty, {area, base, basefont, bgsound, br, col, embed, frame, hr, image, img, input,
                     keygen, link, meta, param, source, track, wbr});
  mark(Look::block,
       {address,    article, aside,     blockquote, body,     br,      caption, center,
        dd,         details, dialog,    dir,        div,      dl,      dt,      fieldset,
        figcaption, figure,  footer,    form,       frameset, h1,      h2,      h3,
        h4,         h5,      h6,        head,       header,   hgroup,  hr,      html,
        legend,     li,      listing,   main,       menu,     nav,     ol,      optgroup,
        option,     p,       plaintext, pre,        search,   section, select,  summary,
        table,      tbody,   textarea,  tfoot,      thead,    tr,      ul,      xmp});
  mark(Look::box, {applet, audio, button, canvas, embed, iframe, image, img, input, keygen, marquee,
                   math, object, svg, video});
  mark(Look::preformatted, {listing, plaintext, pre, textarea, xmp});
  mark(Look::unseen, {audio, canvas, datalist, rp, template_, video});
  return all;
}();

}  // namespace tag_looks

constexpr bool looks(TagName name, Look look) {
  return (tag_looks::kTable[static_cast<std::size_t>(name)] & static_cast<std::uint8_t>(look)) != 0;
}

}  // namespace freshet
