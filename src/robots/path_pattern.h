// The path patterns of robots.txt and the paths they are matched against (RFC 9309, sections 2.2.2
// and 2.2.3).
//
// A pattern matches a path that begins with it. `*` stands for any octets, `$` at the end for the
// end of the path. Both sides are normalized before they are compared:
//
//   input                                         rfc        google, pattern   google, path
//   octet outside ASCII                           %XX        %XX               as it is
//   %xx of an unreserved character (a-z 0-9 -._~)  decoded    %XX               as it is
//   any other %xx                                  %XX        %XX               as it is
//   `*` and `$` of a path, `$` within a pattern    %2A, %24   as they are       as they are
//   characters not valid in a URI (space < { ...)  %XX        as it is          as it is
//
// Reserved characters stay as they are, since `/a%2Fb` and `/a/b` are two pages. Within a query the
// general delimiters have no meaning, and RFC 9309 (the second row of its table) escapes them
// there. But a pattern such as `/*to=http://` does not show that it applies to a query. So a
// pattern that does not match is tried a second time with the queries of both sides escaped.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "robots/robots_line.h"

namespace freshet {

// Returns the part of `url` that robots.txt rules apply to: path and query, without scheme,
// authority and fragment. It always begins with '/'.
std::string path_to_match(std::string_view url);

// Returns `pattern` in the spelling of the table above; its wildcards stay.
std::string normalize_pattern(std::string_view pattern, RobotsCompat compat);

// A path with its query, prepared for matching by many patterns.
class RobotsPath {
 public:
  RobotsPath(std::string_view path_and_query, RobotsCompat compat);

  const std::string& text() const { return text_; }
  const std::string& with_query_escaped() const { return escaped_.empty() ? text_ : escaped_; }

 private:
  std::string text_;
  std::string escaped_;  // empty if equal to `text_`
};

class PathPattern {
 public:
  PathPattern(std::string_view written, RobotsCompat compat);

  // Linear in pattern and path, regardless of the number of stars.
  bool matches(const RobotsPath& path) const;

  // Returns the length, which is the specificity of a pattern. Wildcards count.
  std::size_t octets() const { return text_.size(); }
  const std::string& text() const { return text_; }
  const std::string& with_query_escaped() const { return escaped_.empty() ? text_ : escaped_; }

 private:
  std::string text_;
  std::string escaped_;  // empty if equal to `text_`
};

}  // namespace freshet
