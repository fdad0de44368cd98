#include "similar/align.h"

#include <algorithm>
#include <unordered_map>

namespace freshet {
namespace {

using Sequence = std::span<const std::uint64_t>;

// Half-open: from `from` up to `to`.
struct Range {
  std::size_t from, to;

  std::size_t size() const { return to - from; }
};

class Aligner {
 public:
  Aligner(Sequence a, Sequence b) : a_(a), b_(b) {}

  std::vector<Match> run() {
    align_ranges({0, a_.size()}, {0, b_.size()}, 0);
    return std::move(matches_);
  }

 private:
  void align_ranges(Range a, Range b, std::size_t depth) {
    while (a.size() > 0 && b.size() > 0 && a_[a.from] == b_[b.from])
      matches_.push_back({a.from++, b.from++});
    std::size_t tail = 0;
    while (a.size() > 0 && b.size() > 0 && a_[a.to - 1] == b_[b.to - 1]) {
      --a.to;
      --b.to;
      ++tail;
    }
    if (a.size() > 0 && b.size() > 0) {
      if (a.size() <= kAlignCellsMax / b.size())
        align_by_table(a, b);
      else if (depth < kAlignDepthMax)
        align_by_anchors(a, b, depth);
    }
    for (std::size_t i = 0; i < tail; ++i) matches_.push_back({a.to + i, b.to + i});
  }

  // Fills the table of lengths for all pairs of tails, then walks along it.
  void align_by_table(Range a, Range b) {
    const std::size_t width = b.size() + 1;
    std::vector<std::uint32_t> lengths((a.size() + 1) * width, 0);
    for (std::size_t i = a.size(); i-- > 0;) {
      for (std::size_t j = b.size(); j-- > 0;) {
        lengths[i * width + j] =
            a_[a.from + i] == b_[b.from + j]
                ? lengths[(i + 1) * width + j + 1] + 1
                : std::max(lengths[(i + 1) * width + j], lengths[i * width + j + 1]);
      }
    }
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
      if (a_[a.from + i] == b_[b.from + j])
        matches_.push_back({a.from + i++, b.from + j++});
      else if (lengths[(i + 1) * width + j] >= lengths[i * width + j + 1])
        ++i;
      else
        ++j;
    }
  }

  // Returns elements that occur once in `a` and once in `b`, in order of `a`.
  std::vector<Match> find_unique(Range a, Range b) const {
    struct Seen {
      std::size_t in_a = 0, in_b = 0, place_b = 0;
    };
    std::unordered_map<std::uint64_t, Seen> seen;
    for (std::size_t i = a.from; i < a.to; ++i) ++seen[a_[i]].in_a;
    for (std::size_t j = b.from; j < b.to; ++j) {
      Seen& here = seen[b_[j]];
      ++here.in_b;
      here.place_b = j;
    }
    std::vector<Match> unique;
    for (std::size_t i = a.from; i < a.to; ++i) {
      const Seen& here = seen.at(a_[i]);
      if (here.in_a == 1 && here.in_b == 1) unique.push_back({i, here.place_b});
    }
    return unique;
  }

  // Returns the longest part of `candidates` that ascends in b, too.
  static std::vector<Match> ascending(const std::vector<Match>& candidates) {
    constexpr std::size_t kNone = ~std::size_t{0};
    std::vector<std::size_t> ends;  // the candidate that ends the best sequence of each length
    std::vector<std::size_t> before(candidates.size(), kNone);
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const auto place =
          std::lower_bound(ends.begin(), ends.end(), candidates[i].b,
                           [&](std::size_t end, std::size_t b) { return candidates[end].b < b; });
      if (place != ends.begin()) before[i] = *std::prev(place);
      if (place == ends.end())
        ends.push_back(i);
      else
        *place = i;
    }
    std::vector<Match> chosen;
    for (std::size_t i = ends.empty() ? kNone : ends.back(); i != kNone; i = before[i])
      chosen.push_back(candidates[i]);
    std::reverse(chosen.begin(), chosen.end());
    return chosen;
  }

  void align_by_anchors(Range a, Range b, std::size_t depth) {
    const std::vector<Match> anchors = ascending(find_unique(a, b));
    if (anchors.empty()) return;
    for (const Match& anchor : anchors) {
      align_ranges({a.from, anchor.a}, {b.from, anchor.b}, depth + 1);
      matches_.push_back(anchor);
      a.from = anchor.a + 1;
      b.from = anchor.b + 1;
    }
    align_ranges(a, b, depth + 1);
  }

  Sequence a_, b_;
  std::vector<Match> matches_;
};

}  // namespace

std::vector<Match> align(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
  return Aligner(a, b).run();
}

}  // namespace freshet
