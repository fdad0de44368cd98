#include "app/report.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "app/small_archive_test.h"

namespace freshet {
namespace {

using std::chrono::days;

TEST(ArchiveReport, CountsPagesChecksAndChanges) {
  SmallArchive archive;
  archive.keep("https://a.example/", "<p>home");
  archive.keep("https://a.example/news", "<p>one");
  archive.wait(days(1));
  archive.check("https://a.example/news", "<p>two", CheckOutcome::changed);
  const Time checked = archive.clock.time;
  archive.wait(days(1));
  ArchiveSession session = archive.open();
  const auto report = make_report(session);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->archive, "archive") << "without the directories above it";
  EXPECT_EQ(report->report.scheduled, 2u);
  EXPECT_EQ(report->report.checks.changed, 1u);
  ASSERT_EQ(report->report.changed.size(), 1u);
  EXPECT_EQ(report->report.changed.front().url, "https://a.example/news");
  const auto object = nlohmann::json::parse(to_json(*report));
  EXPECT_EQ(object.at("watched"), 2);
  EXPECT_EQ(object.at("totals").at("changed"), 1);
  const auto before = make_report(session, {.at = checked - Duration(1)});
  ASSERT_TRUE(before);
  EXPECT_EQ(before->report.checks.checks(), 0u);
}

}  // namespace
}  // namespace freshet
