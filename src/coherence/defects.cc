#include "coherence/defects.h"

#include <numeric>

namespace freshet {
namespace {

constexpr std::array<std::string_view, kDefects> kDefectNames = {
    "removed", "links to new pages", "links to removed pages", "major text", "minor text", "noise"};

}  // namespace

std::string_view name_of(Defect defect) { return kDefectNames[static_cast<std::size_t>(defect)]; }

Defect defect_of(const PageDifference& difference) {
  if (difference.appears_or_vanishes) return Defect::removed;
  if (difference.is_noise) return Defect::noise;
  if (difference.links_added > 0) return Defect::links_to_new;
  if (difference.links_lost > 0) return Defect::links_to_removed;
  return difference.text_share < kMajorTextMin ? Defect::minor_text : Defect::major_text;
}

std::size_t DefectCounts::incoherent(bool is_strict) const {
  const std::size_t all = std::accumulate(of_kind.begin(), of_kind.end(), std::size_t{0});
  return is_strict ? all : all - count(Defect::noise);
}

}  // namespace freshet
