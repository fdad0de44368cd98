// The element names that any reader of pages treats specially, as small numbers.
//
// One look-up per tag is shared by the tree rules, links, text and features; everything else about
// a name is then a table or a switch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace freshet {

// `unknown` stands for every other name.
enum class TagName : std::uint8_t {
  unknown,
  a,
  address,
  annotation_xml,
  applet,
  area,
  article,
  aside,
  audio,
  b,
  base,
  basefont,
  bgsound,
  big,
  blockquote,
  body,
  br,
  button,
  canvas,
  caption,
  center,
  code,
  col,
  colgroup,
  datalist,
  dd,
  desc,
  details,
  dialog,
  dir,
  div,
  dl,
  dt,
  em,
  embed,
  fieldset,
  figcaption,
  figure,
  font,
  footer,
  foreignobject,
  form,
  frame,
  frameset,
  h1,
  h2,
  h3,
  h4,
  h5,
  h6,
  head,
  header,
  hgroup,
  hr,
  html,
  i,
  iframe,
  image,
  img,
  input,
  ins,
  keygen,
  label,
  legend,
  li,
  link,
  listing,
  main,
  malignmark,
  map,
  marquee,
  math,
  menu,
  menuitem,
  meta,
  mglyph,
  mi,
  mn,
  mo,
  ms,
  mtext,
  nav,
  nobr,
  noembed,
  noframes,
  noscript,
  object,
  ol,
  optgroup,
  option,
  output,
  p,
  param,
  picture,
  plaintext,
  pre,
  progress,
  q,
  rb,
  rp,
  rt,
  rtc,
  ruby,
  s,
  samp,
  script,
  search,
  section,
  select,
  slot,
  small,
  source,
  span,
  strike,
  strong,
  style,
  sub,
  summary,
  sup,
  svg,
  table,
  tbody,
  td,
  template_,
  textarea,
  tfoot,
  th,
  thead,
  time,
  title,
  tr,
  track,
  tt,
  u,
  ul,
  var,
  video,
  wbr,
  xmp
};

inline constexpr std::size_t kTagNameCount = static_cast<std::size_t>(TagName::xmp) + 1;

// Stands for a name that was not looked up.
inline constexpr TagName kUnreadTagName = TagName{255};
static_assert(kTagNameCount <= 255);

// Returns the element of the tag called `name`, case-insensitive.
TagName find_tag_name(std::string_view name);

// The name of a tag, case-insensitive, at a constant cost of comparison for any length. Unknown
// names are compared by a hash: a page with a deliberate collision harms only itself.
struct TagKey {
  TagName name = TagName::unknown;
  std::uint64_t unknown_hash = 0;  // 0 if the name is known

  bool operator==(const TagKey&) const = default;
};

TagKey find_tag_key(std::string_view name);

// Returns the name in lower case; empty for `unknown`.
std::string_view tag_name_text(TagName name);

}  // namespace freshet
