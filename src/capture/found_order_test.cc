#include "capture/found_order.h"

#include <gtest/gtest.h>

#include <string>

namespace freshet {
namespace {

// The rate is the number at the end of the URL; a sitemap's date makes it ten times as high.
double rate_by_name(const WaitingPage& page) {
  const double rate = std::stod(page.url.substr(page.url.rfind('/') + 1));
  return page.sitemap.last_modified ? 10 * rate : rate;
}

class FoundOrderTest : public testing::Test {
 protected:
  FoundOrderTest() { order_.begin_visit(std::chrono::seconds(5)); }

  void find(LinkNumber number, const std::string& url, bool is_dated = false) {
    WaitingPage page{.number = number, .url = url, .depth = 1};
    if (is_dated) page.sitemap.last_modified = Time{};
    order_.add(page);
  }
  std::string visits() {
    std::string numbers;
    while (const auto number = order_.next()) numbers += std::to_string(*number) + " ";
    return numbers;
  }

  FoundOrder order_{rate_by_name};
};

TEST_F(FoundOrderTest, VisitsColdPagesFirst) {
  find(1, "https://a.example/0.5");
  find(2, "https://a.example/0.01");
  find(3, "https://a.example/0.1");
  EXPECT_EQ(visits(), "2 3 1 ");
}

TEST_F(FoundOrderTest, KeepsTheOrderOfPagesOfOneRate) {
  for (LinkNumber number = 1; number <= 8; ++number) find(number, "https://a.example/0.1");
  EXPECT_EQ(visits(), "1 2 3 4 5 6 7 8 ") << "breadth first";
}

TEST_F(FoundOrderTest, RemembersTheDatesOfSitemapsInTheNextVisit) {
  find(1, "https://a.example/0.02", true);
  find(2, "https://a.example/0.1");
  EXPECT_EQ(visits(), "2 1 ");
  order_.begin_visit(std::chrono::seconds(5));
  find(1, "https://a.example/0.1");
  find(2, "https://a.example/0.02");
  EXPECT_EQ(visits(), "1 2 ");
}

}  // namespace
}  // namespace freshet
