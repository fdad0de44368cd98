#include "capture/requisite_book.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "catalog/page_key.h"
#include "url/host.h"
#include "url/url.h"

namespace freshet {
namespace {

Time at(int minute) { return Time{} + std::chrono::minutes(minute); }

class RequisiteBookTest : public testing::Test {
 protected:
  static PageKey key(const std::string& path) {
    const std::string url = "https://a.example" + path;
    return {.host = Host::of(*Url::parse(url)), .url = url};
  }
  std::string due() const {
    std::string paths;
    for (const PageKey& each : book_.due("a.example"))
      paths += each.url.substr(std::string("https://a.example").size()) + " ";
    const auto words = static_cast<std::size_t>(std::count(paths.begin(), paths.end(), ' '));
    EXPECT_EQ(words, book_.count_due("a.example"));
    return paths;
  }

  RequisiteBook book_;
};

TEST_F(RequisiteBookTest, ChecksTheKnownOnesFirstAndAllAfterTheInstant) {
  book_.add(key("/a.css"));
  book_.add(key("/b.png"));
  EXPECT_EQ(due(), "/a.css /b.png ");
  book_.observe(key("/a.css"), at(1));
  book_.observe(key("/new.png"), at(2));
  EXPECT_EQ(due(), "/b.png ");
  book_.begin_revisits(at(10));
  EXPECT_EQ(due(), "/a.css /new.png ") << "what was not seen before the instant proves nothing";
  book_.observe(key("/a.css"), at(11));
  EXPECT_EQ(due(), "/new.png ");
  EXPECT_EQ(book_.seen(), 2u);
  EXPECT_EQ(book_.revisited(), 1u);
}

TEST_F(RequisiteBookTest, OrdersEachOnceInAHalf) {
  book_.observe(key("/a.css"), at(1));
  book_.begin_revisits(at(10));
  book_.set_ordered(key("/a.css"), true);
  EXPECT_EQ(due(), "");
  book_.set_ordered(key("/a.css"), false);
  EXPECT_EQ(due(), "/a.css ") << "the order was not carried out";
  book_.give_up("a.example");
  EXPECT_EQ(due(), "");
}

TEST_F(RequisiteBookTest, TakesTheLastSightingForTheVisitOfTheNextRound) {
  book_.observe(key("/a.css"), at(1));
  book_.observe(key("/late.png"), at(1));
  book_.begin_revisits(at(10));
  book_.observe(key("/a.css"), at(11));
  book_.begin_round();
  EXPECT_EQ(due(), "") << "both were seen";
  book_.begin_revisits(at(20));
  EXPECT_EQ(due(), "/a.css /late.png ");
}

}  // namespace
}  // namespace freshet
