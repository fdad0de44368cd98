// Halts the traffic of a crawl while the disk of its archive is nearly full.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "base/disk.h"
#include "crawl/traffic.h"

namespace freshet {

class DiskWatch {
 public:
  // `disk` and `traffic` must outlive it. `say` gets a sentence at each halt and resumption.
  DiskWatch(Disk& disk, std::string directory, Traffic& traffic,
            std::function<void(const std::string&)> say)
      : disk_(disk), directory_(std::move(directory)), traffic_(traffic), say_(std::move(say)) {}

  // Call it regularly. Halts if less than `reserve` bytes are free; resumes when an eighth more is
  // free, which prevents oscillation. 0: no reserve.
  void look(std::uint64_t reserve);

  bool is_halted() const { return is_halted_; }

 private:
  Disk& disk_;
  const std::string directory_;
  Traffic& traffic_;
  const std::function<void(const std::string&)> say_;
  bool is_halted_ = false;
};

}  // namespace freshet
