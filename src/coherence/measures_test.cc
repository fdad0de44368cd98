// The definitions of the slides on examples of four pages, as the slides draw them, written out by
// hand. Pages are downloaded at the hours 1 = t_s, 2, 3 and 4 = t_e.
#include "coherence/measures.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace freshet {
namespace {

constexpr Time kDay = Time{} + std::chrono::days(15'000);

Time o_clock(double hour) { return kDay + Duration{static_cast<Duration::rep>(hour * 3'600e6)}; }

Interval hours_between(double from, double until) { return {o_clock(from), o_clock(until)}; }

DatedVisit dated_visit(double visited, double modified) {
  return {.visited = o_clock(visited), .modified = o_clock(modified)};
}

RevisitedPage same(double visited, double revisited) {
  return {.visited = o_clock(visited),
          .visit_content = 1,
          .revisited = o_clock(revisited),
          .revisit_content = 1};
}

RevisitedPage changed(double visited, double revisited) {
  RevisitedPage page = same(visited, revisited);
  page.revisit_content = 2;
  return page;
}

using Errors = std::vector<std::uint8_t>;

// "Coherence by example", the coherent one: [mu_i, mu_i*] = [0, 3], [1, 5], [2.5, 4], [2, 6].
TEST(Measures, PagesAreCoherentIfTheirInvariancesShareAnInstant) {
  const std::vector<Interval> pages = {hours_between(0, 3), hours_between(1, 5),
                                       hours_between(2.5, 4), hours_between(2, 6)};
  const Coherence found = coherence_of(pages);
  EXPECT_TRUE(found.is_coherent());
  EXPECT_EQ(found.share(), 1);
  EXPECT_EQ(found.instant, hours_between(2.5, 3));
}

// The other one: page 1 changes at 2, before page 3 got its content at 2.5. No instant is in all
// four.
TEST(Measures, WithoutACommonInstantTheFewestPagesAreErrors) {
  const std::vector<Interval> pages = {hours_between(0, 2), hours_between(1, 5),
                                       hours_between(2.5, 4), hours_between(2.2, 6)};
  const Coherence found = coherence_of(pages);
  EXPECT_FALSE(found.is_coherent());
  EXPECT_EQ(found.is_error, (Errors{1, 0, 0, 0}));
  EXPECT_EQ(found.share(), 0.75);
  EXPECT_EQ(found.instant, hours_between(2.5, 4));
}

TEST(Measures, ASinglePageIsAlwaysCoherent) {
  EXPECT_TRUE(coherence_of(std::vector<Interval>{hours_between(2, 2)}).is_coherent());
  EXPECT_TRUE(observable_coherence(std::vector<DatedVisit>{{.visited = o_clock(2)}}).is_coherent());
  EXPECT_TRUE(
      inducible_coherence(std::vector<RevisitedPage>{{.visited = o_clock(2)}}).is_coherent());
}

// [mu_i, t(p_i)] = [0, 1], [0.5, 2], [0.8, 3], [0.2, 4]: all held from 0.8 to 1.
TEST(Measures, ObservableCoherenceEndsAtTheDownload) {
  const std::vector<DatedVisit> pages = {dated_visit(1, 0), dated_visit(2, 0.5),
                                         dated_visit(3, 0.8), dated_visit(4, 0.2)};
  EXPECT_TRUE(observable_coherence(pages).is_coherent());
  EXPECT_EQ(observable_coherence(pages).instant, hours_between(0.8, 1));
}

// The third page was modified at 1.5, after the download of the first, before that of the second:
// three of them share [1.5, 2]. That is not the start of the crawl, so the fourth is measurable
// with others of the start, and the third is not.
TEST(Measures, ObservableCoherenceNeedNotHoldAtTheStart) {
  const std::vector<DatedVisit> pages = {dated_visit(1, 0), dated_visit(2, 1.2),
                                         dated_visit(3, 1.5), dated_visit(4, 0.2)};
  const Coherence observable = observable_coherence(pages);
  EXPECT_EQ(observable.is_error, (Errors{1, 0, 0, 0}));
  EXPECT_EQ(observable.instant, hours_between(1.5, 2));
  const Coherence measurable = measurable_coherence(pages, o_clock(1));
  EXPECT_EQ(measurable.is_error, (Errors{0, 1, 1, 0}));
  EXPECT_EQ(measurable.share(), 0.5);
  EXPECT_EQ(measurable.instant, hours_between(1, 1));
}

// "Measurable coherence by example": every mu_i is at or before t_s = 1; then one page is modified
// at 2.5, between t_2 and t_3, and there is no instant.
TEST(Measures, MeasurableCoherenceAsksForNoChangeSinceTheStart) {
  std::vector<DatedVisit> pages = {dated_visit(1, 0), dated_visit(2, 1), dated_visit(3, 0.5),
                                   dated_visit(4, 0.9)};
  EXPECT_TRUE(measurable_coherence(pages, o_clock(1)).is_coherent());
  pages[2] = dated_visit(3, 2.5);
  const Coherence found = measurable_coherence(pages, o_clock(1));
  EXPECT_EQ(found.is_error, (Errors{0, 0, 1, 0}));
  EXPECT_EQ(found.errors, 1U);
  EXPECT_EQ(found.share(), 0.75);
}

TEST(Measures, APageWithoutDateIsKnownAtItsDownloadAlone) {
  const std::vector<DatedVisit> pages = {{.visited = o_clock(1)},
                                         {.visited = o_clock(2)},
                                         dated_visit(3, 0.5),
                                         dated_visit(4, 9)};  // a date from the future is none
  EXPECT_EQ(measurable_coherence(pages, o_clock(1)).is_error, (Errors{0, 1, 0, 1}));
  EXPECT_EQ(observable_coherence(pages).errors, 2U);
}

// "Inducible coherence by example": visits at 1 to 4, revisits in reverse order at 5, 6, 7; the
// page visited last has no revisit of its own. All are unchanged: coherent at 4.
TEST(Measures, InducibleCoherenceHoldsBetweenVisitsAndRevisits) {
  std::vector<RevisitedPage> pages = {same(1, 7), same(2, 6), same(3, 5), {.visited = o_clock(4)}};
  EXPECT_TRUE(inducible_coherence(pages).is_coherent());
  EXPECT_EQ(inducible_coherence(pages).instant, hours_between(4, 4));
  // The second page has another content at its revisit: f = 1.
  pages[1] = changed(2, 6);
  const Coherence found = inducible_coherence(pages);
  EXPECT_EQ(found.is_error, (Errors{0, 1, 0, 0}));
  EXPECT_EQ(found.share(), 0.75);
  EXPECT_EQ(found.instant, hours_between(4, 4));
}

TEST(Measures, WithARevisitOfEachPageTheInstantIsAnInterval) {
  const std::vector<RevisitedPage> pages = {same(1, 7), changed(2, 6), same(3, 5)};
  EXPECT_EQ(inducible_coherence(pages).instant, hours_between(3, 5));
}

TEST(Measures, WhereRevisitsBeganTooEarlyTheInstantOfMostCounts) {
  // The third page was found after the first revisit, and nobody came back to the fourth.
  const std::vector<RevisitedPage> pages = {
      same(1, 4), same(2, 3), same(3.5, 5), {.visited = o_clock(6)}};
  const Coherence found = inducible_coherence(pages);
  EXPECT_EQ(found.errors, 2U);
  EXPECT_EQ(found.is_error[3], 1);
}

TEST(Measures, NoPagesShowNothing) {
  EXPECT_EQ(coherence_of({}).share(), 0);
  EXPECT_EQ(observable_coherence({}).share(), 0);
  EXPECT_EQ(measurable_coherence({}, o_clock(0)).share(), 0);
  EXPECT_EQ(inducible_coherence({}).share(), 0);
  EXPECT_EQ(inducible_coherence({}).instant, std::nullopt);
  EXPECT_FALSE(coherence_of({}).is_coherent());
}

TEST(Measures, AnIntervalThatEndsBeforeItBeginsIsAnError) {
  const std::vector<Interval> pages = {hours_between(3, 2), hours_between(0, 5)};
  EXPECT_EQ(coherence_of(pages).is_error, (Errors{1, 0}));
  const std::vector<RevisitedPage> revisited = {same(3, 2)};
  EXPECT_EQ(inducible_coherence(revisited).errors, 1U);
}

}  // namespace
}  // namespace freshet
