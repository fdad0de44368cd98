#include "lab/split.h"

#include <gtest/gtest.h>

#include <set>

namespace freshet {
namespace {

DayHistory history_of(std::uint32_t sites, std::uint32_t pages) {
  DayHistory history;
  for (std::uint32_t site = 0; site < sites; ++site)
    history.sites.push_back(std::string(1, static_cast<char>('a' + site)));
  for (std::uint32_t page = 0; page < pages; ++page) {
    history.pages.push_back({page % sites, 0, 240, {}});
    history.features.push_back({static_cast<double>(page)});
  }
  return history;
}

TEST(Split, HoldsEverySiteOutOnceWithAllItsPages) {
  std::multiset<std::string> held;
  for (const HistorySplit& split : split_by_site(history_of(10, 30), 3, 1)) {
    held.insert(split.asked.sites.begin(), split.asked.sites.end());
    EXPECT_EQ(split.asked.pages.size(), 3 * split.asked.sites.size());
    EXPECT_EQ(split.known.sites.size() + split.asked.sites.size(), 10U);
  }
  EXPECT_EQ(held.size(), 10U);
  EXPECT_EQ(std::set<std::string>(held.begin(), held.end()).size(), 10U);
}

TEST(Split, HoldsEveryPageOutOnceAndKnowsItsSite) {
  std::multiset<double> held;
  for (const HistorySplit& split : split_by_page(history_of(2, 9), 3, 1)) {
    EXPECT_EQ(split.asked.pages.size(), 3U);
    EXPECT_EQ(split.known.pages.size(), 6U);
    EXPECT_EQ(split.asked.sites.size(), 2U);
    for (const HistoryFeatures& features : split.asked.features) held.insert(features[0]);
  }
  EXPECT_EQ(std::set<double>(held.begin(), held.end()).size(), 9U);
  EXPECT_EQ(held.size(), 9U);
}

}  // namespace
}  // namespace freshet
