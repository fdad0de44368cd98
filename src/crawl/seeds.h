// Seeds: the URLs where a crawl begins. They are given as arguments or in a file, one per line:
//
//   https://example.com/start     a URL
//   example.com/path              a host, with or without port and path; read as http://, since a
//                                 server with https redirects to it, and one without could not be
//                                 reached otherwise (docs/design/crawl.md)
//   # a comment, an empty line    ignored
//   anything else                 text or JSON (such as a post) with http or https URLs in it; all
//                                 of them are seeds
//
// A line without a seed is reported with its number and the reason, and reading goes on.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "url/url.h"

namespace freshet {

inline constexpr std::size_t kSeedLineBytesMax = std::size_t{1} << 20;
inline constexpr std::size_t kSeedsOfLineMax = 1000;
inline constexpr std::size_t kSeedUrlBytesMax = std::size_t{8} << 10;
inline constexpr std::size_t kBadSeedLinesMax = 1000;  // further ones are only counted

struct Seed {
  Url url;
  std::size_t line;  // from 1 on

  friend bool operator==(const Seed&, const Seed&) = default;
};

struct BadSeedLine {
  std::size_t line;
  std::string why;  // the reason: "there is no URL in it"

  friend bool operator==(const BadSeedLine&, const BadSeedLine&) = default;
};

// Reads one list of seeds in pieces of any size, in bounded memory if its seeds are taken
// regularly. Total: any bytes are seeds, bad lines or nothing.
class SeedReader {
 public:
  void read(std::string_view bytes);
  // Ends the input: the last line may lack its end.
  void finish();

  std::vector<Seed> take_seeds();  // those found since the last call
  const std::vector<BadSeedLine>& bad_lines() const { return bad_; }
  std::size_t bad_line_count() const { return bad_count_; }

 private:
  void end_line();

  std::string line_;
  std::size_t number_ = 1;
  bool is_too_long_ = false;
  std::vector<Seed> seeds_;
  std::vector<BadSeedLine> bad_;
  std::size_t bad_count_ = 0;
};

// The seeds of one line or argument, or the reason why there are none; both are empty for a
// comment.
struct LineSeeds {
  std::vector<Url> urls = {};
  std::string why_bad = {};
};
LineSeeds read_seed_line(std::string_view line);

}  // namespace freshet
