#include "clean/content_facts.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

ContentFacts facts(std::string_view page) {
  return read_content_facts(page, index_tags(page, Scripting::off), Scripting::off);
}

TEST(ContentFacts, AreReadFromMetas) {
  const ContentFacts found = facts(
      "<html lang=en-US><meta property=og:title content='A &amp; B'><meta name=author content=Ann>"
      "<meta property=article:published_time content=2024-05-06T07:08:09Z>");
  EXPECT_EQ(found.title, "A & B");
  EXPECT_EQ(found.author, "Ann");
  EXPECT_EQ(found.date, "2024-05-06");
  EXPECT_EQ(found.language, "en");
}

TEST(ContentFacts, AreReadFromThePageItself) {
  const ContentFacts found = facts(
      "<title>News today | Site</title><h1>News <b>today</b></h1>"
      "<a rel=author href=/x>Bob</a><time datetime='2023-01-02 10:00'>x</time>");
  EXPECT_EQ(found.title, "News today");
  EXPECT_EQ(found.author, "Bob");
  EXPECT_EQ(found.date, "2023-01-02");
}

TEST(ContentFacts, TakeTheHeadingForAMissingTitle) {
  EXPECT_EQ(facts("<body><h1>News <b>today</b></h1><p>x").title, "News today");
  EXPECT_EQ(facts("<title></title><h1>News</h1>").title, "News");
  EXPECT_EQ(facts("<title>A site</title><h1>News</h1>").title, "A site");
}

TEST(ContentFacts, AreReadFromJsonLd) {
  const ContentFacts found = facts(
      "<script type=application/ld+json>{\"datePublished\": \"2020-02-03\", \"author\": "
      "{\"@type\": \"Person\", \"name\": \"Eve\"}}</script>");
  EXPECT_EQ(found.date, "2020-02-03");
  EXPECT_EQ(found.author, "Eve");
}

TEST(ContentFacts, AreEmptyWhereThePageSaysNothingUsable) {
  const ContentFacts found = facts(
      "<meta name=author content=https://facebook.com/x><meta name=date content='last week'>"
      "<html lang='x y'>");
  EXPECT_EQ(found.author + found.date + found.title, "");
}

}  // namespace
}  // namespace freshet
