// The text of a page as a reader sees it.
//
// Included: everything between tags, references decoded; the words of buttons, options and text
// areas; CDATA in svg and math; <noscript> if scripting is off. Excluded: scripts, styles,
// templates, comments and declarations; the title (see page_facts.h); fallbacks for frames, video,
// audio and canvas; <datalist>, ruby parentheses, descriptions in svg, sources in math; attributes,
// so also alt and placeholder texts. Not evaluated: style sheets, the hidden attribute, closed
// <details> and <dialog>.
//
// Form: one line for each block, line break or table row; a tab between cells; elsewhere spaces and
// line ends collapse to one space (ASCII ones only, as on a page: a no-break space stays).
// Preformatted text keeps its own. No space at either end of the text.
#pragma once

#include <string>
#include <string_view>

#include "html/tag_index.h"

namespace freshet {

// `index` is that of `text` in the same scripting mode. At most kTextGrowthMax bytes for one of
// `text`, and UTF-8 if `text` is.
std::string visible_text(std::string_view text, const TagIndex& index, Scripting scripting);

// A NUL in a text area becomes U+FFFD; everything else grows less.
inline constexpr std::size_t kTextGrowthMax = 3;

}  // namespace freshet
