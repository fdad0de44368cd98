// Loading a planner: the number of statements does not grow with the number of pages.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <string>

#include "catalog/open_catalog.h"
#include "predict/shipped_first_sight.h"
#include "refresh/now_test.h"
#include "refresh/planner.h"
#include "schedule/shipped_training.h"
#include "store/snapshot_facts.h"
#include "testkit/scratch.h"

namespace freshet {
namespace {

int statements = 0;

int count_statement(unsigned, void*, void*, void*) {
  ++statements;
  return 0;
}

// Counts the statements of every connection that is opened while it is registered.
int trace_connection(sqlite3* db, const char**, const sqlite3_api_routines*) {
  return sqlite3_trace_v2(db, SQLITE_TRACE_STMT, count_statement, nullptr);
}

class PlannerLoadTest : public testing::Test {
 protected:
  PlannerLoadTest() {
    sqlite3_auto_extension(reinterpret_cast<void (*)()>(trace_connection));
    auto catalog = open_catalog(system_disk(), sqlite_address(scratch_ / "catalog.sqlite"), {});
    EXPECT_TRUE(catalog);
    catalog_ = *std::move(catalog);
  }
  ~PlannerLoadTest() override {
    sqlite3_cancel_auto_extension(reinterpret_cast<void (*)()>(trace_connection));
  }

  // Every other page has a belief, and each has three checks.
  void add_pages(int count) {
    Commit change;
    change.files = {{.id = 1, .name = "warc/1.warc.gz", .committed = 1'000'000}};
    for (int i = 0; i < count; ++i) {
      const PageKey key = page_key_of("https://a.example/" + std::to_string(i));
      SnapshotRow row;
      row.time = kNow - std::chrono::days(20);
      row.file = 1;
      row.offset = static_cast<std::uint64_t>(i);
      row.length = 1;
      row.status = 200;
      row.mime = "text/html";
      change.snapshots.push_back({.page = key, .etag = {}, .last_modified = {}, .snapshot = row});
      for (int day = 1; day <= 3; ++day) {
        PageCheck check;
        check.page = key;
        check.time = kNow - std::chrono::days(day);
        change.unfenced_history().checks.push_back(check);
      }
      if (i % 2 == 0) change.unfenced_history().beliefs.emplace_back().page = key;
    }
    const auto committed = catalog_->commit(change);
    ASSERT_TRUE(committed) << committed.error().message;
  }

  // Loads a planner and returns the statements that it took.
  int load(const PlannerOptions& options, std::size_t pages) {
    statements = 0;
    const auto planner = Planner::load(*catalog_, shipped_first_sight(CountedChanges::any),
                                       shipped_training(CountedChanges::any).prior, options, kNow);
    EXPECT_TRUE(planner) << planner.error().message;
    const int taken = statements;
    EXPECT_EQ((*planner)->view(kNow).scheduled, pages);
    EXPECT_EQ(count_scheduled_pages(*catalog_).value(), pages);
    return taken;
  }

  Scratch scratch_;
  std::unique_ptr<Catalog> catalog_;
};

TEST_F(PlannerLoadTest, TakesAFewStatementsForAnyNumberOfPages) {
  PlannerOptions options;
  options.baskets.urls = {"https://a.example/*"};
  const int for_none = load(options, 0);
  EXPECT_GT(for_none, 0);
  add_pages(5000);
  const int for_many = load(options, 5000);
  EXPECT_LT(for_many, 20);
  EXPECT_LE(for_many, for_none + 1);
}

}  // namespace
}  // namespace freshet
