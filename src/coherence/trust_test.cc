#include "coherence/trust.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

const Time kDay = std::chrono::sys_days{std::chrono::year{2026} / 11 / 16};

AnsweredSighting seen(Duration at, std::uint64_t content) {
  return {.sighting = {.sent = kDay + at, .received = kDay + at + seconds(1), .content = content}};
}

AnsweredSighting dated(Duration at, std::uint64_t content, Time modified) {
  AnsweredSighting made = seen(at, content);
  made.last_modified = modified;
  return made;
}

AnsweredSighting served(Duration at, Time date) {
  AnsweredSighting made = seen(at, 1);
  made.served = date;
  return made;
}

TEST(ServerClock, IsTheMedianOfTheDatesAgainstOurs) {
  const std::vector<AnsweredSighting> answers = {
      served(hours(1), kDay + hours(2)), served(hours(2), kDay + hours(3)),
      served(hours(3), kDay + hours(3))};  // one from a cache that does not tell
  const ServerClock clock = estimate_clock(answers);
  EXPECT_EQ(clock.answers, 3u);
  EXPECT_EQ(clock.ahead, hours(1));
  EXPECT_EQ(estimate_clock({}), ServerClock{});
}

TEST(ServerClock, IsNotCalledWrongWithinWhatADateCanTell) {
  const std::vector<AnsweredSighting> right = {served(hours(1), kDay + hours(1))};
  EXPECT_FALSE(estimate_clock(right).is_wrong());
  const std::vector<AnsweredSighting> behind = {served(hours(1), kDay)};
  EXPECT_TRUE(estimate_clock(behind).is_wrong());
  EXPECT_LT(estimate_clock(behind).ahead, Duration::zero());
}

TEST(HostDates, ADateIsCorrectedByTheClockAndStandsForItsLastMoment) {
  AnsweredSighting answer = dated(hours(5), 1, kDay + hours(3));
  answer.served = kDay + hours(6);  // the server is an hour ahead
  const std::vector<AnsweredPage> pages = {{answer}};
  const HostDates dates = learn_dates(pages);
  EXPECT_EQ(dates.dated, 1u);
  const auto sightings = trusted_sightings(pages.front(), dates);
  ASSERT_TRUE(sightings.front().modified);
  EXPECT_GE(*sightings.front().modified, kDay + hours(2));
  EXPECT_LE(*sightings.front().modified, kDay + hours(2) + seconds(3));
}

TEST(HostDates, DatesInTheFutureAndBeforeTheWebAreIgnored) {
  const std::vector<AnsweredPage> pages = {
      {dated(hours(1), 1, kDay + hours(9))},
      {dated(hours(1), 1, std::chrono::sys_days{std::chrono::year{1970} / 1 / 1})}};
  const HostDates dates = learn_dates(pages);
  EXPECT_EQ(dates.ignored, 2u);
  EXPECT_EQ(dates.dated, 0u);
  for (const AnsweredPage& page : pages)
    EXPECT_FALSE(trusted_sightings(page, dates).front().modified);
}

TEST(HostDates, ADateThatContradictsWhatWasSeenIsNotTrustedForTheWholeHost) {
  const std::vector<AnsweredPage> pages = {
      {dated(hours(1), 1, kDay), dated(hours(5), 2, kDay)},  // changed, but says it did not
      {dated(hours(1), 1, kDay)}};
  const HostDates dates = learn_dates(pages);
  EXPECT_EQ(dates.contradicted, 1u);
  EXPECT_FALSE(dates.are_dates_trusted());
  EXPECT_FALSE(trusted_sightings(pages[1], dates).front().modified);
}

TEST(HostDates, ADateOfAChangeThatWasSeenConfirmsThem) {
  const std::vector<AnsweredPage> pages = {
      {dated(hours(1), 1, kDay), dated(hours(5), 2, kDay + hours(3))}};
  const HostDates dates = learn_dates(pages);
  EXPECT_EQ(dates.confirmed, 1u);
  EXPECT_TRUE(dates.are_dates_trusted());
  const auto intervals = invariance_intervals(trusted_sightings(pages.front(), dates));
  ASSERT_EQ(intervals.size(), 2u);
  EXPECT_EQ(intervals[1].interval.from, kDay + hours(3) + seconds(1));
  EXPECT_EQ(intervals[1].left, SightKind::dated);
}

TEST(HostDates, AValidatorThatStaysWhileThePageChangesMakesNotModifiedAHint) {
  AnsweredPage stuck = {seen(hours(1), 1), seen(hours(5), 2)};
  for (AnsweredSighting& each : stuck) each.validator = 7;
  AnsweredPage other = {seen(hours(1), 1), seen(hours(5), 1)};
  other[1].sighting.kind = SightKind::not_modified;
  const std::vector<AnsweredPage> pages = {stuck, other};
  const HostDates dates = learn_dates(pages);
  EXPECT_EQ(dates.stuck, 1u);
  EXPECT_EQ(trusted_sightings(other, dates)[1].kind, SightKind::same_length);
  EXPECT_EQ(trusted_sightings(other, HostDates{})[1].kind, SightKind::not_modified);
}

// A capture believes such a page, and the report of its archive has to say the same.
TEST(HostDates, APageWhoseValidatorChangedWithItIsBelievedWhereOthersAreNot) {
  AnsweredPage page = {seen(hours(1), 1), seen(hours(5), 2), seen(hours(9), 2)};
  page[0].validator = 7;
  page[1].validator = 8;
  page[2].sighting.kind = SightKind::not_modified;
  const HostDates untrusted{.stuck = 1};
  EXPECT_EQ(trusted_sightings(page, untrusted)[2].kind, SightKind::not_modified);

  page[1].validator = 7;
  EXPECT_EQ(trusted_sightings(page, untrusted)[2].kind, SightKind::same_length) << "it is stuck";
  page[1].validator = 0;
  EXPECT_EQ(trusted_sightings(page, untrusted)[2].kind, SightKind::same_length) << "there is none";
}

TEST(HostDates, NothingIsSaidOfAPageThatIsNotThere) {
  AnsweredPage gone = {seen(hours(1), 1), seen(hours(5), kAbsent)};
  gone[0].validator = gone[1].validator = 7;
  gone[1].last_modified = kDay;
  const std::vector<AnsweredPage> pages = {gone};
  const HostDates dates = learn_dates(pages);
  EXPECT_EQ(dates.stuck, 0u);
  EXPECT_EQ(dates.contradicted, 0u);
  EXPECT_FALSE(trusted_sightings(gone, dates)[1].modified);
}

}  // namespace
}  // namespace freshet
