// The metadata of a page: title, language, description, robots, canonical URL.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "html/links.h"
#include "html/tag_index.h"
#include "url/url.h"

namespace freshet {

inline constexpr std::size_t kFactBytesMax = std::size_t{4} << 10;  // longer values are cut
inline constexpr std::size_t kRobotsMetasMax = 32;                  // more are ignored

// <meta name=... content=...>, as input of robots/.
struct RobotsMeta {
  std::string name;     // "robots" or the name of a crawler, in lower case
  std::string content;  // as written

  bool operator==(const RobotsMeta&) const = default;
};

struct PageFacts {
  std::string title;        // of the first <title>, spaces collapsed
  std::string language;     // <html lang>, else <meta http-equiv=content-language>, as written
  std::string description;  // of the first <meta name=description> that is not empty
  std::vector<RobotsMeta> robots;
  std::optional<Url> canonical;  // the first <link rel=canonical>
};

// `agent` is our own product token: metas of that name are kept beside those for all robots.
// `index` is that of `text` in the same scripting mode, and `links` were read from both.
PageFacts read_page_facts(std::string_view text, const TagIndex& index, Scripting scripting,
                          const Links& links, std::string_view agent);

// Only the metas for robots; does not walk a page without any.
std::vector<RobotsMeta> read_robots_metas(std::string_view text, const TagIndex& index,
                                          Scripting scripting, std::string_view agent);

}  // namespace freshet
