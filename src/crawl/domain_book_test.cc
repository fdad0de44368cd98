#include "crawl/domain_book.h"

#include <gtest/gtest.h>

#include <string>

namespace freshet {
namespace {

constexpr std::uint64_t kSame = 0x0123456789abcdef;
constexpr std::uint64_t kOther = ~kSame;

Host host(const std::string& key) { return *Host::from_key(key); }
Host sub(int number, const std::string& parent = "trap.test") {
  return host("x" + std::to_string(number) + "." + parent);
}

// Visits hosts of a wildcard with one home page; returns how many were admitted.
int visit_wildcard(DomainBook& book, int hosts, const std::string& parent = "trap.test") {
  int visited = 0;
  for (int i = 0; i < hosts; ++i) {
    if (book.refusal(sub(i, parent))) continue;
    ++visited;
    book.add_host(sub(0));
    book.note_home(sub(i, parent), kSame);
  }
  return visited;
}

TEST(DomainBookTest, AdmitsSoManyHostsOfADomain) {
  DomainBook book({.hosts = 3});
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(book.refusal(sub(i)), std::nullopt);
    book.add_host(sub(i));
  }
  EXPECT_EQ(book.refusal(sub(3)), DropReason::domain_hosts);
  EXPECT_EQ(book.refusal(host("trap.test:8080")), DropReason::domain_hosts);
  EXPECT_EQ(book.refusal(host("other.test")), std::nullopt);
}

TEST(DomainBookTest, TakesSoManyPagesOfADomain) {
  DomainBook book({.pages = 2});
  book.add_page(sub(1));
  EXPECT_TRUE(book.has_room(sub(2)));
  book.add_page(sub(2));
  EXPECT_FALSE(book.has_room(sub(3)));
  EXPECT_TRUE(book.has_room(host("other.test")));
}

TEST(DomainBookTest, HasNoLimitWhereItIsZero) {
  DomainBook book({.hosts = 0, .pages = 0, .similar_hosts = 0});
  EXPECT_EQ(visit_wildcard(book, 1000), 1000);
  for (int i = 0; i < 1000; ++i) book.add_page(sub(1));
  EXPECT_TRUE(book.has_room(sub(1)));
}

TEST(DomainBookTest, VisitsAWildcardOnlyUntilItIsNoticed) {
  DomainBook book({.similar_hosts = 10});
  EXPECT_EQ(visit_wildcard(book, 1000), 20) << "ten in full, ten home pages";
}

TEST(DomainBookTest, TellsFromTheHomePageThatAHostIsOneTooMany) {
  DomainBook book({.similar_hosts = 10});
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(book.note_home(sub(i), kSame ^ 1)) << i;
  EXPECT_FALSE(book.note_home(sub(10), kSame));
  EXPECT_TRUE(book.note_home(sub(11), kOther)) << "this one is different";
  EXPECT_EQ(book.refusal(sub(12)), std::nullopt) << "and so may the next be";
}

TEST(DomainBookTest, SeesThroughAWildcardWithAFewKindsOfHomePages) {
  DomainBook book({.similar_hosts = 10});
  int visited = 0;
  for (int i = 0; i < 1000; ++i) {
    if (book.refusal(sub(i))) continue;
    ++visited;
    book.add_host(sub(0));
    book.note_home(sub(i), i % 2 == 0 ? kSame : kOther);
  }
  EXPECT_LE(visited, 35);
}

TEST(DomainBookTest, LeavesTheOtherHostsOfADomainAloneWhenAWildcardIsBelowOne) {
  DomainBook book({.similar_hosts = 10});
  EXPECT_EQ(visit_wildcard(book, 1000, "user.hoster.test"), 20);
  EXPECT_EQ(book.refusal(host("www.hoster.test")), std::nullopt);
  EXPECT_FALSE(book.note_home(host("www.hoster.test"), kSame)) << "it is like those";
  EXPECT_TRUE(book.note_home(host("news.hoster.test"), kOther));
}

TEST(DomainBookTest, TakesAddressesAndOtherPeoplesDomainsForNoSiblings) {
  DomainBook book({.similar_hosts = 2});
  for (int i = 0; i < 100; ++i) {
    EXPECT_TRUE(book.note_home(host("h" + std::to_string(i) + ".test"), kSame));
    EXPECT_TRUE(book.note_home(host("127.0.0.1:" + std::to_string(8000 + i)), kSame));
  }
}

TEST(DomainBookTest, GoesOnWithWhatEarlierRunsVisited) {
  DomainBook book({.hosts = 100, .pages = 50, .similar_hosts = 10});
  for (int i = 0; i < 20; ++i) book.restore(sub(i), 2, kSame);
  EXPECT_EQ(book.refusal(sub(20)), DropReason::hosts_alike);
  for (int i = 0; i < 10; ++i) {
    EXPECT_TRUE(book.has_room(sub(1)));
    book.add_page(sub(1));
  }
  EXPECT_FALSE(book.has_room(sub(1)));
}

}  // namespace
}  // namespace freshet
