#include "lab/split.h"

#include <numeric>
#include <utility>

#include "base/check.h"
#include "base/random.h"

namespace freshet {
namespace {

// For each fold which of `count` things it holds out.
std::vector<std::vector<bool>> held_out(std::size_t count, std::size_t folds, std::uint64_t seed) {
  require(folds >= 2, "there are two folds at least");
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  Random random(seed);
  for (std::size_t i = count; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  std::vector<std::vector<bool>> held(folds, std::vector<bool>(count, false));
  for (std::size_t i = 0; i < count; ++i) held[i % folds][order[i]] = true;
  return held;
}

}  // namespace

std::vector<HistorySplit> split_by_site(const DayHistory& history, std::size_t folds,
                                        std::uint64_t seed) {
  std::vector<HistorySplit> splits;
  for (std::vector<bool>& asked : held_out(history.sites.size(), folds, seed)) {
    DayHistory part = select_sites(history, asked);
    asked.flip();
    splits.push_back({select_sites(history, asked), std::move(part)});
  }
  return splits;
}

std::vector<HistorySplit> split_by_page(const DayHistory& history, std::size_t folds,
                                        std::uint64_t seed) {
  std::vector<HistorySplit> splits;
  for (std::vector<bool>& asked : held_out(history.pages.size(), folds, seed)) {
    DayHistory part = select_pages(history, asked);
    asked.flip();
    splits.push_back({select_pages(history, asked), std::move(part)});
  }
  return splits;
}

}  // namespace freshet
