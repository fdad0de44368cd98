#include "refresh/page_registry.h"

#include <gtest/gtest.h>

#include "store/snapshot_facts.h"

namespace freshet {
namespace {

TEST(PageRegistry, APageHasOneIndex) {
  PageRegistry registry;
  const PageIndex a = registry.add(page_key_of("https://a.example/"));
  const PageIndex b = registry.add(page_key_of("https://b.example/"));
  EXPECT_NE(a, b);
  EXPECT_EQ(registry.add(page_key_of("https://a.example/")), a);
  EXPECT_EQ(registry.find("https://b.example/"), b);
  EXPECT_FALSE(registry.find("https://c.example/"));
  EXPECT_EQ(registry.size(), 2U);
  EXPECT_EQ(registry.key(b), page_key_of("https://b.example/"));
}

TEST(PageRegistry, HostsOfADomainAreOneSite) {
  PageRegistry registry;
  const PageIndex www = registry.add(page_key_of("https://www.a.example/"));
  const PageIndex blog = registry.add(page_key_of("https://blog.a.example/"));
  const PageIndex other = registry.add(page_key_of("https://b.example/"));
  EXPECT_NE(registry[www].host, registry[blog].host);
  EXPECT_EQ(registry.site_of(www), registry.site_of(blog));
  EXPECT_NE(registry.site_of(www), registry.site_of(other));
}

TEST(PageRegistry, RequisitesAreASiteOfTheirOwn) {
  PageRegistry registry;
  const PageIndex page = registry.add(page_key_of("https://a.example/"));
  const PageIndex style = registry.add(page_key_of("https://a.example/style.css"));
  registry[style].is_requisite = true;
  EXPECT_EQ(registry[page].host, registry[style].host);
  EXPECT_NE(registry.site_of(page), registry.site_of(style));
}

TEST(PageRegistry, ANumberLeadsToThePageThatGotItLast) {
  PageRegistry registry;
  const PageIndex a = registry.add(page_key_of("https://a.example/"));
  const PageIndex b = registry.add(page_key_of("https://b.example/"));
  registry.set_number(a, 7);
  EXPECT_EQ(registry.page_of(7), a);
  registry[a].number.reset();
  registry.set_number(b, 7);
  EXPECT_EQ(registry.page_of(7), b);
}

}  // namespace
}  // namespace freshet
