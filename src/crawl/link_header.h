// The Link header field (RFC 8288): links outside the text of a page.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace freshet {

inline constexpr std::size_t kLinksOfHeaderMax = 100;

struct HeaderLink {
  std::string url;   // as written
  std::string rels;  // words, in lower case, as written
};

// Total: invalid parts are skipped. Links with an anchor, which refer to another page, are left
// out.
std::vector<HeaderLink> parse_link_header(std::string_view value);

// Returns true if `word` is one of the words of `rels`.
bool has_rel(std::string_view rels, std::string_view word);

}  // namespace freshet
