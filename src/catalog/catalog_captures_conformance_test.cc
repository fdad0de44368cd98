// The part of a catalog that knows the captures.
#include "catalog/catalog_conformance.h"

namespace freshet {
namespace {

CaptureRow capture_row(const std::string& name) {
  return {.name = name,
          .order = {.seeds = {"https://a.example/", "https://b.example/x y"}, .policy = "freshet"},
          .began = at(5),
          .round_began = at(5)};
}

TEST_P(CatalogConformance, StoresEveryFieldOfACapture) {
  EXPECT_TRUE(catalog->captures()->empty());
  EXPECT_EQ(catalog->find_capture("a").value(), std::nullopt);
  CaptureRow row = capture_row("a");
  row.id = 9;
  EXPECT_EQ(catalog->begin_capture(row), 1);
  row.id = 1;
  EXPECT_EQ(catalog->find_capture("a").value(), row);

  row.order = {.seeds = {},
               .policy = "breadth_first",
               .eta = 0.25,
               .revisits_max = 0,
               .target = 0.99,
               .rounds_max = 3,
               .time_max = std::chrono::hours(2),
               .asks_whole = true};
  row.hosts = {host("a.example"), host("b.example:81")};
  row.began = at(-6);
  row.ended = at(7);
  row.stage = CaptureStage::ended;
  row.end = CaptureEnd::time_used_up;
  row.round = 2;
  row.round_began = at(8);
  row.round_instant = at(9);
  row.instant_from = at(10);
  row.instant_until = at(11);
  row.tally = {.visited = 12, .revisited = 13, .coherent = 14, .changed = 15, .unknown = 16};
  row.requests = 17;
  row.pauses = 18;
  row.paused = Duration(19);
  row.pause_cost = 20.5;
  ASSERT_TRUE(catalog->change_capture(row));
  catalog.reset();
  catalog = open_to_write();
  EXPECT_EQ(catalog->find_capture("a").value(), row);
  EXPECT_EQ(catalog->captures().value(), std::vector<CaptureRow>{row});
}

TEST_P(CatalogConformance, KnowsCapturesByTheirNames) {
  EXPECT_EQ(catalog->begin_capture(capture_row("a")), 1);
  EXPECT_EQ(catalog->begin_capture(capture_row("b")), 2);
  EXPECT_EQ(catalog->begin_capture(capture_row("a")).error().code, Errc::invalid);
  CaptureRow second = *catalog->find_capture("b").value();
  second.requests = 7;
  second.name = "a";
  ASSERT_TRUE(catalog->change_capture(second));
  EXPECT_EQ(catalog->find_capture("b").value()->requests, 7) << "the name stays";
  second.id = 3;
  EXPECT_EQ(catalog->change_capture(second).error().code, Errc::not_found);
  const auto all = catalog->captures().value();
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].name, "a");
  EXPECT_EQ(all[1].name, "b");
  EXPECT_TRUE(catalog->check());
}

}  // namespace
}  // namespace freshet
