// Archived pages, rewritten so that a browser can show them without reaching out.
//
// Every start tag is written anew from its decoded attributes, so no byte of a page decides where a
// tag ends. What can run or load is known by name: scripts, event handlers, plug-ins, <base>,
// hints, policies and comments are left out; URLs of links, images, styles, frames, forms and
// refreshes lead to the replay of the same time; other schemes are left out, data: only loads
// images. There is no tree: the tag index tells what a browser takes for a tag. The headers of
// replay_headers.h stand behind that: a browser in a sandbox runs and sends nothing even if
// something was missed. Design: docs/design/replay.md.
#pragma once

#include <string>
#include <string_view>

#include "replay/replay_place.h"

namespace freshet {

struct ReplayOptions {
  bool keeps_scripts =
      false;  // scripts and event handlers stay; addresses in them are not rewritten
};

// Deepest nesting of pages in <iframe srcdoc>; deeper ones are left out.
inline constexpr int kReplayNestingMax = 3;

// `page` is UTF-8 (charset/charset.h), `url` where it was. Any bytes give a page, in linear time.
// URLs that would make it longer than replayed_bytes_max are left out, a <base> that is longer than
// kLinkBytesMax (html/links.h) does not count.
std::string replay_page(std::string_view page, const Url& url, const ReplayPlace& place,
                        const ReplayOptions& options = {});

}  // namespace freshet
