#include "watch/watch_state.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

WatchState full_state() {
  return {.told_at = parse_time("2026-11-19T01:02:03.456789Z"),
          .told_version = "17",
          .told_title = "A \"title\"",
          .told = {{.text = "one"}, {.text = "two\n", .links = {"/a", "/b"}}},
          .told_stands_in = true,
          .compared_by = ~std::uint64_t{0},
          .told_number = -0.1,
          .number = 1e300,
          .candidate = 7,
          .candidate_checks = 1,
          .candidate_hunks = {9},
          .judged_checks = 2,
          .missing_checks = 2,
          .part_is_lost = true,
          .told_trouble = WatchTrouble::gone,
          .trouble_checks = 3,
          .gone_checks = 4,
          .problem = "the server answered 404",
          .seen_lines = {1, 2},
          .noisy_places = {3},
          .removed_lines = {4}};
}

std::string state_problem(std::string_view json) {
  const auto state = read_watch_state(json);
  if (state) return "none";
  EXPECT_EQ(state.error().code, Errc::corrupt);
  return state.error().message;
}

TEST(WatchStateJson, IsReadAsItWasWritten) {
  for (const WatchState& state : {WatchState{}, full_state()}) {
    const auto read = read_watch_state(to_json(state));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, state);
  }
}

TEST(WatchStateJson, OfAnyOtherVersionHasDefaults) {
  EXPECT_EQ(*read_watch_state("{}"), WatchState{});
  EXPECT_EQ(*read_watch_state(R"({"later": [1], "told_at": null})"), WatchState{});
}

TEST(WatchStateJson, ThatIsDamagedIsAnError) {
  EXPECT_EQ(state_problem(""), "the state of a watch is damaged: it is no JSON object");
  EXPECT_EQ(state_problem("[]"), "the state of a watch is damaged: it is no JSON object");
  EXPECT_EQ(state_problem(R"({"told": [1]})"),
            "the state of a watch is damaged: \"told\" is not a list of lines");
  EXPECT_EQ(state_problem(R"({"missing_checks": -1})"),
            "the state of a watch is damaged: \"missing_checks\" is not a count");
  EXPECT_EQ(state_problem(R"({"told_at": "noon"})"),
            "the state of a watch is damaged: \"told_at\" is not a time");
  const std::string whole = to_json(full_state());
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_FALSE(read_watch_state(std::string_view(whole).substr(0, size))) << size;
}

}  // namespace
}  // namespace freshet
