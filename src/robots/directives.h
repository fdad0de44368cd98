// What a page asks crawlers to do with it: X-Robots-Tag headers and meta robots elements.
//
// There is no standard. This follows what the large search engines document and agree on: a list of
// directives, for every crawler or for the one that is named, and where several lists say different
// things the most restrictive counts. So directives only add up: "index" after "noindex" changes
// nothing, and neither does the order of the sources.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace freshet {

struct PageDirectives {
  bool noindex = false;    // do not show it as a search result
  bool nofollow = false;   // do not follow its links
  bool noarchive = false;  // do not show a kept copy of it
  bool nosnippet = false;  // do not quote it
  bool noimageindex = false;

  // Dates after which it is no longer to be shown, as written: they come in many formats.
  std::vector<std::string> unavailable_after;

  // The stricter of the two in everything.
  void add(const PageDirectives& other);

  bool operator==(const PageDirectives&) const = default;
};

// All that one answer says, to whomever.
class RobotsDirectives {
 public:
  // The value of one X-Robots-Tag field, or of several that were joined by commas. An item that
  // names a crawler ("otherbot: noindex") speaks to it alone, and so do the items after it.
  void add_header(std::string_view value);

  // A meta element: `name` is "robots" or that of a crawler, in any case. Other names do no harm.
  void add_meta(std::string_view name, std::string_view content);

  // What it says to the crawler with this product token: what is said to all and what is said to
  // it.
  PageDirectives for_agent(std::string_view agent_token) const;

 private:
  enum class Named { before, in_list };  // where the crawler is named
  void add_list(std::string_view list, std::string agent, Named named);

  std::map<std::string, PageDirectives, std::less<>> by_agent_;  // in lower case; "" is everyone
};

}  // namespace freshet
