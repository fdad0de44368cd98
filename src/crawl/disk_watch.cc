#include "crawl/disk_watch.h"

#include <fmt/format.h>

#include "base/escape.h"

namespace freshet {

void DiskWatch::look(std::uint64_t reserve) {
  const auto free = disk_.free_bytes(directory_);
  if (!free) return;
  const std::uint64_t enough = reserve + reserve / 8;
  const bool is_short = *free < (is_halted_ ? enough : reserve);
  if (is_short == is_halted_) return;
  is_halted_ = is_short;
  traffic_.halt(is_short);
  say_(is_short ? fmt::format("only {} MB are free on the disk of \"{}\": nothing is fetched until "
                              "there are {} MB",
                              *free / 1'000'000, visible(directory_), enough / 1'000'000)
                : "there is room on the disk again: the crawl goes on");
}

}  // namespace freshet
