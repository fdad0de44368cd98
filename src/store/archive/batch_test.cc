#include "store/archive/batch.h"

#include <gtest/gtest.h>

#include <string>

namespace freshet {
namespace {

class BatchTest : public testing::Test {
 protected:
  // Snapshots are told apart by their offsets.
  void add(const std::string& url, std::uint64_t offset, std::uint16_t status = 200,
           SnapshotKind kind = SnapshotKind::response) {
    NewSnapshot made;
    made.page.url = url;
    made.snapshot.kind = kind;
    made.snapshot.status = status;
    made.snapshot.offset = offset;
    batch.add(std::move(made));
  }

  static std::string offset_of(const SnapshotRow* row) {
    return row ? std::to_string(row->offset) : "none";
  }
  std::string with_body(const std::string& url) const {
    return offset_of(batch.newest_with_body(url));
  }
  std::string content(const std::string& url) const { return offset_of(batch.newest_content(url)); }

  Batch batch;
};

TEST_F(BatchTest, FindsTheNewestSnapshotOfAPage) {
  add("a", 1);
  add("a", 2, 503);
  add("a", 3, 200, SnapshotKind::revisit);
  EXPECT_EQ(with_body("a"), "2");
  EXPECT_EQ(content("a"), "1");
  EXPECT_EQ(with_body("b"), "none");
}

TEST_F(BatchTest, TakesASnapshotBack) {
  add("a", 1);
  add("b", 2);
  add("c", 3);
  EXPECT_EQ(batch.take_back("a")->offset, 1u);
  EXPECT_EQ(with_body("a"), "none");
  EXPECT_EQ(with_body("b"), "2");
  EXPECT_EQ(with_body("c"), "3");
  EXPECT_EQ(content("c"), "3");
  EXPECT_EQ(batch.take_back("c")->offset, 3u);
  EXPECT_EQ(batch.take_back("c"), std::nullopt);
  EXPECT_EQ(batch.snapshots(), 1u);
  EXPECT_EQ(with_body("b"), "2");
}

TEST_F(BatchTest, IsEmptyOnceTaken) {
  add("a", 1);
  batch.add(CdxjLine{.key = "a"});
  batch.add(PageNews{.events = {{.url = "a"}}});
  EXPECT_TRUE(batch.has_news());
  const Batch::Taken taken = batch.take();
  EXPECT_EQ(taken.change.snapshots.size(), 1u);
  EXPECT_EQ(taken.change.history.size(), 1u);
  EXPECT_EQ(taken.lines.size(), 1u);
  EXPECT_EQ(batch.snapshots(), 0u);
  EXPECT_FALSE(batch.has_news());
  EXPECT_EQ(with_body("a"), "none");
}

}  // namespace
}  // namespace freshet
