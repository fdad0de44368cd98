// robots.txt, line by line: the content of each line, and its errors.
//
// The grammar is RFC 9309, section 2.2. Every line of any input gets a result: the groups
// (robots_txt.h) are built from the lines that are obeyed; the rest explain to people why a rule
// has no effect.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace freshet {

// The interpretation of robots.txt where RFC and Google differ; docs/design/robots.md lists the
// cases.
enum class RobotsCompat {
  rfc,     // RFC 9309 to the letter: a line outside its grammar is not a rule
  google,  // like google/robotstxt: misspelt names, missing colons, long lines cut, and so on
};

struct RobotsOptions {
  RobotsCompat compat = RobotsCompat::rfc;  // where the two differ
};

// Bytes of a file that are read. RFC 9309, section 2.5 requires at least this much. Fetch one byte
// more, to tell a longer file from one that ends here.
inline constexpr std::size_t kRobotsBytesMax = std::size_t{500} * 1024;

// Bytes of one line that Google reads; the rest of a longer line is dropped.
inline constexpr std::size_t kGoogleLineBytesMax = std::size_t{2083} * 8 - 1;

enum class RobotsLineKind {
  blank,  // empty, or only a comment
  user_agent,
  allow,
  disallow,
  crawl_delay,
  sitemap,
  unused,   // a record of other crawlers without use here, such as noarchive
  unknown,  // any other line
};

struct RobotsLine {
  std::uint32_t number = 0;  // from 1
  RobotsLineKind kind = RobotsLineKind::blank;
  std::string name;   // of the record, as written; empty if the line is not a record
  std::string value;  // as written, trimmed
  bool has_comment = false;
  bool missing_colon = false;  // there is a space in place of the colon
  bool misspelt = false;       // `kind` is a guess: the name is not exactly that of the record
  bool cut = false;            // google: the line was longer than kGoogleLineBytesMax
  bool obeyed = false;         // the line is a record of the protocol and takes effect

  bool operator==(const RobotsLine&) const = default;
};

// Returns the lines of `bytes` that are read: all, or those that end within the first
// kRobotsBytesMax bytes. A line across the limit is left out, as half a rule is another rule.
std::string_view robots_bytes_within_limit(std::string_view bytes);

// Calls `visit` for each line in order; it may move the line's strings away. A line ends with CR,
// LF or CR LF; the text after the last of these is a line too, so there is always at least one.
// Skips a byte order mark at the start, even if only its first one or two bytes are there.
void for_each_robots_line(std::string_view bytes, RobotsOptions options,
                          const std::function<void(RobotsLine&&)>& visit);

}  // namespace freshet
