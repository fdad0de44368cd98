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
  // `disk` and `traffic` outlive it. `say` gets a sentence when it halts and when it goes on.
  DiskWatch(Disk& disk, std::string directory, Traffic& traffic,
            std::function<void(const std::string&)> say)
      : disk_(disk), directory_(std::move(directory)), traffic_(traffic), say_(std::move(say)) {}

  // To be called every now and then. Less than `reserve` bytes free is a halt; it goes on when an
  // eighth more is free, so that it does not go back and forth. 0: nothing need be free.
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
