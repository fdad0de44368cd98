// Directives of a page for crawlers: X-Robots-Tag headers and meta robots elements.
//
// There is no standard. This follows the common documentation of the large search engines: a list
// of directives, for all crawlers or for a named one; if several lists differ the most restrictive
// wins. So directives accumulate: "index" after "noindex" has no effect, and neither has the order
// of the sources.
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
  bool noarchive = false;  // do not show a cached copy of it
  bool nosnippet = false;  // do not quote it
  bool noimageindex = false;

  // Dates after which it must not be shown, as written: they come in many formats.
  std::vector<std::string> unavailable_after;

  // Merges two sets; the stricter value wins in each field.
  void add(const PageDirectives& other);

  bool operator==(const PageDirectives&) const = default;
};

// All directives of one response, by crawler.
class RobotsDirectives {
 public:
  // Adds the value of one X-Robots-Tag field, or of several joined by commas. An item that names a
  // crawler ("otherbot: noindex") applies to that crawler only, and so do the items after it.
  void add_header(std::string_view value);

  // Adds a meta element: `name` is "robots" or that of a crawler, case-insensitive. Other names are
  // harmless.
  void add_meta(std::string_view name, std::string_view content);

  // Returns the directives for the crawler with this product token: those for all and its own.
  PageDirectives for_agent(std::string_view agent_token) const;

 private:
  enum class Named { before, in_list };  // position of the crawler's name
  void add_list(std::string_view list, std::string agent, Named named);

  std::map<std::string, PageDirectives, std::less<>> by_agent_;  // lower case; "" is every crawler
};

}  // namespace freshet
