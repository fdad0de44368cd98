#include "monitor/page_looks.h"

#include <gtest/gtest.h>

#include <string>

namespace freshet {
namespace {

using std::chrono::hours;

class PageLooksTest : public testing::Test {
 protected:
  static Time at(int hour) { return *parse_time("2026-11-16") + hours(hour); }

  void snapshot(int hour, char content, std::uint16_t status = 200,
                SnapshotKind kind = SnapshotKind::response) {
    SnapshotRow row;
    row.time = at(hour);
    row.kind = kind;
    row.status = status;
    row.mime = "text/html";
    row.payload.bytes.fill(static_cast<std::uint8_t>(content));
    rows.push_back(row);
  }
  void check(int hour, CheckOutcome outcome, std::uint16_t status) {
    PageCheck made;
    made.time = at(hour);
    made.outcome = outcome;
    made.status = status;
    checks.push_back(made);
  }

  // Returns "hour:status" of each look after an hour, "=" if it is unchanged, the content's hour in
  // brackets, then the problem.
  std::string looks(std::optional<int> after = -1) {
    std::string words;
    for (const CheckLook& look :
         looks_after(rows, checks, after ? std::optional(at(*after)) : std::nullopt)) {
      if (!words.empty()) words += " | ";
      words += hour_of(look.at) + ":" + std::to_string(look.status);
      if (look.is_unchanged) words += "=";
      if (look.content) words += "[" + hour_of(look.content->time) + "]";
      if (!look.problem.empty()) words += " " + look.problem;
    }
    return words;
  }

  std::vector<SnapshotRow> rows;
  std::vector<PageCheck> checks;

 private:
  static std::string hour_of(Time time) {
    return std::to_string(std::chrono::duration_cast<hours>(time - at(0)).count());
  }
};

TEST_F(PageLooksTest, SeesTheFirstSightAndEachCheck) {
  snapshot(0, 'a');
  snapshot(1, 'a', 200, SnapshotKind::revisit);
  check(1, CheckOutcome::same, 200);
  snapshot(2, 'b');
  check(2, CheckOutcome::changed, 200);
  EXPECT_EQ(looks(), "0:200[0] | 1:200=[1] | 2:200[2]");
  EXPECT_EQ(looks(1), "2:200[2]");
  EXPECT_EQ(looks(2), "");
  EXPECT_EQ(looks(std::nullopt), "2:200[2]") << "a new watch begins with the last";
}

TEST_F(PageLooksTest, SeesConfirmationsWithTheContentThatTheyConfirm) {
  snapshot(0, 'a');
  check(1, CheckOutcome::same, 304);  // a HEAD, or the layout that stores no 304
  snapshot(2, 'a', 304, SnapshotKind::not_modified);
  check(2, CheckOutcome::same, 304);
  EXPECT_EQ(looks(0), "1:304=[0] | 2:304=[0]");
}

TEST_F(PageLooksTest, SeesFailuresAndTheReturnOfThePage) {
  snapshot(0, 'a');
  check(1, CheckOutcome::failed, 0);
  snapshot(2, 'e', 503);
  check(2, CheckOutcome::failed, 503);
  snapshot(3, 'f', 404);
  check(3, CheckOutcome::gone, 404);
  check(4, CheckOutcome::gone, 404);
  snapshot(5, 'a');
  check(5, CheckOutcome::back, 200);
  EXPECT_EQ(looks(0), "1:0 the server did not answer | 2:503 | 3:404 | 4:404 | 5:200=[5]");
}

TEST_F(PageLooksTest, TellsOfRedirectsAndAnswersThatWereCut) {
  snapshot(0, 'a');
  snapshot(1, 'b', 301);
  snapshot(2, 'c');
  rows.back().cut = true;
  EXPECT_EQ(looks(0),
            "1:301 the page redirects to another one (301); watch that | "
            "2:200 the answer was cut off");
}

// A page without a good copy is not asked for when it is checked.
TEST_F(PageLooksTest, TakesACheckWithoutACopyForNone) {
  snapshot(0, 'a', 404);
  check(1, CheckOutcome::failed, 0);
  EXPECT_EQ(looks(), "0:404");
}

TEST_F(PageLooksTest, FindsEarlierContentsFromWhichNoiseIsLearned) {
  snapshot(0, 'a');
  snapshot(1, 'b');
  snapshot(2, 'a', 200, SnapshotKind::revisit);
  snapshot(3, 'x', 500);
  snapshot(4, 'm');
  check(4, CheckOutcome::failed, 200);  // maintenance
  snapshot(5, 'c');
  snapshot(6, 'd');
  const auto hours_of = [&](std::size_t count, const std::vector<Sha1Digest>& others = {}) {
    std::string found;
    for (const SnapshotRow& row : earlier_contents(rows, checks, at(6), others, count))
      found += std::to_string((row.time - at(0)) / hours(1)) + " ";
    return found;
  };
  EXPECT_EQ(hours_of(8), "1 2 5 ") << "each content once, no error page";
  EXPECT_EQ(hours_of(2), "2 5 ");
  EXPECT_EQ(hours_of(8, {rows[5].payload}), "1 2 ");
}

}  // namespace
}  // namespace freshet
