// Parts a history into what is learned from and what is asked about.
#pragma once

#include <cstdint>
#include <vector>

#include "predict/day_history.h"

namespace freshet {

struct HistorySplit {
  DayHistory known;  // to learn from
  DayHistory asked;  // held out
};

// Each site (each page) is held out once; which go together is decided by chance. `folds` is 2 at
// least. Where there are fewer sites (pages) than folds, some hold nothing out.
std::vector<HistorySplit> split_by_site(const DayHistory& history, std::size_t folds,
                                        std::uint64_t seed);
std::vector<HistorySplit> split_by_page(const DayHistory& history, std::size_t folds,
                                        std::uint64_t seed);

}  // namespace freshet
