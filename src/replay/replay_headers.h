// The headers with which archived bytes are sent. Archived pages are hostile: whatever the
// rewriting of pages misses must stay without effect.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace freshet {

struct ReplayHeader {
  std::string name;
  std::string value;

  bool operator==(const ReplayHeader&) const = default;
};

struct ReplayAccess {
  bool keeps_scripts = false;  // as ReplayOptions
  std::vector<std::string> embedders =
      {};  // origins that may show a replay in a frame; none: nobody
};

// Returns Content-Type, Content-Security-Policy and the others for archived bytes of this media
// type
// ("text/html", without parameters). Pages, plain text, styles, images, fonts, sound and film keep
// their type, and scripts if they are kept; others are offered as a file to save. Nothing here
// comes from the archive but a type of a known form.
std::vector<ReplayHeader> replay_headers(std::string_view media_type, const ReplayAccess& access);

}  // namespace freshet
