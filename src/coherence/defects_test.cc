#include "coherence/defects.h"

#include <gtest/gtest.h>

#include <cmath>

namespace freshet {
namespace {

TEST(Defects, AreOfTheGravestKind) {
  EXPECT_EQ(defect_of({.appears_or_vanishes = true, .is_noise = true}), Defect::removed);
  EXPECT_EQ(defect_of({.is_noise = true, .links_added = 3}), Defect::noise);
  EXPECT_EQ(defect_of({.links_added = 1, .links_lost = 1, .text_share = 1}), Defect::links_to_new);
  EXPECT_EQ(defect_of({.links_lost = 1, .text_share = 1}), Defect::links_to_removed);
  EXPECT_EQ(defect_of({.text_share = 0.5}), Defect::major_text);
  EXPECT_EQ(defect_of({.text_share = 0.01}), Defect::minor_text);
  EXPECT_EQ(defect_of({.text_share = std::nan("")}), Defect::major_text);
}

TEST(Defects, NoiseIsADefectOfBytesAlone) {
  DefectCounts counts;
  counts.add(Defect::noise);
  counts.add(Defect::noise);
  counts.add(Defect::removed);
  EXPECT_EQ(counts.count(Defect::noise), 2U);
  EXPECT_EQ(counts.incoherent(false), 1U);
  EXPECT_EQ(counts.incoherent(true), 3U);
  EXPECT_EQ(name_of(Defect::links_to_removed), "links to removed pages");
}

}  // namespace
}  // namespace freshet
