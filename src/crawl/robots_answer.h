// The answer to a request for /robots.txt as text. A file that cannot be read may hold rules, so it
// is never taken for an empty one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/error.h"
#include "robots/robots_txt.h"
#include "warc/http_head.h"
#include "web/web.h"

namespace freshet {

// Bytes of a robots.txt that are fetched and unpacked, whatever pages may have. One more than is
// parsed, so that the parser knows that its last line may be cut.
inline constexpr std::size_t kRobotsReadMax = kRobotsBytesMax + 1;

// Returns true if less of the body came than was sent: a rule may stand in the rest. A body that
// our own limit cut is another matter: RFC 9309, 2.5 lets us read so much and no more.
bool is_cut_short(const WebAnswer& answer);

// Returns the first kRobotsReadMax bytes of the text: unpacked, also if a gzip file is not labelled
// as packed, and in UTF-8 if it was in UTF-16. Errc::corrupt if the packed body is damaged,
// Errc::invalid if its coding is not known.
Result<std::string> read_robots_body(const warc::HttpHead& head, std::string_view body);

}  // namespace freshet
