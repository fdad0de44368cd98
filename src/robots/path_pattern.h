// The path patterns of robots.txt and the paths they are matched against (RFC 9309, sections 2.2.2
// and 2.2.3).
//
// A pattern matches a path that begins with it. `*` stands for any octets, `$` at the end for the
// end of the path. Before they are compared both sides are brought to one spelling:
//
//   what                                          rfc        google, pattern   google, path
//   octet outside ASCII                           %XX        %XX               as it is
//   %xx of an unreserved character (a-z 0-9 -._~)  decoded    %XX               as it is
//   any other %xx                                  %XX        %XX               as it is
//   `*` and `$` of a path, `$` within a pattern    %2A, %24   as they are       as they are
//   what may not stand in a URI (space < { ...)    %XX        as it is          as it is
//
// Reserved characters stay as they are, for `/a%2Fb` and `/a/b` are two pages. Within a query the
// general delimiters delimit nothing, and RFC 9309 (the second row of its table) has them escaped
// there. But a pattern such as `/*to=http://` does not show that it will meet a query. So a pattern
// that does not match as it stands gets a second try with the queries of both sides escaped.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "robots/robots_line.h"

namespace freshet {

// The part of `url` that robots.txt speaks about: path and query, without scheme, authority and
// fragment. It begins with '/', whatever `url` is.
std::string path_to_match(std::string_view url);

// `pattern` in the spelling of the table above; its wildcards stay.
std::string normalize_pattern(std::string_view pattern, RobotsCompat compat);

// A path with its query, ready to be matched by many patterns.
class RobotsPath {
 public:
  RobotsPath(std::string_view path_and_query, RobotsCompat compat);

  const std::string& text() const { return text_; }
  const std::string& with_query_escaped() const { return escaped_.empty() ? text_ : escaped_; }

 private:
  std::string text_;
  std::string escaped_;  // empty if it would be `text_`
};

class PathPattern {
 public:
  PathPattern(std::string_view written, RobotsCompat compat);

  // Time grows with the pattern and the path, never with the number of ways to place the stars.
  bool matches(const RobotsPath& path) const;

  // The longer pattern is the more specific one. Wildcards count.
  std::size_t octets() const { return text_.size(); }
  const std::string& text() const { return text_; }
  const std::string& with_query_escaped() const { return escaped_.empty() ? text_ : escaped_; }

 private:
  std::string text_;
  std::string escaped_;  // empty if it would be `text_`
};

}  // namespace freshet
