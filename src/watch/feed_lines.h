// RSS and Atom as lines.
#pragma once

#include <cstddef>

#include "select/xml_tree.h"
#include "watch/watch_line.h"

namespace freshet {

inline constexpr std::size_t kFeedLinesMax = 1000;
inline constexpr std::size_t kFeedTextBytesMax = 2000;  // of the text of an entry

// Returns a line for each entry: title, date, link and text, parted by " · ", as far as there are
// any. An entry is one line, so that one that moves down stays the same.
WatchLines feed_lines(const XmlTree& feed);

// Returns a line for each text and attribute of an XML document: "loc: https://example.com/".
WatchLines xml_lines(const XmlTree& document);

}  // namespace freshet
