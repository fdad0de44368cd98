// The part of store_bench that fills an archive. store_zlib_bench does the same with another
// packer.
#pragma once

#include <cstddef>
#include <string>

namespace freshet::bench {

inline constexpr std::size_t kPageBytes = 41'000;

struct Spent {
  double wall = 0;
  double cpu = 0;
};

double wall_seconds();

// Real pages behind each other, cut into pages of one size.
class Pages {
 public:
  Pages();
  std::string page(std::size_t number) const;

 private:
  std::string pool_;
};

// All pages through the sink of a crawl into a new archive in `directory`: the caller makes the
// tags, the sink's thread the rest, and nobody waits unless much is waiting already. Everything is
// counted, making the pages too. The archive is gone afterwards.
Spent append_all(const Pages& pages, std::size_t count, const std::string& directory);

}  // namespace freshet::bench
