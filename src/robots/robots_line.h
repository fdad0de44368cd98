// robots.txt, line by line: what each line says, and what is wrong with it.
//
// The grammar is RFC 9309, section 2.2. Whatever the bytes are, every line gets an answer: the
// groups (robots_txt.h) are built from the lines that are obeyed, and a person who asks why a rule
// has no effect is shown the rest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace freshet {

// Whose reading of robots.txt decides where the two differ; docs/design/robots.md lists the cases.
enum class RobotsCompat {
  rfc,     // RFC 9309 to the letter: a line outside its grammar is no rule
  google,  // what google/robotstxt does: misspelt names, missing colons, long lines cut, and so on
};

struct RobotsOptions {
  RobotsCompat compat = RobotsCompat::rfc;  // whose reading decides where the two differ
};

// How much of a file is read. RFC 9309, section 2.5 asks for at least this much. Fetch one byte
// more than this, so that a file that goes on can be told from one that ends here.
inline constexpr std::size_t kRobotsBytesMax = std::size_t{500} * 1024;

// How much of one line google reads; the rest of a longer line is dropped.
inline constexpr std::size_t kGoogleLineBytesMax = std::size_t{2083} * 8 - 1;

enum class RobotsLineKind {
  blank,  // nothing, or only a comment
  user_agent,
  allow,
  disallow,
  crawl_delay,
  sitemap,
  unused,   // a record that other crawlers know and we have no use for, such as noarchive
  unknown,  // none of these, or no record at all
};

struct RobotsLine {
  std::uint32_t number = 0;  // from 1
  RobotsLineKind kind = RobotsLineKind::blank;
  std::string name;   // of the record, as written; empty if the line is no record
  std::string value;  // as written, without the space around it
  bool has_comment = false;
  bool missing_colon = false;  // space stands where the colon should
  bool misspelt = false;       // `kind` is a guess: the name is not exactly that of the record
  bool cut = false;            // google: the line was longer than kGoogleLineBytesMax
  bool obeyed = false;         // the line is a record of the protocol that counts

  bool operator==(const RobotsLine&) const = default;
};

// The lines of `bytes` that are read: all, or those that end within the first kRobotsBytesMax
// bytes. The line that runs over the limit is left out whole, as half a rule is another rule.
std::string_view robots_bytes_within_limit(std::string_view bytes);

// Calls `visit` for each line in order; it may move the line's strings away. A line ends with CR,
// LF or CR LF; what follows the last of these is a line too, so there is always at least one. A
// byte order mark at the start is skipped, also when only its first one or two bytes are there.
void for_each_robots_line(std::string_view bytes, RobotsOptions options,
                          const std::function<void(RobotsLine&&)>& visit);

}  // namespace freshet
