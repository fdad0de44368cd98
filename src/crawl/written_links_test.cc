#include "crawl/written_links.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>

namespace freshet {
namespace {

constexpr const char* kBases[] = {
    "http://a.example/",       "https://a.example/",   "http://a.example/x/",
    "http://a.example/x/y",    "http://a.example/x/z", "http://a.example/x/y?q=1",
    "http://a.example/x/y?q/", "http://b.example/x/y", "http://a.example:8080/x/y"};

constexpr const char* kWritten[] = {"",
                                    "#part",
                                    "?p=1",
                                    "?p=1#part",
                                    "page.html",
                                    "page.html#part",
                                    "./page.html",
                                    "../page.html",
                                    "/page.html",
                                    "//c.example/page.html",
                                    "http://c.example/page.html",
                                    "https://c.example/page.html",
                                    "HTTP://c.example/page.html",
                                    "http:page.html",
                                    "https:page.html",
                                    "\\page.html",
                                    " /page.html",
                                    "mailto:somebody@a.example"};

// Links with one hash may be treated as one link.
TEST(WrittenLinksTest, OneHashMeansOnePlace) {
  WrittenLinks links;
  std::map<std::uint64_t, std::string> places;
  std::size_t shared = 0;
  for (const char* base_text : kBases) {
    const std::optional<Url> base = *Url::parse(base_text);
    for (const char* written : kWritten) {
      const std::uint64_t hash =
          links.hash({.kind = LinkKind::anchor, .url = written, .rel = "", .base = base});
      const std::string place(Url::parse(written, *base)->href_without_fragment());
      const auto [at, is_new] = places.emplace(hash, place);
      EXPECT_EQ(at->second, place) << base_text << " " << written;
      if (!is_new) ++shared;
    }
  }
  EXPECT_GT(shared, 20u);  // useful only if pages of a folder share hashes
}

TEST(WrittenLinksTest, UseAndRelTellLinksApart) {
  WrittenLinks links;
  const std::optional<Url> base = *Url::parse("http://a.example/");
  const auto hash = [&](LinkKind kind, std::string_view rel) {
    return links.hash({.kind = kind, .url = "/b", .rel = rel, .base = base});
  };
  EXPECT_EQ(hash(LinkKind::anchor, ""), hash(LinkKind::anchor, ""));
  EXPECT_NE(hash(LinkKind::anchor, ""), hash(LinkKind::image, ""));
  EXPECT_NE(hash(LinkKind::anchor, ""), hash(LinkKind::anchor, "nofollow"));
}

TEST(WrittenLinksTest, ForgetsAllWhenThereAreTooMany) {
  WrittenLinks links;
  links.add({7});
  EXPECT_TRUE(links.has(7));
  EXPECT_FALSE(links.has(8));
  std::vector<std::uint64_t> many;
  for (std::uint64_t i = 0; i < kWrittenLinksMax; ++i) many.push_back(1000 + i);
  links.add(many);
  EXPECT_FALSE(links.has(7));
  EXPECT_FALSE(links.has(1000));
}

}  // namespace
}  // namespace freshet
