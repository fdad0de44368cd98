// Defects of a capture by kind: how a page that is not coherent differed (the incoherence
// categories of Spaniol 2009). A page has one kind, the gravest that applies.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace freshet {

// From the gravest to the lightest.
enum class Defect : std::uint8_t {
  removed,           // the page was there and is gone, or the other way round
  links_to_new,      // it links to pages that it did not link to
  links_to_removed,  // it lost links
  major_text,        // text was added or deleted in large sections
  minor_text,        // text was changed in small sections
  noise,             // it differs, but by nothing that a reader would call a change
};

inline constexpr std::size_t kDefects = 6;
std::string_view name_of(Defect defect);

// From this share of the text on a change is major.
inline constexpr double kMajorTextMin = 0.1;

// The difference between two sightings of a page, as a judge of changes reports it.
struct PageDifference {
  bool appears_or_vanishes = false;  // one of the two is a 404 or 410
  bool is_noise = false;             // the judge took it for no change
  std::size_t links_added = 0;
  std::size_t links_lost = 0;
  double text_share = 0;  // share of the text that differs, 0 to 1; NaN counts as 1
};

Defect defect_of(const PageDifference& difference);

// Counts by kind. Noise is no incoherence, unless bytes are compared (strict).
struct DefectCounts {
  std::array<std::size_t, kDefects> of_kind{};

  void add(Defect defect) { ++of_kind[static_cast<std::size_t>(defect)]; }
  std::size_t count(Defect defect) const { return of_kind[static_cast<std::size_t>(defect)]; }
  std::size_t incoherent(bool is_strict) const;
};

}  // namespace freshet
