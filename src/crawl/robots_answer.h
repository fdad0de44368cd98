// The text of an answer for /robots.txt. A file that cannot be read may have rules, so it is never
// treated as empty.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/error.h"
#include "robots/robots_txt.h"
#include "warc/http_head.h"
#include "web/web.h"

namespace freshet {

// Bytes of a robots.txt that are fetched and decompressed, regardless of the limit of pages. One
// more than is parsed, so that the parser knows that its last line may be cut.
inline constexpr std::size_t kRobotsReadMax = kRobotsBytesMax + 1;

// Returns true if the body is incomplete: the rest may have a rule. A body cut by our own limit
// does not count: RFC 9309, 2.5 permits it.
bool is_cut_short(const WebAnswer& answer);

// Returns the first kRobotsReadMax bytes of the text: decompressed, also if a gzip file is not
// labelled as such, and converted from UTF-16. Errc::corrupt if the compressed body is damaged,
// Errc::invalid if its coding is unknown.
Result<std::string> read_robots_body(const warc::HttpHead& head, std::string_view body);

}  // namespace freshet
