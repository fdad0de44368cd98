#include "crawl/page_reader.h"

#include <gtest/gtest.h>

#include "html/links.h"

namespace freshet {
namespace {

// Returns how the crawl uses the only link of a page: "page", "requisite" or "none".
std::string use_in(std::string_view page) {
  const TagIndex index = index_tags(page, Scripting::off);
  const Links links = extract_links(page, index, Scripting::off, *Url::parse("https://a.example/"));
  if (links.all.size() != 1) return "not one link";
  const auto use = use_of(links.all.front());
  return !use ? "none" : *use == LinkUse::page ? "page" : "requisite";
}

TEST(PageReader, FollowsLinksOfPagesButNotThoseToTheirEditors) {
  EXPECT_EQ(use_in("<a href=/x>x</a>"), "page");
  EXPECT_EQ(use_in("<link rel=next href=/2>"), "page");
  EXPECT_EQ(use_in("<link rel=stylesheet href=/s.css>"), "requisite");
  EXPECT_EQ(use_in("<link rel=edit href='/page?do=edit'>"), "none");
  EXPECT_EQ(use_in("<form action=/search>"), "none");
}

}  // namespace
}  // namespace freshet
